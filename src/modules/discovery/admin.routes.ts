import { Type } from 'typebox';
import { ok } from '../../platform/http/reply.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { NamedObject, pageParameters, Pagination, Timestamp } from '../../platform/http/schemas.ts';
import { SETTINGS } from '../settings/index.ts';
import { QUERY_TEXT_MAX } from './search-parameters.ts';
import type { SearchService } from './search.service.ts';
import { Interpreted } from './interpreted.ts';

/** Each query runs two searches. */
const PREVIEW_QUERIES_MAX = 20;

const Miss = NamedObject('SearchMiss', {
  words: Type.String(),
  times: Type.Integer({ description: 'Number of searches without results' }),
  last_at: Timestamp,
});

const Preview = Type.Object({
  synonyms: Type.Optional(SETTINGS['search.synonyms'].schema),
  stop_words: Type.Optional(SETTINGS['search.stopWords'].schema),
  queries: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: QUERY_TEXT_MAX }), {
      maxItems: PREVIEW_QUERIES_MAX,
      description: 'Queries to compare; by default the most frequent ones without results',
    }),
  ),
});

const Read = Type.Object({ total: Type.Integer(), interpreted: Type.Optional(Interpreted) });
const Compared = NamedObject('SearchPreview', { q: Type.String(), before: Read, after: Read });

/** Endpoints for tuning the query terms. The terms themselves are in the settings `search.synonyms` and `search.stopWords`. */
export function discoveryAdminRoutes(search: SearchService) {
  const common = adminRow('Admin: search');
  return [
    route('GET', '/admin/search/misses', {
      ...common,
      operationId: 'admin.search.listMisses',
      summary: 'List searches without results in the last 30 days, most frequent first',
      query: Type.Object(pageParameters),
      responses: { 200: Type.Object({ misses: Type.Array(Miss), pagination: Pagination }) },
      handler: async ({ query }) => {
        const page = readPage(query);
        const { misses, total } = await search.listMisses(page);
        return ok({ misses, pagination: pagination(page, total) });
      },
    }),
    route('POST', '/admin/search/preview', {
      ...common,
      operationId: 'admin.search.preview',
      summary: 'Preview searches with other synonyms and stop words, without saving these',
      body: Preview,
      responses: { 200: Type.Object({ queries: Type.Array(Compared) }) },
      handler: async ({ body }) =>
        ok({
          queries: await search.previewWords(
            { synonyms: body.synonyms, stopWords: body.stop_words },
            body.queries?.slice(0, PREVIEW_QUERIES_MAX),
            PREVIEW_QUERIES_MAX,
          ),
        }),
    }),
  ];
}
