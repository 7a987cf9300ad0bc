/** Typical queries, drawn from the actual data: rotating words, filters and pages. */
import { seeded, type Random } from '../search-documents.ts';

/** Parameters of `GET /search`. */
export type QueryParameters = Readonly<Record<string, string>>;

export const ALL_FACETS = 'categories,brands,price_ranges,years,fuel_types,transmissions,locations';

/** Values to query for, most frequent first. */
export interface Vocabulary {
  readonly brands: readonly string[];
  readonly categories: readonly string[];
  readonly countries: readonly string[];
  readonly fuels: readonly string[];
  readonly transmissions: readonly string[];
  /** Words of titles, by frequency. */
  readonly words: readonly string[];
}

interface Counted {
  readonly slug?: string;
  readonly value?: string;
  readonly country?: string;
}

interface Answer {
  readonly data: {
    readonly results: readonly { readonly title: string }[];
    readonly facets: Readonly<Record<string, readonly Counted[]>>;
  };
}

const TITLE_PAGES = 20;

/**
 * Reads one facet at a time and without a computed order, because a large search cluster on a small machine rejects more at a
 * time.
 */
export async function readVocabulary(url: string): Promise<Vocabulary> {
  const ask = async (query: string): Promise<Answer> => {
    const response = await fetch(`${url}/api/search?${query}`);
    if (!response.ok) throw new Error(`${query}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const values = async (name: string): Promise<string[]> => {
    const { facets } = (await ask(`facets=${name}&limit=1`)).data;
    return (facets[name] ?? []).map(({ slug, value, country }) => slug ?? value ?? country ?? '');
  };
  const words: string[] = [];
  for (const sort of ['created_at', 'year', 'mileage'])
    for (let page = 1; page <= TITLE_PAGES; page++) {
      const { results } = (await ask(`facets=&limit=100&page=${page}&sort=${sort}`)).data;
      for (const { title } of results)
        words.push(...title.split(/[\s,|/]+/).filter((word) => word.length > 1));
    }
  return {
    brands: await values('brands'),
    categories: await values('categories'),
    countries: await values('locations'),
    fuels: await values('fuel_types'),
    transmissions: await values('transmissions'),
    words,
  };
}

/** Picks from a list sorted by frequency, earlier entries more often. */
const frequent = (random: Random, list: readonly string[]): string =>
  list[Math.min(list.length - 1, Math.floor(list.length ** random()) - 1)] ?? '';
const any = (random: Random, list: readonly string[]): string =>
  list[Math.floor(random() * list.length)] ?? '';
const between = (random: Random, low: number, high: number): string =>
  String(Math.round(low + random() * (high - low)));

type Draw = (random: Random, vocabulary: Vocabulary) => QueryParameters;
const faceted = { facets: ALL_FACETS } as const;

/** Filters with or without words, and all seven facets. */
export const FILTERED: Readonly<Record<string, Draw>> = {
  'brand': (r, v) => ({ ...faceted, brand: frequent(r, v.brands) }),
  'brand, price': (r, v) => ({ ...faceted, brand: frequent(r, v.brands), min_price: '10000', max_price: between(r, 30_000, 90_000) }),
  'price': (r) => ({ ...faceted, max_price: between(r, 15_000, 90_000) }),
  'category, year, country': (r, v) => ({ ...faceted, category: frequent(r, v.categories), min_year: between(r, 2012, 2022), country: frequent(r, v.countries) }),
  'six filters': (r, v) => ({
    ...faceted, category: frequent(r, v.categories), brand: `${frequent(r, v.brands)},${any(r, v.brands)}`, min_year: '2014',
    max_mileage: between(r, 200_000, 700_000), max_price: between(r, 30_000, 90_000), fuel_type: frequent(r, v.fuels),
  }),
  'word, category': (r, v) => ({ ...faceted, q: any(r, v.words), category: frequent(r, v.categories) }),
  'word, year, price': (r, v) => ({ ...faceted, q: any(r, v.words), min_year: between(r, 2010, 2020), max_price: between(r, 20_000, 90_000) }),
  'two words, country': (r, v) => ({ ...faceted, q: `${any(r, v.words)} ${any(r, v.words)}`, country: frequent(r, v.countries) }),
}; // prettier-ignore

/** Other kinds of queries. */
const OTHERS: Readonly<Record<string, Draw>> = {
  'one word': (r, v) => ({ ...faceted, q: any(r, v.words) }),
  'beginning of a word': (r, v) => ({ q: any(r, v.words).slice(0, 4) }),
  'default facets, page': (r, v) => ({ brand: frequent(r, v.brands), page: between(r, 1, 5) }),
  'by price': (r, v) => ({ fuel_type: frequent(r, v.fuels), sort: 'price', order: 'asc', page: between(r, 1, 5) }),
  'around a place': (r) => ({ ...faceted, lat: (46 + r() * 8).toFixed(3), lng: (2 + r() * 16).toFixed(3), radius: '150', sort: 'distance' }),
}; // prettier-ignore

export const UNFILTERED: Draw = (r) => ({ ...faceted, page: between(r, 1, 20) });

const MIXED: Readonly<Record<string, Draw>> = { ...FILTERED, ...OTHERS, 'no filter': UNFILTERED };

export function draw(kind: Draw, vocabulary: Vocabulary, count: number, seed: number): QueryParameters[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => kind(random, vocabulary));
}

/** All kinds in turn. */
export function drawMixed(vocabulary: Vocabulary, count: number, seed: number): QueryParameters[] {
  const random = seeded(seed);
  const kinds = Object.values(MIXED);
  return Array.from({ length: count }, (_, i) => (kinds[i % kinds.length] ?? UNFILTERED)(random, vocabulary));
}

/** Prefixes of words, as typed. */
export function drawTyped(vocabulary: Vocabulary, count: number, seed: number): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const word = any(random, vocabulary.words);
    return word.slice(0, 1 + Math.floor(random() * Math.min(6, word.length)));
  });
}

export function pathOf(query: QueryParameters): string {
  return `/api/search?${new URLSearchParams(query).toString()}`;
}
