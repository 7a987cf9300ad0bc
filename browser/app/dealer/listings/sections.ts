/** The sections of the editor and their fields. The visibility of a field decides its section. */
import type { CategoryAttribute } from '../../../../clients/typescript/src/generated/types.ts';
import type { NumberField } from '../../../../src/storefront/texts/numbers.ts';

/** The parts of object fields, which the attributes list as a whole. */
export const PARTS: Readonly<Record<string, readonly Part[]>> = {
  leasing: [
    part('leasing.monthly', 'decimal'),
    part('leasing.months', 'integer', 'months'),
    part('leasing.deposit', 'decimal'),
  ],
  availability: [
    { ...part('availability.type', 'enum'), values: ['now', 'from_date', 'order'] },
    part('availability.date', 'date'),
    part('availability.days', 'integer'),
  ],
  contact: [part('contact.name', 'text'), part('contact.phone', 'text'), part('contact.email', 'text')],
  cooling: [
    part('cooling.maker', 'text'),
    part('cooling.model', 'text'),
    part('cooling.hours', 'integer', 'h'),
    part('cooling.minTempC', 'decimal', '°C'),
    part('cooling.compartments', 'integer'),
  ],
};
/** Fields with their own controls in the editor. */
const ELSEWHERE = new Set([
  'category',
  'subcategory',
  'bodyType',
  'features',
  'translations',
  'title',
  'description',
  'tyres',
  'price',
  'priceNet',
  'priceGross',
  'vatRate',
  'vatDeductible',
  'vatScheme',
]);

/** Fields that accept line breaks. */
export const LONG_TEXTS: ReadonlySet<string> = new Set(['damageNotes']);

type Part = Pick<CategoryAttribute, 'name' | 'type' | 'unit' | 'values'>;

function part(name: string, type: string, unit: string | null = null): Part {
  return { name, type, unit, values: null };
}

/** The last four by their readers: all users, all users if the seller chooses so, dealers, the owner. */
export const SECTIONS = [
  'basics',
  'commercial',
  'technical',
  'location',
  'texts',
  'contact',
  'chosen',
  'dealers',
  'owner',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The fields of each section, in the order of the category. */
export function sectionsOf(
  attributes: readonly CategoryAttribute[],
): Readonly<Record<Section, readonly CategoryAttribute[]>> {
  const sections = Object.fromEntries(SECTIONS.map((section) => [section, []])) as unknown as Record<
    Section,
    CategoryAttribute[]
  >;
  for (const attribute of attributes) {
    if (ELSEWHERE.has(attribute.name)) continue;
    for (const field of partsOf(attribute)) sections[sectionOf(field)].push(field);
  }
  return sections;
}

/** The fields of an attribute: itself, or the parts of an object, which can have a lower visibility than the object. */
function partsOf(attribute: CategoryAttribute): readonly CategoryAttribute[] {
  const { name, visibility, ownerParts } = attribute;
  const parts = PARTS[name];
  if (parts === undefined) return [attribute];
  return parts.map((partOfObject) => ({
    ...attribute,
    min: null,
    max: null,
    ...partOfObject,
    visibility: ownerParts.includes(partOfObject.name.slice(name.length + 1)) ? 'owner' : visibility,
  }));
}

function sectionOf({ name, group, visibility }: CategoryAttribute): Section {
  if (visibility !== 'public') return visibility;
  if (name.startsWith('location.')) return 'location';
  if (name.startsWith('contact.') || name === 'videoUrl') return 'contact';
  if (name === 'price' || name === 'currency') return 'commercial';
  if (name === 'contentLanguage') return 'texts';
  return group === 'core' ? 'basics' : (group as 'commercial' | 'technical');
}

/** The number format of an attribute; null if it is not a number. Decimals without a unit are amounts of money. */
export function numberFieldOf({ name, type, unit, max }: CategoryAttribute): NumberField | null {
  if (type === 'integer') return { kind: name === 'year' ? 'year' : 'integer', unit, max };
  if (type !== 'decimal') return null;
  return unit === null ? { kind: 'money' } : { kind: 'decimal', unit, max };
}

/** The fields by name, including parts of objects. */
export function fieldsOf(attributes: readonly CategoryAttribute[]): ReadonlyMap<string, CategoryAttribute> {
  return new Map(attributes.flatMap(partsOf).map((field) => [field.name, field]));
}
