import { Type } from 'typebox';
import { ownPageReply } from '../../platform/http/pagination.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, Nullable, ownPageParameters } from '../../platform/http/schemas.ts';
import type { Favorites } from './service.ts';
import { favoriteView, FavoriteView } from './views.ts';

const MERGED_MAX = 50;
const NOTE_MAX = 1000;

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
    route('GET', '/favorites/ids', {
      ...common,
      operationId: 'favorites.ids',
      showsInViews: true,
      summary: 'List the IDs of your favorite listings',
      description: 'Most recently added first, at most 1000; `total` counts all of them.',
      responses: {
        200: Type.Object({ listingIds: Type.Array(Type.String()), total: Type.Integer() }),
      },
      handler: async ({ actor }) => ok(await favorites.ids(actor)),
    }),
    route('POST', '/favorites/merge', {
      ...common,
      operationId: 'favorites.merge',
      summary: 'Add several listings to your favorites',
      description:
        'For favorites that were chosen before signing in. Skips listings that are already favorites or no longer live.',
      body: Type.Object({
        listingIds: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: MERGED_MAX }),
      }),
      responses: { 200: Type.Object({ added: Type.Integer() }) },
      handler: async ({ actor, body }) => ok(await favorites.merge(actor, body.listingIds)),
    }),
    route('PATCH', '/favorites/:listingId', {
      ...common,
      operationId: 'favorites.update',
      summary: 'Write a note about a favorite',
      description: 'Accepts the ID of the listing or of the favorite. `null` or an empty note deletes it.',
      body: Type.Object({ note: Nullable(Type.String({ maxLength: NOTE_MAX })) }),
      responses: { 200: Type.Object({ favorite: FavoriteView }) },
      handler: async ({ actor, params, body }) =>
        ok({ favorite: favoriteView(await favorites.setNote(actor, params.listingId, body.note)) }),
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
