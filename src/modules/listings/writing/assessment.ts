import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import { YEAR_MONTH } from '../../../platform/http/request/formats.ts';
import { loadGazetteer } from '../../../platform/gazetteer/gazetteer.ts';
import type { Category, Taxonomy, TaxonomySnapshot } from '../../taxonomy/index.ts';
import { findOwner, type PlaceName, type RecordOwner } from '../listings.repository.ts';
import { withoutNotApplicable } from '../record/applicability.ts';
import type { VehicleClass } from '../record/enums.ts';
import { errorAt, warningAt, type FieldProblem } from '../record/field-check.ts';
import { appliesTo, fieldOf, type FieldName, isFieldName, type ListingRecord } from '../record/fields.ts';
import { bodyPath } from '../record/listing-body.ts';
import { haveSameTerms, priceTermsOf, resolvePrice } from '../record/price-terms.ts';
import { missingToPublish, quality, type Quality } from '../record/quality.ts';
import { recordOf } from '../record/record-columns.ts';
import { checkRecord } from '../record/record-rules.ts';
import { checkReferences, referencesOf, withCurrentSlugs, type References } from '../record/references.ts';
import { titleFrom } from '../record/title.ts';
import type { ListingRow } from '../tables.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';

const placeNames = [
  'country',
  'region',
  'city',
  'postalCode',
  'lat',
  'lng',
] as const satisfies readonly PlaceName[];

export interface RecordContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly owner: RecordOwner;
  readonly now: Date;
}

export interface Assessment {
  /** The record as it would be stored: completed, and without fields that do not apply. */
  readonly record: ListingRecord;
  readonly references: References;
  readonly vehicleClass: VehicleClass | null;
  /** Problems that prevent storing. */
  readonly errors: readonly FieldProblem[];
  readonly warnings: readonly FieldProblem[];
  /** How this write was understood, which later reads of the record cannot tell. */
  readonly remarks: readonly FieldProblem[];
  /** The warnings about the stored record; the others concern values that are not kept. */
  readonly lasting: readonly FieldProblem[];
}

/**
 * Checks a record as written. Values stored before and unchanged are not refused because something around them has
 * changed.
 */
export function assess(
  written: ListingRecord,
  context: RecordContext,
  before: ListingRecord | null = null,
): Assessment {
  const { taxonomy, owner, now } = context;
  const priced = withPrice(written, owner, before);
  const named = withCurrentSlugs(written === before ? written : withKnown(priced.record, owner), taxonomy);
  const references = referencesOf(named, taxonomy);
  const completed = withPlace(withTitle(named, references), owner.place);
  const vehicleClass = references.category?.vehicleClass ?? null;
  const outside = [
    ...checkReferences(completed, references, taxonomy, before),
    ...checkMember(completed, owner, before),
  ];
  const isError = ({ severity }: FieldProblem): boolean => severity === 'error';
  const problems = [
    ...checkRecord(completed, { vehicleClass, now }),
    ...outside,
    ...priced.problems.filter(isError),
  ];
  const record = vehicleClass === null ? completed : withoutNotApplicable(completed, vehicleClass);
  const lasting =
    record === completed ? problems : [...checkRecord(record, { vehicleClass, now }), ...outside];
  return {
    record,
    references,
    vehicleClass,
    errors: problems.filter(isError),
    warnings: [
      ...problems.filter((problem) => problem.severity === 'warning'),
      ...unknownCity(completed, written),
    ],
    remarks: priced.problems.filter((problem) => !isError(problem)),
    lasting: lasting.filter((problem) => problem.severity === 'warning'),
  };
}

export function qualityOf(
  { record, vehicleClass, lasting, references }: Assessment,
  imageCount: number,
): Quality {
  if (vehicleClass === null) return { score: 0, missing: ['category'] };
  const requiredOfCategory = requiredIn(references.category);
  return quality(record, { vehicleClass, requiredOfCategory, imageCount, problems: lasting });
}

export async function recordContext(
  db: Queryable,
  { taxonomy, clock }: { readonly taxonomy: Taxonomy; readonly clock: Clock },
  sellerId: string,
): Promise<RecordContext> {
  return { taxonomy: taxonomy.current, owner: await findOwner(db, sellerId), now: clock.now() };
}

/** Contexts are few and shared by many items: each is compared once. */
export function comparedWith(current: RecordContext): (context: RecordContext) => boolean {
  const known = new Map<RecordContext, boolean>();
  return (context) => {
    let isAlike = known.get(context);
    if (isAlike === undefined) {
      isAlike = context.taxonomy === current.taxonomy && isDeepStrictEqual(context.owner, current.owner);
      known.set(context, isAlike);
    }
    return isAlike;
  };
}

/** What a stored record lacks to go live. */
export function missingInRow(row: ListingRow, taxonomy: TaxonomySnapshot): FieldProblem[] {
  const category = taxonomy.category(row.category_id);
  if (category === undefined) return [errorAt('category', t('is required to publish'))];
  const { vehicleClass } = category;
  return missingForMarket({ record: recordOf(row, taxonomy), vehicleClass, references: { category } });
}

/** What the record lacks to go live, named as in a body. */
export function missingForMarket({
  record,
  vehicleClass,
  references,
}: Pick<Assessment, 'record' | 'vehicleClass'> & {
  readonly references: Pick<References, 'category'>;
}): FieldProblem[] {
  if (vehicleClass === null) return [];
  return missingToPublish(record, vehicleClass, requiredIn(references.category)).map((name) =>
    errorAt(bodyPath(fieldOf(name)), t('is required to publish')),
  );
}

/** What administrators want of every listing of a top category. */
function requiredIn(category: Category | null): FieldName[] {
  if (category === null) return [];
  return category.requiredAttributes
    .filter(isFieldName)
    .filter((name) => appliesTo(fieldOf(name), category.vehicleClass));
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

/** An amount or a term that is stored already is not read anew: what it was taken for then stays. */
function withPrice(
  written: ListingRecord,
  { priceDefaults }: RecordOwner,
  before: ListingRecord | null,
): { record: ListingRecord; problems: readonly FieldProblem[] } {
  const isKept = before !== null && haveSameTerms(written, before);
  if (isKept || written.priceType === 'on_request') return { record: written, problems: [] };
  const { terms, problems } = resolvePrice(priceTermsOf(written), priceDefaults);
  return { record: { ...written, ...terms }, problems };
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

/** Without a place the vehicle stands where the seller is; without a country, in the seller's. */
function withPlace(record: ListingRecord, place: RecordOwner['place']): ListingRecord {
  if (placeNames.every((name) => record[name] === null)) return { ...record, ...place };
  return record.country === null ? { ...record, country: place.country } : record;
}

/** No flaw of the record, but searches by the place will not find it, and a slip of the pen is likely. */
function unknownCity({ country }: ListingRecord, { city }: ListingRecord): FieldProblem[] {
  if (typeof city !== 'string' || city.trim() === '') return [];
  const gazetteer = loadGazetteer();
  const where = typeof country === 'string' ? country : undefined;
  if (gazetteer.cityExists(city, where)) return [];
  const near = gazetteer.nearestCityName(city, where);
  return [warningAt('location.city', unknownIn(where, near))];
}

function unknownIn(country: string | undefined, meant: string | null): Message {
  if (country === undefined)
    return meant === null ? t('is not known') : t('is not known; did you mean {meant}?', { meant });
  return meant === null
    ? t('is not known in {country}', { country })
    : t('is not known in {country}; did you mean {meant}?', { country, meant });
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
