import type { VehicleClass } from './enums.ts';
import { appliesTo, fields, type FieldName, type ListingRecord } from './fields.ts';

export const classNames: Readonly<Record<VehicleClass, string>> = {
  TU: 'tractor units',
  TR: 'trucks',
  VA: 'vans',
  ST: 'semi-trailers',
  TL: 'trailers',
  BU: 'buses',
  CM: 'construction machinery',
  FL: 'forklifts',
  AG: 'agricultural machinery',
};

const notOfClass: Readonly<Record<VehicleClass, readonly FieldName[]>> = {
  TU: namesNotOf('TU'),
  TR: namesNotOf('TR'),
  VA: namesNotOf('VA'),
  ST: namesNotOf('ST'),
  TL: namesNotOf('TL'),
  BU: namesNotOf('BU'),
  CM: namesNotOf('CM'),
  FL: namesNotOf('FL'),
  AG: namesNotOf('AG'),
};

function namesNotOf(vehicleClass: VehicleClass): readonly FieldName[] {
  return fields.filter((field) => !appliesTo(field, vehicleClass)).map((field) => field.name);
}

/** Fields with a value that vehicles of the class do not have. */
export function fieldsNotApplicable(record: ListingRecord, vehicleClass: VehicleClass): FieldName[] {
  return notOfClass[vehicleClass].filter((name) => isPresent(record[name]));
}

/** The record as it is stored: a change of category clears what no longer applies. The same one when nothing does. */
export function withoutNotApplicable(record: ListingRecord, vehicleClass: VehicleClass): ListingRecord {
  const names = fieldsNotApplicable(record, vehicleClass);
  if (names.length === 0) return record;
  const cleared = Object.fromEntries(names.map((name) => [name, Array.isArray(record[name]) ? [] : null]));
  return { ...record, ...cleared };
}

export function isPresent(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}
