import {
  type Brand,
  type Category,
  type Names,
  namesIn,
  type TaxonomySnapshot,
} from '../../taxonomy/index.ts';
import { errorAt, warningAt, type FieldProblem } from './field-check.ts';
import type { ListingRecord } from './fields.ts';
import { either, type Message, t } from '../../../platform/errors/sentence.ts';

/** The category, subcategory and brand that a record's slugs stand for. */
export interface References {
  readonly category: Category | null;
  readonly subcategory: Category | null;
  readonly brand: Brand | null;
}

/**
 * Replaces names and former slugs by current slugs and codes; a subcategory brings its category along. What is not found stays as it
 * was written, for the checks to name.
 */
export function withCurrentSlugs(record: ListingRecord, taxonomy: TaxonomySnapshot): ListingRecord {
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

export function referencesOf(record: ListingRecord, taxonomy: TaxonomySnapshot): References {
  const find = (slug: string | null) => (slug === null ? null : (taxonomy.categoryBySlug(slug) ?? null));
  return {
    category: find(record.category),
    subcategory: find(record.subcategory),
    brand: record.brand === null ? null : (taxonomy.brandBySlug(record.brand) ?? null),
  };
}

/** An unchanged value that was once accepted is not refused because the taxonomy has changed since. */
export function checkReferences(
  record: ListingRecord,
  references: References,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  return [
    ...checkCategories(record, references, taxonomy, before),
    ...checkBrand(record, references, taxonomy, before),
    ...checkBodyType(record, taxonomy, before),
    ...checkFeatures(record, taxonomy, before),
  ];
}

function checkCategories(
  record: ListingRecord,
  { category, subcategory }: References,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (record.category !== null && category === null) {
    problems.push(errorAt('category', unknownCategory('category', record.category, null, taxonomy)));
  } else if (category !== null && !category.active && record.category !== before?.category) {
    problems.push(errorAt('category', t('{name} is not offered', { name: category.slug })));
  }
  if (record.subcategory === null) return problems;
  if (subcategory === null || subcategory.parentId === null) {
    const message = unknownCategory('subcategory', record.subcategory, category, taxonomy);
    problems.push(errorAt('subcategory', message));
  } else if (category !== null && subcategory.parentId !== category.id) {
    problems.push(
      errorAt(
        'subcategory',
        t('{name} is not part of {category}', { name: subcategory.slug, category: category.slug }),
      ),
    );
  } else if (!subcategory.active && record.subcategory !== before?.subcategory) {
    problems.push(errorAt('subcategory', t('{name} is not offered', { name: subcategory.slug })));
  }
  return problems;
}

/** Names what the trade's word can be where it is too short for one category, else the nearest name. */
export function unknownCategory(
  what: 'category' | 'subcategory',
  name: unknown,
  top: Category | null,
  taxonomy: TaxonomySnapshot,
): Message {
  const shown = shownOf(name);
  const names = namesIn(taxonomy);
  const possible = top === null ? names.possibleCategories(shown) : [];
  if (possible.length > 1)
    return t(
      '"{name}" can be {either}: name one of them, or the vehicle in category and the body in subcategory',
      { name: shown, either: either(possible.map(({ slug }) => slug)) },
    );
  return unknown(what, name, names.nearestCategory(shown, top), '/categories');
}

function checkBrand(
  record: ListingRecord,
  { brand, category }: References,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (record.brand === null) return [];
  if (brand === null) {
    const meant = namesIn(taxonomy).nearestBrand(shownOf(record.brand));
    return [errorAt('brand', unknown('brand', record.brand, meant, '/brands'))];
  }
  if (!brand.active && record.brand !== before?.brand)
    return [errorAt('brand', t('{name} is not offered', { name: brand.slug }))];
  return category !== null && !brand.classes.includes(category.vehicleClass)
    ? [
        warningAt(
          'brand',
          t('{name} is not known for {category}', {
            name: brand.name,
            category: category.names['en'] ?? category.slug,
          }),
        ),
      ]
    : [];
}

function checkBodyType(
  { bodyType }: ListingRecord,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (bodyType === null || bodyType === before?.bodyType || taxonomy.categoryBySlug(bodyType) !== undefined)
    return [];
  return [errorAt('bodyType', unknownCategory('category', bodyType, null, taxonomy))];
}

function checkFeatures(
  { features }: ListingRecord,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (!Array.isArray(features)) return [];
  const nearest = namesIn(taxonomy).nearestFeatures();
  return features.flatMap((code, index) => {
    const feature = typeof code === 'string' ? taxonomy.feature(code) : undefined;
    if (feature?.active === true || before?.features.includes(code) === true) return [];
    const meant = nearest(shownOf(code));
    return [errorAt(`features.${index}`, unknown('feature', code, meant, '/features'))];
  });
}

const SHOWN_MAX = 60;

function shownOf(name: unknown): string {
  return String(name).slice(0, SHOWN_MAX);
}

/** `list`: where all of them are. */
function unknown(kind: string, value: unknown, meant: string | null, list: string): Message {
  const name = shownOf(value);
  return meant === null
    ? t('there is no {kind} "{name}"; GET {list} lists them', { kind, name, list })
    : t('there is no {kind} "{name}"; did you mean "{meant}"? GET {list} lists them', {
        kind,
        name,
        meant,
        list,
      });
}
