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

export interface References {
  readonly category: Category | null;
  readonly subcategory: Category | null;
  readonly brand: Brand | null;
}

/**
 * Completes a record: resolves its references, then derives missing values from others and from the owner's account,
 * such as title and place. A record that is read, not written, keeps its year and currency.
 */
export function completeRecord(
  record: ListingRecord,
  { taxonomy, owner }: { readonly taxonomy: TaxonomySnapshot; readonly owner: RecordOwner },
  isRead: boolean,
): { readonly record: ListingRecord; readonly references: References } {
  const named = withCurrentSlugs(isRead ? record : withDerivedValues(record, owner), taxonomy);
  const references = referencesOf(named, taxonomy);
  return { record: withPlace(withTitle(named, references), owner.place), references };
}

/**
 * Replaces names and former slugs by current slugs and codes; a subcategory determines its category. Unknown names
 * stay, for the checks to report.
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
  // A subcategory in the category field is unambiguous, and the body type can be in the other field: trucks, box.
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

/** "Koffer" of a truck means box trucks. */
function bodyNamed(names: Names, text: string, category: Category | undefined): Category | undefined {
  const below = category === undefined ? undefined : names.subcategory(text, category);
  const named = below === undefined ? names.category(text) : undefined;
  return below ?? named?.sub ?? named?.top;
}

/** Returns the same list if nothing changes. */
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
 * Derives the year of manufacture from the first registration, because many systems know no other and publishing
 * requires it, and the currency of a price from the account.
 */
function withDerivedValues(record: ListingRecord, owner: RecordOwner): ListingRecord {
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
  // The checks report values of a wrong type; the title ignores them.
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

interface TitleParts {
  readonly brand: string | null;
  readonly model: string | null;
  readonly variant: string | null;
  readonly year: number | null;
}

/** "Mercedes-Benz Actros 1845 LS 2019", or null without a brand or model: a year alone is not a title. */
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

/** Uses the seller's place if the record has none, and the seller's country if it has none. */
function withPlace(record: ListingRecord, place: RecordOwner['place']): ListingRecord {
  if (placeNames.every((name) => record[name] === null)) return { ...record, ...place };
  return record.country === null ? { ...record, country: place.country } : record;
}
