import { Type } from 'typebox';
import { ownPageReply } from '../../platform/http/pagination.ts';
import { created, noContent } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, ownPageParameters } from '../../platform/http/schemas.ts';
import type { Favorites } from './service.ts';
import { favoriteView, FavoriteView } from './views.ts';

const common = { tag: 'Favorites', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;

export function favoriteRoutes(favorites: Favorites) {
  return [
    route('GET', '/favorites', {
      ...common,
      operationId: 'favorites.list',
      showsInViews: true,
      summary: 'List your favorites, most recently added first',
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('favorites', FavoriteView) },
      handler: ({ actor, query }) =>
        ownPageReply('favorites', query, (page) => favorites.list(actor, page), favoriteView),
    }),
    route('POST', '/favorites', {
      ...common,
      operationId: 'favorites.add',
      summary: 'Add a listing to your favorites',
      description: 'You are notified when its price falls or it is sold.',
      body: Type.Object({ listingId: Type.String({ maxLength: 64 }) }),
      responses: { 201: Type.Object({ favorite: FavoriteView }) },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, body }) =>
        created({ favorite: favoriteView(await favorites.add(actor, body.listingId)) }),
      answerAgain: async ({ actor }, id) =>
        created({ favorite: favoriteView(await favorites.get(actor, id)) }),
    }),
    route('DELETE', '/favorites/:listingId', {
      ...common,
      operationId: 'favorites.remove',
      summary: 'Remove a listing from your favorites',
      description: 'Accepts the ID of the listing or of the favorite.',
      responses: { 204: null },
      handler: ({ actor, params }) => favorites.remove(actor, params.listingId).then(noContent),
    }),
  ];
}
