import { withCountryPrefix } from '../../../modules/discovery/index.ts';
import type { CategoryView } from '../../../modules/taxonomy/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Answer } from '../../market-api.ts';
import { MovedPage, type PageContext } from '../../page-context.ts';
import { writeNumber } from '../../texts/numbers.ts';
import type { Reader } from '../../texts/reader.ts';
import type { CardListing } from '../../cards/card-listing.ts';
import { chipsOf } from './chips.tsx';
import type { Chip, Chipped, FilterNames, RefusedBound, SearchAnswer, SearchPageData } from './data.ts';
import { facetsOf } from './groups.ts';
import { categoryOf, isNewestFirst, resultsPath, type Scope, searchOf, withDealer } from './page-query.ts';
import {
  changed,
  filterNames,
  isBound,
  rangeField,
  type RangeName,
  type Reading,
  readBounds,
  readSearchQuery,
  type SearchQuery,
  toQueryString,
  withReadings,
} from './parameters.ts';

const INSPECTION_MONTHS = [3, 6, 12, 18];
const WIDER_MAX = 6;
const NEAR_MAX = 3;
const LIMIT = '20';
/** Default radius around a postcode, in km, because users who enter one search the surrounding area. */
const POSTCODE_RADIUS = '50';

export async function loadSearch(
  context: PageContext,
  parameters: Readonly<Record<string, unknown>>,
  { landing, dealer }: Scope,
): Promise<() => Promise<SearchPageData>> {
  const requested = readSearchQuery(dealer === null ? parameters : { ...parameters, seller: undefined });
  const bounds = readBounds(requested, context.reader.language);
  const movedTo = (query: SearchQuery): MovedPage =>
    new MovedPage(`${resultsPath({ landing, dealer })}${toQueryString(readSearchQuery(query))}`);
  // Redirect to the canonical URL: each search has one, whatever the format of its numbers.
  if (!bounds.isPlain) throw movedTo({ ...bounds.query, ...bounds.unreadable });
  const around = aroundPostcode(bounds.query, context.reader.language);
  if (around !== null) throw movedTo(around);
  const refused: Record<string, RefusedBound> = {};
  for (const [name, text] of Object.entries(bounds.unreadable))
    refused[name] = { text, problem: notNumberText(name, context.reader) };
  const fixed: Record<string, string> = { limit: LIMIT };
  if (landing !== null) {
    fixed['category'] = landing.category.slug;
    if (landing.subcategory !== undefined) fixed['subcategory'] = landing.subcategory.slug;
    if (landing.brand !== undefined) fixed['brand'] = landing.brand.slug;
    if (landing.model !== undefined) fixed['model'] = landing.model.names.join(',');
  }
  if (dealer !== null) fixed['seller'] = dealer.id;
  if (isNewestFirst({ query: bounds.query, dealer }))
    Object.assign(fixed, { sort: 'created_at', order: 'desc' });
  const { query, answer } = await search(context, bounds.query, fixed, refused);
  const allFilters = withReadings(
    withDealer(searchOf({ query, landing }), dealer),
    answer.data.interpreted?.readings,
  );
  const filters = dealer === null ? allFilters : changed(allFilters, { seller: '' });
  const seller = await loadSellerName(context, filters['seller']);
  const tree = await context.ask<{ categories: readonly CategoryView[] }>('/categories');
  const features = await context.ask<{ features: readonly NamedCode[] }>('/features');
  const withFacts = await context.cards();
  const inspections = INSPECTION_MONTHS.map((months) => ({ months, month: context.monthAhead(months) }));
  return async () => {
    const data = answer.data;
    const names = {
      ...namesOf(data, tree.data.categories, features.data.features),
      ...(seller === undefined ? {} : { seller: { [filters['seller'] ?? '']: seller.name } }),
    };
    const wider = data.pagination.total === 0 ? await findWider(context, { filters, names, dealer }) : [];
    const [widest] = wider;
    return {
      query,
      filters,
      refused,
      basis: context.priceBasis,
      landing,
      dealer,
      names,
      inspections,
      isUnknownSeller: seller?.isKnown === false,
      answer: { ...data, results: await withFacts(data.results.map(withoutScore)) },
      wider: wider.map(({ chip, total }) => ({ chip, total })),
      near: widest === undefined ? [] : await withFacts(widest.results.map(withoutScore)),
    };
  };
}

interface SellerName {
  readonly name: string;
  readonly isKnown: boolean;
}

async function loadSellerName(
  context: PageContext,
  seller: string | undefined,
): Promise<SellerName | undefined> {
  if (seller === undefined) return undefined;
  try {
    const params = { slug: seller };
    const { data } = await context.ask<{ companyName: string }>('/sellers/:slug', { params });
    return { name: data.companyName, isKnown: true };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    return { name: context.reader.text('search.seller.unknown'), isKnown: false };
  }
}

interface NamedCode {
  readonly code: string;
  readonly name: string;
}

/** Names of the makes in the parsed query. The facets name only the makes of results. */
function makesOf(readings: readonly Reading[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readings.flatMap(({ label, parameters }) => {
      const slugs = parameters?.['brand'];
      const names = label?.split(', ') ?? [];
      if (!Array.isArray(slugs) || slugs.length !== names.length) return [];
      return slugs.map((slug, index) => [String(slug), names[index] ?? ''] as const);
    }),
  );
}

