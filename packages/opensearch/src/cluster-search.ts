import {
  type ExchangeRates,
  FACET_ABOVE,
  type FacetName,
  isPartFacet,
  type SearchHit,
  type SearchQuery,
  type SearchResult,
} from '@fifthwheel/search';
import { distanceKm, LITERAL_MATCH_FACTOR, SCORE_DIGITS } from '@fifthwheel/search/matching';
import { type SearchResponse, type ResponseHit, anyIn, type IndexQueries, totalOf } from './index-queries.ts';
import { conditionGroups, conditionQuery } from './conditions.ts';
import { facetAggregations, facetsIn, type FacetNames } from './facets.ts';
import { allOf, type Json, LISTINGS, noneOf, terms } from './query-types.ts';
import { SCORE_FIELDS, scored, scoreOf, sortOf } from './ranking.ts';

const LIMIT_DEFAULT = 20;
/** The cluster returns no hit beyond this offset; later pages are reached with `search_after`. */
const WINDOW = 10_000;

export interface SearchParts {
  readonly queries: IndexQueries;
  readonly exchange: ExchangeRates;
  readonly rankedAtMs: number;
  readonly names: Pick<FacetNames, 'nameOf' | 'modelOf'>;
  /** Queries for the words of the text. All must match, and their scores add up. */
  readonly words: readonly Json[];
}

/**
 * Runs a search. Words and shared conditions narrow everything; the conditions of a facet narrow all but the
 * counts of that facet.
 */
export async function searchCluster(query: SearchQuery, parts: SearchParts): Promise<SearchResult> {
  const { exchange, words, rankedAtMs } = parts;
  const wanted = [...new Set(query.facets)];
  const shared: Json[] = [LISTINGS];
  const owners = new Set<FacetName>([
    ...wanted,
    ...wanted.filter(isPartFacet).map((name) => FACET_ABOVE[name]),
  ]);
  const queriesByFacet = new Map<FacetName, readonly Json[]>();
  for (const [name, queries] of conditionGroups(query, exchange)) {
    if (name !== 'rest' && owners.has(name) && queries.length > 0) queriesByFacet.set(name, queries);
    else shared.push(...queries);
  }
  const limit = query.limit ?? LIMIT_DEFAULT;
  const base = preferParsedNames(query, { bool: { must: words, filter: shared } }, parts);
  const ranked = { hasWords: words.length > 0 || query.named !== undefined, rankedAtMs };
  const isByScore = (query.sort ?? 'relevance') === 'relevance';
  const request: Json = {
    track_total_hits: true,
    _source: ['shown'],
    ...(isByScore && limit > 0
      ? { query: scored(base, ranked) }
      : { query: base, docvalue_fields: SCORE_FIELDS }),
    ...(queriesByFacet.size === 0 ? {} : { post_filter: allOf([...queriesByFacet.values()].flat()) }),
    sort: sortOf(query, exchange),
    track_scores: true,
  };
  // Query facets separately from hits. Nothing is scored for them, and the cluster can cache the response for
  // other pages and orders.
  const facets: Json = {
    size: 0,
    track_total_hits: false,
    query: allOf([...words, ...shared]),
    aggs: facetAggregations(wanted, queriesByFacet, query, exchange),
  };
  const listsCategories = wanted.includes('categories') || wanted.includes('subcategories');
  const slugs = listsCategories ? [...new Set(query.categories)] : [];
  const [response, ...further] = await parts.queries.all([
    { ...request, ...pageOf(query.offset ?? 0, limit) },
    ...(wanted.length === 0 ? [] : [facets]),
    ...slugs.flatMap((slug) =>
      ['subcategory', 'category'].map((field) => anyIn(allOf([LISTINGS, terms(field, [slug])]))),
    ),
  ]);
  if (response === undefined) throw new Error('a search has no response');
  const [counted, levels] =
    wanted.length === 0 ? [undefined, further] : [further[0]?.aggregations, further.slice(1)];
  const has = (slug: string, level: 0 | 1): boolean =>
    totalOf(levels[slugs.indexOf(slug) * 2 + level] as SearchResponse) > 0;
  const names: FacetNames = {
    nameOf: (kind, slug) => parts.names.nameOf(kind, slug),
    modelOf: (brandModel) => parts.names.modelOf(brandModel),
    isOnlySubcategory: (slug) => has(slug, 0) && !has(slug, 1),
  };
  return {
    total: totalOf(response),
    hits: (await page(response, request, query, parts.queries)).map((hit) =>
      toHit(hit, isByScore ? (hit._score ?? 0) : scoreOf(hit, ranked), query),
    ),
    facets: facetsIn(wanted, counted ?? {}, query, names),
    generation: 0,
  };
}

/**
 * Lowers the score of listings that only contain the words and do not match their parsed meaning. Without
 * words, every score is one.
 */
function preferParsedNames({ named }: SearchQuery, found: Json, { exchange, words }: SearchParts): Json {
  if (named === undefined) return found;
  const positive = words.length > 0 ? found : { constant_score: { filter: found } };
  const negative = noneOf([conditionQuery(named.parsed, exchange)]);
  return { boosting: { positive, negative, negative_boost: LITERAL_MATCH_FACTOR } };
}

/** Whether a page is beyond the window and needs `search_after`. */
export function isBeyondWindow({ offset = 0, limit = LIMIT_DEFAULT }: SearchQuery): boolean {
  return offset + limit > WINDOW;
}

/** Returns the first request: the page itself, or the first step towards a far page. */
function pageOf(offset: number, limit: number): Json {
  return offset + limit <= WINDOW ? { from: offset, size: limit } : { size: WINDOW };
}

/** Returns the hits of the page, step by step if it is beyond the window. */
async function page(
  first: SearchResponse,
  request: Json,
  { offset = 0, limit = LIMIT_DEFAULT }: SearchQuery,
  queries: IndexQueries,
): Promise<readonly ResponseHit[]> {
  if (limit === 0 || !isBeyondWindow({ offset, limit })) return first.hits.hits;
  const found: ResponseHit[] = [];
  let { hits } = first.hits;
  for (let seen = 0; hits.length > 0;) {
    found.push(...hits.slice(Math.max(0, offset - seen), Math.max(0, offset + limit - seen)));
    seen += hits.length;
    const last = hits.at(-1);
    if (found.length >= limit || seen >= totalOf(first) || last?.sort === undefined) break;
    const size = Math.min(WINDOW, offset + limit - seen);
    const isPage = seen + size > offset;
    const step = { ...request, size, search_after: last.sort, _source: isPage ? ['shown'] : false };
    ({ hits } = (await queries.one(step)).hits);
  }
  return found;
}

function toHit({ _id, _source }: ResponseHit, units: number, { geo }: SearchQuery): SearchHit {
  const { summary = '', lat = null, lng = null } = _source?.shown ?? {};
  return {
    id: _id,
    score: units / SCORE_DIGITS,
    summary: Buffer.from(summary, 'base64'),
    distanceKm:
      geo === undefined || lat === null || lng === null ? null : distanceKm(geo.lat, geo.lng, lat, lng),
  };
}
