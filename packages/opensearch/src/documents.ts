import {
  boostOf,
  categoryTerms,
  CODE_MARK,
  completenessPercent,
  documentTerms,
  equipmentTerms,
  featureTerms,
  isSameList,
  KEY_SEPARATOR,
  SCORE_DIGITS,
  sellerKeys,
  valueTerms,
} from '@fifthwheel/search/matching';
import { NUMBER_DIMENSIONS, type SearchDocument, VALUE_DIMENSIONS, valueKey } from '@fifthwheel/search';
import { modelKey, placeKey } from '@fifthwheel/text/fold';
import { DIMENSION_FIELDS } from './fields.ts';
import type { Json } from './query-types.ts';

/** Prefixes of these lengths are indexed with the weight of the best word that begins with them. */
export const PREFIX_MIN = 3;
export const PREFIX_MAX = 12;
/** Marks a prefix among the weights; no term contains the mark. */
export const prefixTerm = (prefix: string): string => `^${prefix}`;

/** A publication time at which no listing counts as fresh. */
const LONG_AGO_MS = Number.NEGATIVE_INFINITY;

/** A listing to index, and a checksum of its content. */
export interface IndexedListing {
  readonly document: SearchDocument;
  readonly checksum: number;
}

/** Serializes a listing for the index. Folding and tokenizing are those of the in-memory engine. */
export function indexedDocument({ document, checksum }: IndexedListing, seq: number): string {
  const terms = documentTerms(document);
  const fields = JSON.stringify({ ...fieldsOf(document, terms, seq), checksum });
  return `${fields.slice(0, -1)},"weights":${weightsOf(terms)}}`;
}

/**
 * Serializes the weights of terms and prefixes. Builds the JSON by hand, because an object with hundreds of
 * unique keys takes ten times as long.
 */
function weightsOf(terms: ReadonlyMap<string, number>): string {
  const prefixes = new Map<string, number>();
  let text = '';
  for (const [term, weight] of terms) {
    text += `,${quoted(term)}:${weight}`;
    if (term.startsWith(CODE_MARK)) continue;
    for (let length = PREFIX_MIN; length <= Math.min(term.length, PREFIX_MAX); length++) {
      const prefix = term.slice(0, length);
      if ((prefixes.get(prefix) ?? 0) < weight) prefixes.set(prefix, weight);
    }
  }
  for (const [prefix, weight] of prefixes) text += `,${quoted(prefixTerm(prefix))}:${weight}`;
  return `{${text.slice(1)}}`;
}

/** Quotes a term. `JSON.stringify` took half of the time for the weights, and few terms need it. */
const quoted = (term: string): string => (ODD.test(term) ? JSON.stringify(term) : `"${term}"`);
const ODD = /[^\w#^\u00a1-\ud7ff]/;

function fieldsOf(document: SearchDocument, terms: ReadonlyMap<string, number>, seq: number): Json {
  const { brand, model, category, subcategory, lat, lng } = document;
  const isLocated = lat !== null && lng !== null;
  return {
    kind: 'listing',
    id: document.id,
    seq,
    words: [...terms.keys()].filter((term) => !term.startsWith(CODE_MARK)).join(' '),
    names: [...nameTerms(document)].join(' '),
    equipment: [...equipmentTerms(document)].join(' '),
    values: [...valueTerms(document)],
    namings: namingsOf(document),
    category: category.slug,
    subcategory: subcategory?.slug,
    body: document.body ?? undefined,
    brand: brand?.slug,
    model: model === null ? undefined : modelKey(model),
    brand_model: brandModelOf(document) ?? undefined,
    features: [...new Set(document.features)],
    country: document.country,
    region: keyOf(document.region),
    city: keyOf(document.city),
    seller: document.sellerId,
    seller_keys: document.sellerName ? sellerKeys(document.sellerName) : [],
    ...dimensionsOf(document),
    price: document.price,
    currency: document.currency,
    year: document.year,
    mileage: document.mileage,
    price_position: document.pricePosition ?? undefined,
    created_at: document.createdAtMs,
    published_at: document.publishedAtMs,
    views: document.views,
    boost: lastingBoost(document),
    place: isLocated ? { lat, lon: lng } : undefined,
    located: isLocated ? 1 : 0,
    shown: { summary: base64(document.summary), lat, lng },
  };
}

/** Returns the part of the boost that does not age, in units of the last digit of a score. */
function lastingBoost({ featured, sellerVerified, completeness }: SearchDocument): number {
  const boosted = { featured, sellerVerified, completenessPercent: completenessPercent(completeness) };
  return Math.round((boostOf({ ...boosted, publishedAtMs: LONG_AGO_MS }, 0) - 1) * SCORE_DIGITS);
}

function brandModelOf({ brand, model }: SearchDocument): string | null {
  if (brand === null || model === null) return null;
  const key = modelKey(model);
  return key === '' ? null : brand.slug + KEY_SEPARATOR + key;
}

/** Values with their display names, from which processes learn new names. */
function namingsOf(document: SearchDocument): string[] {
  const { category, subcategory, brand, model } = document;
  const namings = [['category', category.slug, category.name]];
  if (subcategory !== null) namings.push(['category', subcategory.slug, subcategory.name]);
  if (brand !== null) namings.push(['brand', brand.slug, brand.name]);
  const brandModel = brandModelOf(document);
  if (brandModel !== null && model !== null) namings.push(['model', brandModel, model]);
  return namings.map((parts) => parts.join(KEY_SEPARATOR));
}

function dimensionsOf({ values, numbers }: SearchDocument): Json {
  return Object.fromEntries([
    ...NUMBER_DIMENSIONS.map((name) => [DIMENSION_FIELDS[name], numbers[name] ?? undefined]),
    ...VALUE_DIMENSIONS.map((name) => [
      DIMENSION_FIELDS[name],
      values[name] ? valueKey(name, values[name]) : undefined,
    ]),
  ]);
}

const keyOf = (name: string | null): string | undefined => (name === null ? undefined : placeKey(name));

const base64 = (summary: Uint8Array | string): string => Buffer.from(summary as string).toString('base64');

interface CachedTerms {
  readonly texts: readonly string[];
  readonly terms: ReadonlySet<string>;
}

/**
 * Terms by list of names. A few hundred categories and features have names in all languages, which thousands
 * of listings share.
 */
const known = new Map<string, CachedTerms>();

/** Returns the words in the names of a listing's category and equipment. */
function nameTerms(document: SearchDocument): Set<string> {
  const { category, subcategory, categoryTexts, features, featureTexts } = document;
  const slugsAndNames = [category.slug, category.name, subcategory?.slug ?? '', subcategory?.name ?? ''];
  const key = `category${KEY_SEPARATOR}${slugsAndNames[0]}${KEY_SEPARATOR}${slugsAndNames[2]}`;
  const terms = new Set(termsOf(key, [...slugsAndNames, ...categoryTexts], () => categoryTerms(document)));
  features.forEach((code, index) => {
    const texts = featureTexts[index] ?? [];
    const ofFeature = termsOf(`feature${KEY_SEPARATOR}${code}`, texts, () => featureTerms(code, texts));
    for (const term of ofFeature) terms.add(term);
  });
  return terms;
}

/** Returns the cached terms, and recomputes them only if the names have changed. */
function termsOf(key: string, texts: readonly string[], cut: () => Set<string>): ReadonlySet<string> {
  const before = known.get(key);
  if (before !== undefined && isSameList(before.texts, texts)) return before.terms;
  const terms = cut();
  known.set(key, { texts, terms });
  return terms;
}
