import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { listingPriceDropped, listingSold } from '../listings/index.ts';
import type { Announcements } from '../notifications/index.ts';
import { favoritesPersonalData } from './personal-data.repository.ts';
import { FavoriteNotifier } from './favorite-notifier.ts';
import { favoriteRoutes } from './routes.ts';
import { Favorites } from './service.ts';

export type { FavoriteView } from './views.ts';

export interface FavoritesModule {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
}

/** Favorites of users, and notifications if one gets cheaper or is sold. */
export function createFavorites(platform: Platform, announcements: Announcements): FavoritesModule {
  const news = new FavoriteNotifier({ ...platform, announcements });
  const lane = 'whenever';
  platform.events.after(
    listingPriceDropped,
    'favorites.tell-price-drop',
    ({ data }) => news.priceDropped(data.listing_id, data.seller_id),
    { lane },
  );
  platform.events.after(listingSold, 'favorites.tell-sale', ({ data }) => news.sold(data.listing.id), {
    lane,
  });
  return {
    module: { name: 'favorites', routes: favoriteRoutes(new Favorites(platform)), jobs: [news.priceJob] },
    personalData: favoritesPersonalData,
  };
}
