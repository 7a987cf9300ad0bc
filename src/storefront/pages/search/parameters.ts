/** The search parameters in the URL of a page. They are those of the API, as forms and links write them. */
import {
  CODE_DIMENSIONS,
  type DimensionWith,
  DIMENSIONS,
  facetOf,
  type FacetName,
  FLAG_DIMENSIONS,
  NAME_DIMENSIONS,
  type NumberDimension,
} from '../../../modules/discovery/index.ts';
import type { Language } from '../../texts/languages.ts';
import { type NumberField, readNumber } from '../../texts/numbers.ts';

type CountedName = DimensionWith<{ kind: 'name'; facet: FacetName }>;
const COUNTED_NAMES = NAME_DIMENSIONS.filter((name): name is CountedName => facetOf(name) !== undefined);

/** Parameters with several values, which forms repeat and links separate by commas. */
export const LISTS = [
  'category',
  'subcategory',
  'brand',
  'model',
  ...CODE_DIMENSIONS.map((name) => DIMENSIONS[name].parameter),
  'country',
  'features',
  ...COUNTED_NAMES.map((name) => DIMENSIONS[name].parameter),
] as const;
export type ListName = (typeof LISTS)[number];
/** The offered values, by column of listings. */
export const COLUMN_OF_OFFER: ReadonlyMap<string, string> = new Map(
  [...CODE_DIMENSIONS, ...COUNTED_NAMES].flatMap((name) => {
    const { parameter, column } = DIMENSIONS[name];
    return column === null ? [] : [[parameter, column] as const];
  }),
);

/** Parameters with a minimum and a maximum: `min_price`, `max_price`. */
export type RangeName = 'price' | 'year' | 'mileage' | (typeof DIMENSIONS)[NumberDimension]['parameter'];

/** The parameters of each range, in the order of URLs. */
const RANGE_FIELDS: Readonly<Record<RangeName, NumberField>> = {
  price: { kind: 'money' },
  year: { kind: 'year' },
  mileage: { kind: 'integer', unit: 'km' },
  power: { kind: 'integer', unit: 'hp' },
  axles: { kind: 'integer' },
  gross_weight: { kind: 'integer', unit: 'kg' },
  payload: { kind: 'integer', unit: 'kg' },
  operating_weight: { kind: 'integer', unit: 'kg' },
  hours: { kind: 'integer', unit: 'h' },
  seats: { kind: 'integer' },
  standing_places: { kind: 'integer' },
  load_length: { kind: 'integer', unit: 'mm' },
  load_volume: { kind: 'integer', unit: 'm³' },
  pallets: { kind: 'integer' },
  tank_volume: { kind: 'integer', unit: 'l' },
  lifting_capacity: { kind: 'integer', unit: 'kg' },
  lifting_height: { kind: 'integer', unit: 'mm' },
  cooling_hours: { kind: 'integer', unit: 'h' },
  tread: { kind: 'integer', unit: 'mm' },
  inspection: { kind: 'year' },
};
export const RANGES = Object.keys(RANGE_FIELDS) as readonly RangeName[];

const BOUNDS: ReadonlySet<string> = new Set(RANGES.flatMap((name) => [`min_${name}`, `max_${name}`]));

export const isBound = (name: string): boolean => BOUNDS.has(name);

/** @param currency of the price bounds */
export function rangeField(name: RangeName, currency = 'EUR'): NumberField {
  return name === 'price' ? { kind: 'money', unit: currency.toUpperCase() } : RANGE_FIELDS[name];
}

/** The unit shown after values. Horsepower has a localized name. */
export function unitOf(name: RangeName): string {
  return name === 'power' ? '' : (RANGE_FIELDS[name].unit ?? '');
}

/** Parameters that are `true` or absent. */
export const FLAGS = FLAG_DIMENSIONS.map((name) => DIMENSIONS[name].parameter);
export type FlagName = (typeof FLAGS)[number];

const SINGLES = [
  'q',
  ...RANGES.flatMap((name) => [`min_${name}`, `max_${name}`] as const),
  'currency',
  ...FLAGS,
  'region',
  'city',
  'lat',
  'lng',
  'seller',
  'radius',
  'sort',
  'order',
  'page',
  'all',
] as const;

/** Parameters that are not filters: they sort or page results, show all values of a filter, or belong to another parameter. */
const NOT_FILTERS = new Set(['q', 'sort', 'order', 'page', 'currency', 'all', 'lng', 'radius']);
/** Parameters without a chip. Coordinates in a URL mean the reader's location; those from query terms are not shown. */
const UNNAMED = new Set(['lat']);
const HERE_RADIUS = '100';

/** Position of each parameter in a URL. */
const PLACES: ReadonlyMap<string, number> = new Map(
  [...SINGLES, ...LISTS].map((name, place) => [name, place]),
);

export type SearchQuery = Readonly<Record<string, string>>;

