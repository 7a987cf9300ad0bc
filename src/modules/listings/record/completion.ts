import { YEAR_MONTH } from '../../../platform/http/request/formats.ts';
import {
  type Brand,
  type Category,
  type Names,
  namesIn,
  type TaxonomySnapshot,
} from '../../taxonomy/index.ts';
import type { PlaceName, RecordOwner } from '../listings.repository.ts';
import type { ListingRecord } from './fields.ts';

/** The category, subcategory and brand that a record's slugs stand for. */
export interface References {
  readonly category: Category | null;
  readonly subcategory: Category | null;
  readonly brand: Brand | null;
}

/**
 * Completes a record: resolves its references, then fills what other values or the account of the owner tell, a title and a place.
 * A record that is read, not written, keeps its year and currency as they are.
 */
export function completeRecord(
  record: ListingRecord,
  { taxonomy, owner }: { readonly taxonomy: TaxonomySnapshot; readonly owner: RecordOwner },
  isRead: boolean,
): { readonly record: ListingRecord; readonly references: References } {
  const named = withCurrentSlugs(isRead ? record : withKnown(record, owner), taxonomy);
  const references = referencesOf(named, taxonomy);
  return { record: withPlace(withTitle(named, references), owner.place), references };
}

/**
 * Replaces names and former slugs by current slugs and codes; a subcategory brings its category along. What is not found stays as it
 * was written, for the checks to name.
 */
function withCurrentSlugs(record: ListingRecord, taxonomy: TaxonomySnapshot): ListingRecord {
  const names = namesIn(taxonomy);
  const parentOf = (category: Category | undefined) =>
    category === undefined || category.parentId === null ? undefined : taxonomy.category(category.parentId);
  const written = ifText(record.category, (text) => {
    const named = names.category(text);
    return named?.sub ?? named?.top;
  });
  const top = parentOf(written) ?? written ?? null;
  const named = ifText(record.subcategory, (text) => names.subcategory(text, top));
  // A subcategory given as the category is unambiguous, and a body beside it may say which: trucks, box.
  const isSub = parentOf(written) !== undefined;
  const subcategory = isSub && record.subcategory === null ? written : named;
  const category = parentOf(written) ?? (record.category === null ? parentOf(named) : written);
  const brand = ifText(record.brand, (text) => names.brand(text, category?.vehicleClass ?? null));
  const current = {
    category: category?.slug ?? record.category,
    subcategory: subcategory?.slug ?? record.subcategory,
    brand: brand?.slug ?? record.brand,
    bodyType: ifText(record.bodyType, (text) => bodyNamed(names, text, category))?.slug ?? record.bodyType,
    features: withCodes(record.features, names),
  };
  const keys = Object.keys(current) as (keyof typeof current)[];
  return keys.every((key) => current[key] === record[key]) ? record : { ...record, ...current };
}

function ifText<T>(value: unknown, find: (text: string) => T | undefined): T | undefined {
  return typeof value === 'string' ? find(value) : undefined;
}

/** "Koffer" of a truck is the body of box trucks. */
function bodyNamed(names: Names, text: string, category: Category | undefined): Category | undefined {
  const below = category === undefined ? undefined : names.subcategory(text, category);
  const named = below === undefined ? names.category(text) : undefined;
  return below ?? named?.sub ?? named?.top;
}

/** The same list when it says nothing else. */
function withCodes(features: ListingRecord['features'], names: Names): ListingRecord['features'] {
  if (!Array.isArray(features)) return features;
  const codes = features.map(
    (each: unknown) => ifText(each, (text) => names.feature(text)?.code) ?? (each as string),
  );
  return codes.every((code, index) => code === features[index]) ? features : [...new Set(codes)];
}

function referencesOf(record: ListingRecord, taxonomy: TaxonomySnapshot): References {
  const find = (slug: string | null) => (slug === null ? null : (taxonomy.categoryBySlug(slug) ?? null));
  return {
    category: find(record.category),
    subcategory: find(record.subcategory),
    brand: record.brand === null ? null : (taxonomy.brandBySlug(record.brand) ?? null),
  };
}

/**
 * A year of manufacture that is not given is that of the first registration: many systems know no other, and nothing goes live
 * without. A price without a currency is in that of the account.
 */
function withKnown(record: ListingRecord, owner: RecordOwner): ListingRecord {
  const { year, firstRegistration, currency } = record;
  const registered =
    typeof firstRegistration === 'string' && YEAR_MONTH.test(firstRegistration)
      ? Number(firstRegistration.slice(0, 4))
      : null;
  const hasPrice = record.price !== null || record.priceNet !== null || record.priceGross !== null;
  if ((year !== null || registered === null) && (currency !== null || !hasPrice)) return record;
  return { ...record, year: year ?? registered, currency: currency ?? (hasPrice ? owner.currency : null) };
}

function withTitle(record: ListingRecord, { brand }: References): ListingRecord {
  if (record.title !== null) return record;
  // Values of a wrong type are named by the checks; a title is not made of them.
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const title = titleFrom({
    brand: brand?.name ?? null,
    model: text(record.model),
    variant: text(record.variant),
    year: typeof record.year === 'number' ? record.year : null,
  });
  return { ...record, title };
}

const TITLE_LENGTH_MAX = 150;

export interface TitleParts {
  /** The display name of the brand. */
  readonly brand: string | null;
  readonly model: string | null;
  readonly variant: string | null;
  readonly year: number | null;
}

/** "Mercedes-Benz Actros 1845 LS 2019", or null without a brand or a model: a bare year is no title. */
export function titleFrom({ brand, model, variant, year }: TitleParts): string | null {
  if (brand === null && model === null) return null;
  const series = brand !== null && model !== null && startsWithWord(model, brand) ? [model] : [brand, model];
  const title = [...series, variant, year === null ? null : String(year)]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  if (title.length <= TITLE_LENGTH_MAX) return title.trim();
  return Array.from(title).slice(0, TITLE_LENGTH_MAX).join('').trim();
}

/** Feeds often repeat the brand in the model. */
function startsWithWord(text: string, word: string): boolean {
  return `${text.toLowerCase()} `.startsWith(`${word.toLowerCase()} `);
}

const placeNames = [
  'country',
  'region',
  'city',
  'postalCode',
  'lat',
  'lng',
] as const satisfies readonly PlaceName[];

/** Without a place the vehicle stands where the seller is; without a country, in the seller's. */
function withPlace(record: ListingRecord, place: RecordOwner['place']): ListingRecord {
  if (placeNames.every((name) => record[name] === null)) return { ...record, ...place };
  return record.country === null ? { ...record, country: place.country } : record;
}
