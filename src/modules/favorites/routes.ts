import { Type } from 'typebox';
import { answerOwnPage } from '../../platform/http/pagination.ts';
import { created, noContent } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, pageParameters } from '../../platform/http/schemas.ts';
import type { Favorites } from './service.ts';
import { favoriteView, FavoriteView } from './views.ts';

const common = { tag: 'Favorites', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;

export function favoriteRoutes(favorites: Favorites) {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/favorites',
      summary: 'Your favorites, the last added first',
      query: Type.Object(pageParameters),
      responses: { 200: ListOf('favorites', FavoriteView) },
      errors: [],
      handler: ({ actor, query }) =>
        answerOwnPage('favorites', query, (page) => favorites.list(actor, page), favoriteView),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/favorites',
      summary: 'Keep an eye on a listing',
      description: 'You are told when its price falls and when it is sold.',
      body: Type.Object({ listingId: Type.String({ maxLength: 64 }) }),
      responses: { 201: Type.Object({ favorite: FavoriteView }) },
      errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
      handler: async ({ actor, body }) =>
        created({ favorite: favoriteView(await favorites.add(actor, body.listingId)) }),
      answerAgain: async ({ actor }, id) =>
        created({ favorite: favoriteView(await favorites.get(actor, id)) }),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/favorites/:listingId',
      summary: 'Take a listing off your favorites',
      description: 'By the id of the listing; that of the favorite does as well.',
      responses: { 204: null },
      errors: [],
      handler: async ({ actor, params }) => {
        await favorites.remove(actor, params.listingId);
        return noContent();
      },
    }),
  ];
}
