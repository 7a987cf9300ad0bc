import type { Module, Platform } from '../../platform/module.ts';
import type { Eraser, Exporter } from '../auth/index.ts';
import { listingPriceDropped, listingSold } from '../listings/index.ts';
import { FavoriteNews } from './reactions.ts';
import { deleteAllFavorites } from './repository.ts';
import { favoriteRoutes } from './routes.ts';
import { Favorites } from './service.ts';
import './tables.ts';

export interface FavoritesModule {
  readonly module: Module;
  readonly exportPersonalData: Exporter;
  readonly erasePersonalData: Eraser;
}

export function createFavorites(platform: Platform): FavoritesModule {
  const news = new FavoriteNews(platform);
  platform.events.after(listingPriceDropped, 'favorites.tell-price-drop', ({ id, data }) =>
    news.priceDropped(id, data),
  );
  platform.events.after(listingSold, 'favorites.tell-sale', ({ id, data }) => news.sold(id, data.listing.id));
  return {
    module: { name: 'favorites', routes: favoriteRoutes(new Favorites(platform)) },
    exportPersonalData: (db, { userId }) =>
      db
        .selectFrom('favorites')
        .select([
          'listing_id as listingId',
          'title',
          'price_at_added as priceAtAdded',
          'currency_at_added as currency',
          'created_at as createdAt',
        ])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    erasePersonalData: (trx, { userId }, now) => deleteAllFavorites(trx, userId, now),
  };
}
