import { t } from '../../../platform/errors/sentence.ts';
import type { Category, TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { ListingRow } from '../tables.ts';
import type { VehicleClass } from './enums.ts';
import { errorAt, type FieldProblem } from './field-check.ts';
import { appliesTo, fieldOf, type FieldName, isFieldName, isPresent, type ListingRecord } from './fields.ts';
import { bodyPath } from './listing-body.ts';
import { recordOf } from './record-columns.ts';

/** Attachments and mounted implements have no engine or hour meter, and often no legible year. */
const attachmentSubcategories: ReadonlySet<string> = new Set([
  'attachments',
  'front-loaders',
  'ploughs',
  'seeders',
  'harrows',
  'mulchers',
]);

/** Fields that a listing needs to go live. */
export function missingToPublish(
  record: ListingRecord,
  vehicleClass: VehicleClass,
  ofCategory: readonly FieldName[] = [],
): FieldName[] {
  return requiredToPublish(record, vehicleClass, ofCategory).filter((name) => !isPresent(record[name]));
}

/** Returns the missing fields that the record needs to go live, named as in a body; none without a category. */
export function missingForMarket(record: ListingRecord, category: Category | null): FieldProblem[] {
  if (category === null) return [];
  return missingToPublish(record, category.vehicleClass, requiredIn(category)).map((name) =>
    errorAt(bodyPath(fieldOf(name)), t('is required to publish')),
  );
}

/** Does the same for a stored record. */
export function missingInRow(row: ListingRow, taxonomy: TaxonomySnapshot): FieldProblem[] {
  const category = taxonomy.category(row.category_id);
  if (category === undefined) return [errorAt('category', t('is required to publish'))];
  return missingForMarket(recordOf(row, taxonomy), category);
}

/** Fields that administrators require for a top category. */
function requiredIn(category: Category): FieldName[] {
  return category.requiredAttributes
    .filter(isFieldName)
    .filter((name) => appliesTo(fieldOf(name), category.vehicleClass));
}

function requiredToPublish(
  record: ListingRecord,
  vehicleClass: VehicleClass,
  ofCategory: readonly FieldName[],
): FieldName[] {
  const isTrailer = vehicleClass === 'ST' || vehicleClass === 'TL';
  return [
    'title',
    'category',
    'brand',
    ...(isTrailer || isAttachment(record) ? [] : (['year'] as const)),
    ...(record.priceType === 'on_request' ? [] : (['price', 'currency'] as const)),
    ...ofCategory,
  ];
}

function isAttachment(record: ListingRecord): boolean {
  return record.subcategory !== null && attachmentSubcategories.has(record.subcategory);
}

const advisedByClass: Readonly<Record<VehicleClass, readonly FieldName[]>> = {
  TU: ['mileage', 'fuelType', 'transmission', 'firstRegistration', 'driveType', 'euroStandard'],
  TR: ['mileage', 'fuelType', 'transmission', 'firstRegistration', 'driveType', 'euroStandard'],
  VA: ['mileage', 'fuelType', 'transmission', 'firstRegistration'],
  BU: ['mileage', 'fuelType', 'transmission', 'firstRegistration', 'seats'],
  ST: ['axles', 'grossVehicleWeightKg'],
  TL: ['axles', 'grossVehicleWeightKg'],
  CM: ['operatingHours'],
  FL: ['operatingHours'],
  AG: ['operatingHours'],
};

/** Fields that a new vehicle does not have yet. */
const ofUsedOnly: ReadonlySet<FieldName> = new Set(['firstRegistration', 'operatingHours']);

/** Returns the missing fields that buyers expect. They cause warnings and a lower score, but no errors. */
export function missingExpected(record: ListingRecord, vehicleClass: VehicleClass): FieldName[] {
  return expectedFields(record, vehicleClass).filter((name) => !isPresent(record[name]));
}

function expectedFields(record: ListingRecord, vehicleClass: VehicleClass): FieldName[] {
  const ofClass = advisedByClass[vehicleClass].filter(
    (name) => record.condition !== 'new' || !ofUsedOnly.has(name),
  );
  return ['subcategory', 'model', 'country', ...(isAttachment(record) ? [] : ofClass)];
}

interface QualityContext {
  readonly vehicleClass: VehicleClass;
  /** Fields that administrators require for the category. */
  readonly requiredOfCategory?: readonly FieldName[];
  readonly imageCount: number;
  /** Warnings of the rules; each costs points. */
  readonly problems: readonly FieldProblem[];
}

interface Quality {
  /** Score from 0 to 100. */
  readonly score: number;
  /** Field names as in a body, and `images`. */
  readonly missing: readonly string[];
}

/** Points per field, for a description and for images; their sum is scaled to 100. */
const points = { required: 6, expected: 4, description: 8, images: 12, features: 4 } as const;
const enough = { descriptionLength: 200, images: 8, features: 5 } as const;
const warningCost = 3;
const warningCostMax = 15;

/** Rates an assessed record with that many images. */
export function qualityOf(
  assessed: {
    readonly record: ListingRecord;
    readonly references: { readonly category: Category | null };
    readonly lasting: readonly FieldProblem[];
  },
  imageCount: number,
): Quality {
  const { record, references, lasting } = assessed;
  const { category } = references;
  if (category === null) return { score: 0, missing: ['category'] };
  const { vehicleClass } = category;
  const requiredOfCategory = requiredIn(category);
  return quality(record, { vehicleClass, requiredOfCategory, imageCount, problems: lasting });
}

export function quality(record: ListingRecord, context: QualityContext): Quality {
  const { vehicleClass, imageCount, problems, requiredOfCategory = [] } = context;
  const required = requiredToPublish(record, vehicleClass, requiredOfCategory);
  const isRequired = new Set(requiredOfCategory);
  const wanted = expectedFields(record, vehicleClass).filter((name) => !isRequired.has(name));
  const missingRequired = missingToPublish(record, vehicleClass, requiredOfCategory);
  const missingAdvised = wanted.filter((name) => !isPresent(record[name]));
  const descriptionLength = record.description?.length ?? 0;
  const earned =
    points.required * (required.length - missingRequired.length) +
    points.expected * (wanted.length - missingAdvised.length) +
    points.description * share(descriptionLength, enough.descriptionLength) +
    points.images * share(imageCount, enough.images) +
    points.features * share(record.features.length, enough.features);
  const possible =
    points.required * required.length +
    points.expected * wanted.length +
    points.description +
    points.images +
    points.features;
  const warnings = problems.filter((problem) => problem.severity === 'warning').length;
  const cost = Math.min(warnings * warningCost, warningCostMax);
  return {
    score: Math.max(0, Math.round((100 * earned) / possible) - cost),
    missing: [
      ...[...missingRequired, ...missingAdvised].map((name) => bodyPath(fieldOf(name))),
      ...(descriptionLength === 0 ? ['description'] : []),
      ...(imageCount === 0 ? ['images'] : []),
    ],
  };
}

function share(amount: number, amountEnough: number): number {
  return Math.min(1, amount / amountEnough);
}
