import { Type } from 'typebox';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { NamedObject, Timestamp } from '../../platform/http/schemas.ts';
import type { SavedView, SavedViews } from './service.ts';

const common = {
  tag: 'Saved views',
  access: access.user('listings:read'),
  rateLimit: 'general',
  cache: PRIVATE,
} as const;

const area = Type.String({
  maxLength: 40,
  pattern: '^[a-z][a-z-]*$',
  description: 'Table of the view, such as listings',
});
const View = NamedObject('SavedView', {
  id: Type.String(),
  area: Type.String(),
  name: Type.String(),
  query: Type.String({ description: 'Query string of the URL that shows it' }),
  createdAt: Timestamp,
});

/** Named filters of a table in the app. */
export function savedViewRoutes(views: SavedViews) {
  return [
    route('GET', '/account/views', {
      ...common,
      operationId: 'savedViews.list',
      showsInViews: true,
      summary: 'List your saved views of tables, by name',
      query: Type.Object({ area: Type.Optional(area) }),
      responses: { 200: Type.Object({ views: Type.Array(View) }) },
      handler: async ({ actor, query }) =>
        ok({ views: (await views.list(actor, query.area ?? null)).map(viewOf) }),
    }),
    route('POST', '/account/views', {
      ...common,
      operationId: 'savedViews.save',
      summary: 'Save a view of a table; replaces one of the same name',
      body: Type.Object({
        area,
        name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
        query: Type.String({ maxLength: 2000 }),
      }),
      responses: { 201: View },
      errors: ['PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body }) => created(viewOf(await views.save(actor, body))),
      answerAgain: async ({ actor }, id) => created(viewOf(await views.get(actor, id))),
    }),
    route('DELETE', '/account/views/:id', {
      ...common,
      operationId: 'savedViews.delete',
      summary: 'Delete a saved view',
      responses: { 204: null },
      handler: ({ actor, params }) => views.delete(actor, params.id).then(noContent),
    }),
  ];
}

function viewOf({ created_at: createdAt, ...view }: SavedView) {
  return { ...view, createdAt: createdAt.toISOString() };
}