function namesOf(
  { facets, interpreted }: SearchAnswer,
  categories: readonly CategoryView[],
  features: readonly NamedCode[],
): FilterNames {
  const bySlug = (list: readonly { slug: string; name: string }[]): Readonly<Record<string, string>> =>
    Object.fromEntries(list.map(({ slug, name }) => [slug, name]));
  const kinds = bySlug(categories.flatMap((category) => [category, ...category.children]));
  return {
    category: kinds,
    subcategory: kinds,
    brand: { ...makesOf(interpreted?.readings ?? []), ...bySlug(facets.brands ?? []) },
    features: Object.fromEntries(features.map(({ code, name }) => [code, name])),
  };
}

/**
 * Returns the search around a postcode, with the country in the postcode: the same digits mean another town in the next country,
 * and alerts must not depend on a language. Null if the search has no postcode, or already has a country and a radius.
 */
function aroundPostcode(query: SearchQuery, language: string): SearchQuery | null {
  const { city, radius, country } = query as Partial<Record<string, string>>;
  const postcode = city === undefined ? null : withCountryPrefix(city, { language, country });
  if (postcode === null || (postcode === city && radius !== undefined)) return null;
  return { ...query, city: postcode, radius: radius ?? POSTCODE_RADIUS };
}

/** Searches without the values that the API rejects, such as a year in the Middle Ages, and adds them to `refused`. */
async function search(
  context: PageContext,
  query: SearchQuery,
  fixed: Readonly<Record<string, string>>,
  refused: Record<string, RefusedBound>,
): Promise<{ query: SearchQuery; answer: Answer<SearchAnswer> }> {
  const { all: _, prices: __, ...parameters } = query;
  const ask = (category: string | undefined): Promise<Answer<SearchAnswer>> =>
    context.ask<SearchAnswer>('/search', {
      query: {
        ...parameters,
        ...fixed,
        facets: facetsOf(category).join(','),
      },
    });
  try {
    const category = categoryOf({ ...query, ...fixed });
    const answer = await ask(category);
    const parsed = answer.data.interpreted?.['category'];
    // The query terms name the category, which decides which facets to count.
    if (category === undefined && Array.isArray(parsed) && parsed.length === 1)
      return { query, answer: await ask(String(parsed[0])) };
    return { query, answer };
  } catch (error) {
    const details = error instanceof AppError ? (context.reader.refusal(error).details ?? []) : [];
    const rejected = details.filter(({ field }) => parameters[field] !== undefined);
    if (rejected.length === 0) throw error;
    for (const { field, message } of rejected)
      refused[field] = { text: query[field] ?? '', problem: problemText(field, message, context.reader) };
    const rest = Object.fromEntries(Object.entries(query).filter(([name]) => refused[name] === undefined));
    return search(context, readSearchQuery(rest), fixed, refused);
  }
}

/** Replaces messages that contain the name of a parameter, which readers do not know. */
function problemText(name: string, message: string, reader: Reader): string {
  if (!message.includes('_')) return sentence(message);
  return reader.text(isBound(name) ? 'filter.crossed' : 'filter.unknown');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function notNumberText(name: string, reader: Reader): string {
  const { kind } = rangeField(name.slice('min_'.length) as RangeName);
  const example = kind === 'year' ? 2019 : kind === 'money' ? 60_000 : 5;
  return reader.text('filter.notNumber', { example: writeNumber(example, reader.language, { kind }) });
}

/** Removes the score, which cards do not show, so that cached cards can be reused across searches. */
function withoutScore(result: CardListing & { readonly score?: number }): CardListing {
  const { score: _, ...listing } = result;
  return listing;
}

interface Wider {
  readonly chip: Chip;
  readonly total: number;
  readonly results: SearchAnswer['results'];
}

/** Returns searches without one of the filters; if none of them has results, without two. */
async function findWider(
  context: PageContext,
  data: Chipped & Pick<Scope, 'dealer'>,
): Promise<readonly Wider[]> {
  const { reader } = context;
  const { dealer } = data;
  const words = data.filters['q'];
  const chips = [
    ...(words === undefined ? [] : [{ label: words, rest: changed(data.filters, { q: '' }) }]),
    ...chipsOf(data, reader),
  ].slice(0, WIDER_MAX);
  const single = await countWithout(context, chips, dealer);
  if (single.length > 0) return single;
  const pairs = chips.flatMap((first, index) =>
    chipsOf({ ...data, filters: first.rest }, reader)
      .filter(({ label }) => chips.findIndex((chip) => chip.label === label) > index)
      .map(({ label, rest }) => ({ label: reader.list([first.label, label]), rest })),
  );
  return countWithout(context, pairs, dealer);
}

async function countWithout(
  context: PageContext,
  chips: readonly Chip[],
  dealer: Scope['dealer'],
): Promise<readonly Wider[]> {
  const searches = await Promise.all(
    chips.map(async (chip): Promise<Wider> => {
      const { all: _, prices: __, ...query } = withDealer(chip.rest, dealer);
      const { data } = await context.ask<SearchAnswer>('/search', {
        query: { ...query, limit: String(NEAR_MAX), facets: 'categories' },
      });
      return { chip, total: data.pagination.total, results: data.results };
    }),
  );
  return searches.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
}

/** Search engines list landing pages, not every combination of filters. */
export function isListed({ query, landing, answer }: SearchPageData): boolean {
  return (
    landing !== null &&
    filterNames(query).length === 0 &&
    query['q'] === undefined &&
    query['sort'] === undefined &&
    answer.pagination.total > 0
  );
}
