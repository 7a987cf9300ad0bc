import { Type, type TSchema } from 'typebox';
import { NamedObject } from '../../../platform/http/schemas.ts';
import { derivedValues } from '../record/derived.ts';
import type { VehicleClass } from '../record/enums.ts';
import { catalogue, fieldsOfGroup, type FieldRow, type ListingRecord } from '../record/fields.ts';
import type { MemberSpec } from '../record/fields/spec.ts';
import { valueSchema } from '../record/fields/value-schema.ts';

/** The two groups of the public detail, without absent values. */

const technical = fieldsOfGroup('technical');
const commercial = fieldsOfGroup('commercial');

const optional = (list: readonly FieldRow[]): Record<string, TSchema> =>
  Object.fromEntries(list.map((field) => [field.name, Type.Optional(valueSchema(field, 'stored'))]));

export const TechnicalView = NamedObject('TechnicalData', {
  ...optional(technical),
  powerHp: Type.Optional(Type.Integer({ description: 'Engine power in horsepower, derived from powerKw.' })),
});

export const CommercialView = NamedObject('CommercialData', {
  ...optional(commercial),
  previousPrice: Type.Optional(Type.Number({ description: 'Price before the last reduction.' })),
  priceReducedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the price fell last.' }),
  ),
});

export type GroupView = Record<string, unknown>;

export function technicalView(record: ListingRecord, vehicleClass: VehicleClass): GroupView {
  const { powerHp, euCategory } = derivedValues(record, vehicleClass);
  return present({ ...pick(record, technical), euCategory, powerHp });
}

export function commercialView(
  record: ListingRecord,
  vehicleClass: VehicleClass,
  reduction: { previousPrice: number | null; priceReducedAt: string | null },
): GroupView {
  const { priceNet, priceGross } = derivedValues(record, vehicleClass);
  return present({ ...pick(record, commercial), priceNet, priceGross, ...reduction });
}

export const ContactView = NamedObject('ListingContact', {
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
});

const publicParts = Object.entries<MemberSpec>(catalogue.contact.members).flatMap(([name, { visibility }]) =>
  visibility === 'owner' ? [] : [name],
);

/** The public contact, without the e-mail address (it would be harvested) and without the id of the team member. */
export function publicContact({ contact }: Pick<ListingRecord, 'contact'>): GroupView | null {
  if (contact === null) return null;
  const parts: Readonly<Record<string, unknown>> = contact;
  const view = present(Object.fromEntries(publicParts.map((name) => [name, parts[name] ?? null])));
  return Object.keys(view).length === 0 ? null : view;
}

function pick(record: ListingRecord, list: readonly FieldRow[]): GroupView {
  return Object.fromEntries(list.map((field) => [field.name, record[field.name]]));
}

function present(view: GroupView): GroupView {
  return Object.fromEntries(
    Object.entries(view).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
