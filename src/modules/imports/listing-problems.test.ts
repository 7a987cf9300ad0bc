import { describe, expect, it } from 'vitest';
import type { FieldProblem } from '../listings/index.ts';
import { rowProblems } from './listing-problems.ts';
import type { RowDraft } from './presets/draft.ts';

const GOOD_VIN = 'WDB96340310123456';
const COLUMNS: Readonly<Record<string, string>> = {
  price: 'preis',
  location: 'ort',
  'location.city': 'stadt',
  vin: 'vin',
};

function draftOf(vin: string | null): RowDraft {
  return {
    externalId: null,
    vin,
    listingId: null,
    body: {},
    state: null,
    imageUrls: null,
    imageNames: [],
    problems: [],
    aliases: [],
    columnOf: (field) => COLUMNS[field] ?? null,
  };
}

const row = {
  number: 3,
  cells: new Map([
    ['preis', 'x'],
    ['stadt', 'Kiel'],
  ]),
  fault: null,
};

function codeOf(
  field: string,
  message = 'must be another one',
  { severity = 'error', vin = null }: { severity?: FieldProblem['severity']; vin?: string | null } = {},
) {
  const [found] = rowProblems([{ field, message, severity }], draftOf(vin), row);
  return found?.code;
}

describe('a problem of a record is one of the row that it came from', () => {
  it.each([
    ['price', 'OUT_OF_RANGE'],
    ['year', 'OUT_OF_RANGE'],
    ['location.lat', 'OUT_OF_RANGE'],
    ['fuelType', 'INVALID_ENUM'],
    ['currency', 'INVALID_ENUM'],
    ['location.country', 'INVALID_ENUM'],
    ['firstRegistration', 'INVALID_DATE'],
    ['title', 'INVALID_VALUE'],
    ['contact.phone', 'INVALID_VALUE'],
    ['nothing', 'INVALID_VALUE'],
    ['brand', 'UNKNOWN_BRAND'],
    ['category', 'UNKNOWN_CATEGORY'],
    ['subcategory', 'UNKNOWN_CATEGORY'],
    ['features.3', 'UNKNOWN_FEATURE'],
    ['status', 'INVALID_STATE'],
    ['externalId', 'INVALID_VALUE'],
    ['vin', 'INVALID_VIN'],
  ])('of %s: %s', (field, code) => {
    expect(codeOf(field)).toBe(code);
  });

  it('says so where something is missing, questionable or there already', () => {
    expect(codeOf('brand', 'is required to publish')).toBe('REQUIRED');
    expect(codeOf('price', 'is unusually low', { severity: 'warning' })).toBe('QUESTIONABLE');
    expect(codeOf('externalId', 'belongs to another listing')).toBe('DUPLICATE_KEY');
    expect(codeOf('vin', 'belongs to another listing', { vin: GOOD_VIN })).toBe('DUPLICATE_KEY');
    expect(codeOf('vin', 'has a wrong check digit', { vin: GOOD_VIN, severity: 'warning' })).toBe(
      'INVALID_VIN',
    );
    expect(codeOf('vin', 'is too short', { vin: 'WDB9' })).toBe('INVALID_VIN');
  });

  it('names the column, that of what the field is a part of, or none, and the text that stands there', () => {
    const where = (field: string) => {
      const [found] = rowProblems([{ field, message: 'is odd', severity: 'error' }], draftOf(null), row);
      return [found?.column, found?.value, found?.message, found?.field];
    };
    expect(where('price')).toEqual(['preis', 'x', 'price is odd', 'price']);
    expect(where('location.city')).toEqual(['stadt', 'Kiel', 'location.city is odd', 'location.city']);
    expect(where('location.lat')).toEqual(['ort', null, 'location.lat is odd', 'location.lat']);
    expect(where('status')).toEqual(['status', null, 'status is odd', 'status']);
    expect(where('title')).toEqual([null, null, 'title is odd', 'title']);
  });
});
