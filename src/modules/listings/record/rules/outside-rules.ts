import { loadGazetteer } from '../../../../platform/gazetteer/gazetteer.ts';
import { either, type Message, t } from '../../../../platform/errors/sentence.ts';
import { type Category, namesIn, type TaxonomySnapshot } from '../../../taxonomy/index.ts';
import type { RecordOwner } from '../../listings.repository.ts';
import type { References } from '../completion.ts';
import { errorAt, warningAt, type FieldProblem } from '../field-check.ts';
import type { ListingRecord } from '../fields.ts';

interface OutsideContext {
  readonly references: References;
  readonly taxonomy: TaxonomySnapshot;
  readonly owner: RecordOwner;
  readonly before: ListingRecord | null;
}

/**
 * Checks a complete record against the taxonomy and the team. Later changes of these do not invalidate a stored value
 * that stays unchanged.
 */
export function checkOutside(
  record: ListingRecord,
  { references, taxonomy, owner, before }: OutsideContext,
): FieldProblem[] {
  return [
    ...checkCategories(record, references, taxonomy, before),
    ...checkBrand(record, references, taxonomy, before),
    ...checkBodyType(record, taxonomy, before),
    ...checkFeatures(record, taxonomy, before),
    ...checkMember(record, owner, before),
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

/** Suggests the possible categories of a term that is too general, or else the most similar name. */
function unknownCategory(
  what: 'category' | 'subcategory',
  name: unknown,
  top: Category | null,
  taxonomy: TaxonomySnapshot,
): Message {
  const excerpt = excerptOf(name);
  const names = namesIn(taxonomy);
  const possible = top === null ? names.possibleCategories(excerpt) : [];
  if (possible.length > 1)
    return t(
      '"{name}" can be {either}: name one of them, or the vehicle in category and the body in subcategory',
      { name: excerpt, either: either(possible.map(({ slug }) => slug)) },
    );
  return unknown(what, name, names.nearestCategory(excerpt, top), '/categories');
}

function checkBrand(
  record: ListingRecord,
  { brand, category }: References,
  taxonomy: TaxonomySnapshot,
  before: ListingRecord | null,
): FieldProblem[] {
  if (record.brand === null) return [];
  if (brand === null) {
    const suggestion = namesIn(taxonomy).nearestBrand(excerptOf(record.brand));
    return [errorAt('brand', unknown('brand', record.brand, suggestion, '/brands'))];
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
    const suggestion = nearest(excerptOf(code));
    return [errorAt(`features.${index}`, unknown('feature', code, suggestion, '/features'))];
  });
}

const SHOWN_MAX = 60;

function excerptOf(name: unknown): string {
  return String(name).slice(0, SHOWN_MAX);
}

/** `list`: the endpoint that lists the valid values. */
function unknown(kind: string, value: unknown, suggestion: string | null, list: string): Message {
  const name = excerptOf(value);
  return suggestion === null
    ? t('there is no {kind} "{name}"; GET {list} lists them', { kind, name, list })
    : t('there is no {kind} "{name}"; did you mean "{meant}"? GET {list} lists them', {
        kind,
        name,
        meant: suggestion,
        list,
      });
}

function checkMember(
  { contact }: ListingRecord,
  { memberIds }: RecordOwner,
  before: ListingRecord | null,
): FieldProblem[] {
  const memberId = contact?.memberId;
  if (typeof memberId !== 'string' || memberIds.has(memberId)) return [];
  return before?.contact?.memberId === memberId
    ? [warningAt('contact.memberId', t('has left the team'))]
    : [errorAt('contact.memberId', t('is not a member of your team'))];
}

/** The record is valid, but searches by place will not find it, and a typo is likely. */
export function unknownCity({ country }: ListingRecord, { city }: ListingRecord): FieldProblem[] {
  if (typeof city !== 'string' || city.trim() === '') return [];
  const gazetteer = loadGazetteer();
  const where = typeof country === 'string' ? country : undefined;
  if (gazetteer.cityExists(city, where)) return [];
  const near = gazetteer.nearestCityName(city, where);
  return [warningAt('location.city', unknownIn(where, near))];
}

function unknownIn(country: string | undefined, suggestion: string | null): Message {
  if (country === undefined)
    return suggestion === null
      ? t('is not known')
      : t('is not known; did you mean {meant}?', { meant: suggestion });
  return suggestion === null
    ? t('is not known in {country}', { country })
    : t('is not known in {country}; did you mean {meant}?', { country, meant: suggestion });
}