/** Returns the parameters in a fixed order and without empty values, so that each search has one URL. */
export function readSearchQuery(parameters: Readonly<Record<string, unknown>>): SearchQuery {
  const query: Record<string, string> = {};
  // Start from the few given names, because a page creates a URL for each of its links.
  const names = Object.keys(parameters)
    .filter((name) => PLACES.has(name))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  for (const name of names) {
    const value = isList(name) ? listed(parameters[name]) : lastOf(parameters[name]);
    if (value !== '') query[name] = value;
  }
  const isHere = query['lat'] !== undefined && query['lng'] !== undefined;
  // A town that the reader enters replaces the reader's location.
  if (!isHere || query['city'] !== undefined) {
    delete query['lat'];
    delete query['lng'];
    // A radius has no meaning without a center.
    if (query['city'] === undefined) delete query['radius'];
  } else query['radius'] ??= HERE_RADIUS;
  // Results can be sorted by distance only if there is a center.
  if (query['sort'] === 'distance' && query['radius'] === undefined) {
    delete query['sort'];
    delete query['order'];
  }
  if (query['page'] === '1') delete query['page'];
  return query;
}

export interface NumbersRead {
  readonly query: SearchQuery;
  /** Bounds that are not numbers in this language, as entered. */
  readonly unreadable: Readonly<Record<string, string>>;
  /** Whether the URL already has all numbers in the format of the API. */
  readonly isPlain: boolean;
}

/** Converts numbers as users enter them in the form, such as `60.000` in German, to plain numbers. */
export function readBounds(searchQuery: SearchQuery, language: Language): NumbersRead {
  const query: Record<string, string> = { ...searchQuery };
  const unreadable: Record<string, string> = {};
  let isPlain = true;
  for (const range of RANGES)
    for (const name of [`min_${range}`, `max_${range}`]) {
      const text = searchQuery[name];
      if (text === undefined) continue;
      const value = readNumber(text, language, rangeField(range, searchQuery['currency']));
      if (value === null) {
        unreadable[name] = text;
        delete query[name];
      } else if (String(value) !== text) {
        query[name] = String(value);
        isPlain = false;
      }
    }
  return { query, unreadable, isPlain };
}

function lastOf(value: unknown): string {
  return textsOf(value).at(-1)?.trim() ?? '';
}

function listed(value: unknown): string {
  const parts = textsOf(value).flatMap((text) => text.split(','));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))].join(',');
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

const placeOf = (name: string): number => PLACES.get(name) ?? 0;

export function listOf(query: SearchQuery, name: string): readonly string[] {
  return query[name]?.split(',') ?? [];
}

/** Returns `?brand=daf&min_year=2019`, or an empty string without parameters. */
export function toQueryString(query: SearchQuery): string {
  let text = '';
  for (const [name, value] of Object.entries(query))
    text += `${text === '' ? '?' : '&'}${name}=${PLAIN.test(value) ? value : encoded(value)}`;
  return text;
}

/** Fast path for values without special characters: nearly all values, and a page has dozens of links. */
const PLAIN = /^[\w.,-]*$/;

function encoded(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1).replaceAll('%2C', ',');
}

/** Returns the first page of the search with other values. An empty value removes the parameter. */
export function changed(query: SearchQuery, changes: Readonly<Record<string, string>>): SearchQuery {
  return readSearchQuery({ ...query, page: '', all: '', ...changes });
}

/** Returns the search without one value of a parameter. */
export function without(query: SearchQuery, name: string, value: string): SearchQuery {
  return changed(query, {
    [name]: listOf(query, name)
      .filter((other) => other !== value)
      .join(','),
  });
}

export function filterNames(query: SearchQuery): readonly string[] {
  return Object.keys(query).filter((name) => !NOT_FILTERS.has(name));
}

/** The meaning of a part of the query, as the API reports it. */
export interface Reading {
  readonly typed: string;
  readonly kind: string;
  readonly parameters?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly label?: string;
  readonly excluded?: true;
  readonly overridden?: true;
}

/** Converts query terms to filters, and keeps the terms that no filter can express. */
export function withReadings(query: SearchQuery, readings: readonly Reading[] | undefined): SearchQuery {
  if (readings === undefined || query['q'] === undefined) return query;
  const filters: Record<string, string> = {};
  const words: string[] = [];
  for (const { typed, kind, parameters, overridden } of readings) {
    // Filler words and overridden terms do not affect the search.
    if (kind === 'talk' || overridden === true) continue;
    const termFilters = parameters === undefined ? null : filtersOf(parameters, query, filters);
    if (termFilters === null) words.push(typed);
    else Object.assign(filters, termFilters);
  }
  return changed(query, { ...filters, q: words.join(' ') });
}

/** Returns null if the page does not have the filter, or has a different value for it. */
function filtersOf(
  parameters: NonNullable<Reading['parameters']>,
  query: SearchQuery,
  earlierFilters: SearchQuery,
): SearchQuery | null {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (!PLACES.has(name) || UNNAMED.has(name)) return null;
    const text = typeof value === 'object' ? value.join(',') : String(value);
    const other = query[name] ?? (isList(name) ? undefined : earlierFilters[name]);
    if (other !== undefined && other !== text) return null;
    filters[name] = isList(name) ? listed([earlierFilters[name], text]) : text;
  }
  return filters;
}

const isList = (name: string): boolean => placeOf(name) >= SINGLES.length;
