import { Type } from 'typebox';
import { ok, ready } from '../../platform/http/reply.ts';
import { access, asAliases, publicFor, type Reply, route } from '../../platform/http/route.ts';
import { Literals } from '../../platform/http/schemas.ts';
import { SUGGESTION_TYPES } from './category-suggestions.ts';
import { ListParameters, QUERY_TEXT_MAX, SearchParameters } from './search-parameters.ts';
import { SearchWatch } from './search-watch.ts';
import type { SearchService } from './search.service.ts';
import { ListingListView, SearchView, SuggestionsView } from './views.ts';

/** Specification "Limits", cache durations. */
const SEARCH_SECONDS = 60;
const LIST_SECONDS = 60;
const SUGGESTIONS_SECONDS = 30;

const SUGGESTIONS_DEFAULT = 10;
const SUGGESTIONS_MAX = 20;

const SuggestionParameters = Type.Object(
  {
    q: Type.String({ maxLength: QUERY_TEXT_MAX, description: 'Partial query' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SUGGESTIONS_MAX,
        default: SUGGESTIONS_DEFAULT,
        description: 'Maximum number of suggestions',
      }),
    ),
    types: Type.Optional(
      Type.Array(Literals(SUGGESTION_TYPES), {
        maxItems: SUGGESTION_TYPES.length,
        description:
          'Types of suggestions, separated by commas; brands and models if absent. Names of categories and bodies are in the language of Accept-Language',
      }),
    ),
  },
  { additionalProperties: false },
);

async function timed(work: (watch: SearchWatch) => Promise<Buffer>): Promise<Reply> {
  const watch = new SearchWatch();
  const envelope = await work(watch);
  return ready(envelope, { 'server-timing': watch.toHeader() });
}

export function discoveryRoutes(search: SearchService) {
  const suggestions = (path: '/search/suggestions' | '/search/autocomplete') =>
    route('GET', path, {
      operationId: 'search.suggest',
      tag: 'Search',
      summary: 'Suggest brands, models, categories, places, dealers and listings for a partial query',
      access: access.public,
      rateLimit: 'search',
      cache: publicFor(SUGGESTIONS_SECONDS),
      query: SuggestionParameters,
      responses: { 200: SuggestionsView },
      errors: ['VALIDATION_ERROR'],
      handler: async ({ query, context }) => {
        const { q, limit = SUGGESTIONS_DEFAULT, types } = query;
        return ok({ suggestions: await search.suggest(q, { limit, types, languages: context.languages }) });
      },
    });
  return [
    route('GET', '/search', {
      operationId: 'search.run',
      tag: 'Search',
      summary: 'Search the live listings with filters and facets',
      access: access.public,
      rateLimit: 'search',
      cache: publicFor(SEARCH_SECONDS),
      query: SearchParameters,
      responses: { 200: SearchView },
      errors: ['INVALID_FILTER', 'INVALID_SORT', 'LOCATION_NOT_FOUND'],
      handler: async ({ query, context }) => timed((watch) => search.search(query, context.languages, watch)),
    }),
    suggestions('/search/suggestions'),
    ...asAliases([suggestions('/search/autocomplete')]),
    route('GET', '/listings', {
      operationId: 'publicListings.list',
      tag: 'Listings',
      summary: 'List the live listings',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(LIST_SECONDS),
      query: ListParameters,
      responses: { 200: ListingListView },
      errors: ['INVALID_FILTER', 'INVALID_SORT'],
      handler: async ({ query, context }) => timed((watch) => search.list(query, context.languages, watch)),
    }),
  ];
}
