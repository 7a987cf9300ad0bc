import {
  catalogue,
  fieldOf,
  fields,
  isFieldName,
  type FieldName,
  type FieldRow,
  type ListingRecord,
} from './fields.ts';
import type { Members, ValueSpec } from './fields/spec.ts';
import { powerKwOf } from './derived.ts';
import type { ListingBody } from './listing-body.ts';
import { isEchoedPrice, releasePrice, withoutEchoedPrice } from './price-terms.ts';
import { normalizeVin } from './vin.ts';
import { readWord } from './words.ts';

/** Applies bodies to records. Values of a wrong type pass through, for the checks to report. */

// Imports create many records, and copying a template with all keys is many times faster than adding them one by one.
const empty: Readonly<Record<string, unknown>> = Object.fromEntries(
  fields.map((field) => [field.name, emptyValue(field)]),
);
const listNames = fields.filter((field) => field.kind === 'textList').map((field) => field.name);

export function emptyRecord(): ListingRecord {
  const record: Record<string, unknown> = { ...empty };
  for (const name of listNames) record[name] = [];
  return record as ListingRecord;
}

/** Creates the record of a body. */
export function recordFromBody(body: ListingBody): ListingRecord {
  return write(emptyRecord(), body);
}

/** Returns the record after a PUT. Amounts that were only sent back do not contradict a changed price. */
export function replacedRecord(current: ListingRecord, body: ListingBody): ListingRecord {
  return recordFromBody(withoutEchoedPrice(current, body));
}

/**
 * Returns the record after a PATCH: an omitted field stays, null clears, compounds merge member by member unless they
 * are value objects.
 */
export function patchedRecord(current: ListingRecord, body: ListingBody): ListingRecord {
  return write({ ...current }, isEchoedPrice(body) ? withoutEchoedPrice(current, body) : body);
}

function write(record: ListingRecord, body: ListingBody): ListingRecord {
  releasePrice(record, body);
  const written: Readonly<Record<string, unknown>> = body;
  for (const name of Object.keys(written)) {
    const value = written[name];
    if (value !== undefined && isFieldName(name) && fieldOf(name).within === undefined)
      put(record, name, value);
  }
  putLocation(record, written['location']);
  putHorsepower(record, body);
  reconcilePriceType(record, body);
  record.condition ??= 'used';
  return record;
}

/** Sets any value; the checks reject what the catalog does not allow. */
function put(record: ListingRecord, name: FieldName, value: unknown): void {
  const values: Record<string, unknown> = record;
  const field = fieldOf(name);
  const normal = normalValue(name, field, value);
  values[name] = normal === null ? emptyValue(field) : merged(field, values[name], normal);
}

const locationNames = fields.filter((field) => field.within === 'location').map((field) => field.name);

function putLocation(record: ListingRecord, location: unknown): void {
  if (location === null) for (const name of locationNames) put(record, name, null);
  if (isObject(location)) {
    for (const name of locationNames) if (location[name] !== undefined) put(record, name, location[name]);
  }
}

function putHorsepower(record: ListingRecord, { powerHp, powerKw }: ListingBody): void {
  if (powerHp === undefined || (powerKw !== undefined && powerKw !== null)) return;
  put(record, 'powerKw', typeof powerHp === 'number' ? powerKwOf(powerHp) : powerHp);
}

/** "On request" and a price exclude each other; the newly written one wins. */
function reconcilePriceType(record: ListingRecord, body: ListingBody): void {
  if (record.priceType !== 'on_request') return;
  const prices = ['price', 'priceNet', 'priceGross'] as const;
  if (body.priceType !== undefined) {
    for (const name of prices) if (body[name] === undefined) record[name] = null;
  } else if (prices.some((name) => typeof body[name] === 'number')) {
    record.priceType = 'fixed';
  }
}

function emptyValue(field: FieldRow): null | [] {
  return field.kind === 'textList' ? [] : null;
}

function merged(field: FieldRow, current: unknown, value: unknown): unknown {
  if (!isObject(value) || field.whole === true) return withoutNulls(value);
  const base = isObject(current) ? current : {};
  if (field.kind !== 'objectMap') return withoutNulls({ ...base, ...value });
  const entries = Object.entries(value).map(([key, entry]) => {
    const before = base[key];
    return [key, isObject(before) && isObject(entry) ? { ...before, ...entry } : entry] as const;
  });
  return withoutNulls({ ...base, ...Object.fromEntries(entries) });
}

/** Removes empty members; a compound without members is absent. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, member]) => [key, withoutNulls(member)] as const)
    .filter(([, member]) => member !== null && member !== undefined);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function normalValue(name: string, spec: ValueSpec, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return normalString(name, spec, value);
  if (spec.kind === 'object') return normalMembers(spec.members, value, name);
  if (spec.kind === 'objectMap' && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, normalMembers(spec.members, item, name)]),
    );
  if (!Array.isArray(value)) return value;
  if (spec.kind === 'objectList')
    return value.map((item: unknown) => withoutNulls(normalMembers(spec.members, item, name)));
  return spec.kind === 'textList'
    ? [...new Set(value.map((item: unknown) => (typeof item === 'string' ? item.trim() : item)))]
    : value;
}

function normalString(name: string, spec: ValueSpec, text: string): string | null {
  if (spec.kind === 'text') return normalText(name === 'vin' ? normalizeVin(text) : text, spec);
  if (spec.kind !== 'enum' && spec.kind !== 'yearMonth' && spec.kind !== 'date') return text;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return spec.kind === 'enum' ? (readWord(name, trimmed, spec.values) ?? trimmed) : trimmed;
}

/** Drops unknown members: only members of the catalog are stored. */
function normalMembers(members: Members, value: unknown, path: string): unknown {
  if (!isObject(value)) return value;
  const known = Object.entries(members).filter(([name]) => value[name] !== undefined);
  return Object.fromEntries(
    known.map(([name, member]) => [name, normalValue(`${path}.${name}`, member, value[name])]),
  );
}

/** Normalizes a stock number for a lookup; empty for none. */
export function stockNumber(written: string): string {
  const { externalId } = catalogue;
  return normalText(written, externalId) ?? '';
}

const UNEVEN = /[^\S ]|\s\s/;

/**
 * Composes, trims and normalizes white space; empty means absent. A text that is too long stays unchanged for the
 * checks to reject, because composing a megabyte of combining marks takes minutes.
 */
function normalText(text: string, spec: ValueSpec & { kind: 'text' }): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 2 * spec.maxLength) return trimmed;
  const composed = trimmed.normalize('NFC').replace(/\r\n?/g, '\n');
  const isEven = spec.multiline === true || !UNEVEN.test(composed);
  const even = isEven ? composed : composed.replace(/\s+/g, ' ');
  if (even === '') return null;
  if (spec.fold === 'upper') return even.toUpperCase();
  return spec.fold === 'lower' ? even.toLowerCase() : even;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
