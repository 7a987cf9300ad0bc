import { nearest } from '../../../text/nearest.ts';
import type { Brand, Category, TaxonomySnapshot } from '../../taxonomy/index.ts';
import { errorAt, warningAt, type FieldProblem } from './field-check.ts';
import type { ListingRecord } from './fields.ts';

/** The category, subcategory and brand that a record's slugs stand for. */
export interface References {
  readonly category: Category | null;
  readonly subcategory: Category | null;
  readonly brand: Brand | null;
}

/** Replaces former slugs by current ones; a subcategory brings its category along. */
export function withCurrentSlugs(record: ListingRecord, taxonomy: TaxonomySnapshot): ListingRecord {
  const find = (slug: unknown) => (typeof slug === 'string' ? taxonomy.categoryBySlug(slug) : undefined);
  const parentOf = (category: Category | undefined) =>
    category === undefined || category.parentId === null ? undefined : taxonomy.category(category.parentId);
  const written = find(record.category);
  const named = find(record.subcategory);
  // A subcategory given as the category is unambiguous.
  const isSub = parentOf(written) !== undefined;
  const subcategory = isSub && record.subcategory === null ? written : named;
  const category = parentOf(written) ?? (record.category === null ? parentOf(named) : written);
  const brand = typeof record.brand === 'string' ? taxonomy.brandBySlug(record.brand) : undefined;
  const current = {
    category: category?.slug ?? record.category,
    subcategory: subcategory?.slug ?? record.subcategory,
    brand: brand?.slug ?? record.brand,
  };
  const isCurrent =
    current.category === record.category &&
    current.subcategory === record.subcategory &&
    current.brand === record.brand;
  return isCurrent ? record : { ...record, ...current };
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
  const isTop = (each: Category) => each.parentId === null;
  if (record.category !== null && category === null) {
    problems.push(
      errorAt('category', unknown('category', record.category, slugs(taxonomy.categories.filter(isTop)))),
    );
  } else if (category !== null && !category.active && record.category !== before?.category) {
    problems.push(errorAt('category', `${category.slug} is not offered`));
  }
  if (record.subcategory === null) return problems;
  if (subcategory === null || subcategory.parentId === null) {
    const siblings = category === null ? taxonomy.categories : taxonomy.childrenOf(category.id);
    problems.push(errorAt('subcategory', unknown('subcategory', record.subcategory, slugs(siblings))));
  } else if (category !== null && subcategory.parentId !== category.id) {
    problems.push(errorAt('subcategory', `${subcategory.slug} is not part of ${category.slug}`));
  } else if (!subcategory.active && record.subcategory !== before?.subcategory) {
    problems.push(errorAt('subcategory', `${subcategory.slug} is not offered`));
  }
  return problems;
}

function checkBrand(
  record: ListingRecord,
  { brand, category }: References,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (record.brand === null) return [];
  if (brand === null) return [errorAt('brand', unknown('brand', record.brand, slugs(taxonomy.brands)))];
  if (!brand.active && record.brand !== before?.brand)
    return [errorAt('brand', `${brand.slug} is not offered`)];
  return category !== null && !brand.classes.includes(category.vehicleClass)
    ? [warningAt('brand', `${brand.name} is not known for ${category.names['en'] ?? category.slug}`)]
    : [];
}

function checkBodyType(
  { bodyType }: ListingRecord,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (bodyType === null || bodyType === before?.bodyType || taxonomy.categoryBySlug(bodyType) !== undefined)
    return [];
  return [errorAt('bodyType', unknown('category', bodyType, slugs(taxonomy.categories)))];
}

function checkFeatures(
  { features }: ListingRecord,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (!Array.isArray(features)) return [];
  return features.flatMap((code, index) => {
    const feature = typeof code === 'string' ? taxonomy.feature(code) : undefined;
    if (feature?.active === true || before?.features.includes(code) === true) return [];
    const codes = taxonomy.features.filter((each) => each.active).map((each) => each.code);
    return [errorAt(`features.${index}`, unknown('feature', code, codes))];
  });
}

function slugs(list: readonly { readonly slug: string; readonly active: boolean }[]): string[] {
  return list.filter((each) => each.active).map((each) => each.slug);
}

function unknown(what: string, name: unknown, candidates: readonly string[]): string {
  const shown = String(name).slice(0, 60);
  const meant = nearest(shown, candidates);
  return `there is no ${what} "${shown}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}
