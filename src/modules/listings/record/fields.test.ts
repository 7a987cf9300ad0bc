import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../platform/http/request/formats.ts';
import { checkSchema } from '../../../platform/http/request/schema-check.ts';
import { checkValue } from './field-check.ts';
import { snakeCase } from '@fifthwheel/text/snake-case';
import { fieldOf, fields, type FieldName } from './fields.ts';
import { valueSchema } from './fields/value-schema.ts';
import { importColumns } from './field-lists.ts';
import { CreateListingBody, EditListingBody } from './listing-body.ts';

const ajv = new Ajv({ allErrors: true, strict: true, formats: FORMATS });
// Read by the HTTP layer for its messages.
ajv.addKeyword('errorMessage');
ajv.addKeyword('documentedAs');

describe('the catalogue', () => {
  it('names the columns of the own CSV format, all but images and status', () => {
    const ownFormat =
      `external_id,category,subcategory,brand,model,variant,title,description,condition,price,price_type,currency,
      vat_deductible,vat_rate,year,first_registration,mileage,operating_hours,vin,serial_number,fuel_type,transmission,drive_type,
      euro_standard,power_kw,power_hp,displacement_ccm,gears,axles,gross_weight_kg,curb_weight_kg,payload_kg,length_mm,width_mm,
      height_mm,wheelbase_mm,load_length_mm,load_width_mm,load_height_mm,load_volume_m3,europallets,cab_type,bunks,seats,doors,
      color,suspension_front,suspension_rear,retarder,hydraulics,lifting_capacity_kg,lifting_height_mm,damaged,accident_history,
      previous_owners,service_history,warranty_months,features,video_url,country,region,city,postal_code,lat,lng,contact_name,
      contact_phone,contact_email`.split(/[\s,]+/);
    expect(importColumns.map(({ column }) => column).toSorted()).toEqual(ownFormat.toSorted());
  });

  it('says where an import column goes in a body', () => {
    const pathOf = (name: string) => importColumns.find(({ column }) => column === name)?.path;
    expect(pathOf('gross_weight_kg')).toBe('grossVehicleWeightKg');
    expect(pathOf('city')).toBe('location.city');
    expect(pathOf('contact_phone')).toBe('contact.phone');
    expect(pathOf('power_hp')).toBe('powerHp');
  });

  it.each([
    ['loadVolumeM3', 'load_volume_m3'],
    ['co2', 'co2'],
    ['grossVehicleWeightKg', 'gross_vehicle_weight_kg'],
  ])('writes %s as %s', (name, column) => {
    expect(snakeCase(name)).toBe(column);
  });

  it.each(fields.map((field) => [field.name, field] as const))('describes %s for people', (_, field) => {
    expect(field.description).toMatch(/^[A-Z].*\.$/);
    expect(field.classes.length).toBeGreaterThan(0);
  });
});

describe('the body schemas', () => {
  it.each(Object.entries({ CreateListingBody, EditListingBody }))('%s compiles strictly', (_, schema) => {
    const validate = ajv.compile(schema);
    expect(validate({})).toBe(true);
    expect(validate({ price: null, location: null, features: null, tyres: null })).toBe(true);
    expect(validate({ currency: 'eur', vin: 'wdb9634031l123456', location: { country: 'de' } })).toBe(true);
    expect(validate({ price: '5', year: 2019.5, fuelType: 'coal', location: { lat: 91 } })).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toEqual(
      expect.arrayContaining(['/price', '/year', '/location/lat']),
    );
  });
});

describe('messages of the body schema', () => {
  it('say what to write instead', () => {
    const body = { condition: 'old', vin: 'WDB963403IL12345', firstRegistration: '5/2019', price: -1 };
    expect(checkSchema(CreateListingBody, body)).toEqual([
      { field: 'price', message: 'must be at least 0.01' },
      { field: 'firstRegistration', message: 'must be a month written YYYY-MM' },
      { field: 'vin', message: 'must be 17 letters and digits without I, O and Q' },
    ]);
  });
});

/** Values near what the catalogue knows, so that both verdicts occur. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    'diesel',
    'EUR',
    'DE',
    'de',
    '2019-05',
    '2019-13',
    '2024-02-30',
    'box-trucks',
    'Box',
    'abs',
    7,
    14,
    '3',
  ),
  fc.constantFrom<unknown>(
    { monthly: 10, currency: 'EUR' },
    { type: 'now' },
    { de: { title: 'Titel' } },
    { DE: {} },
  ),
  fc.constantFrom<unknown>([{ axle: 1 }], [{ axle: 0 }], ['abs'], ['3'], [1], [], {}),
  fc.integer({ min: -5, max: 3000 }),
  fc.double({ noNaN: true, min: -200, max: 1e12 }),
  fc.boolean(),
  fc.string({ maxLength: 60 }),
);

/**
 * Matches messages about rules that a JSON schema cannot express: decimals, calendar dates, characters that cannot be stored,
 * required fields of a merge, and assigned ISO codes.
 */
const beyondSchema = /decimals|YYYY-MM-DD|control characters|is required|is not an ISO/;

describe('the schema and the check of a field', () => {
  it.each(fields.map(({ name }) => name))('agree on %s', (name: FieldName) => {
    const field = fieldOf(name);
    const validate = ajv.compile(valueSchema(field, 'stored'));
    fc.assert(
      fc.property(anyValue, (value) => {
        const problems = checkValue(field, value);
        const serious = problems.filter(({ message }) => !beyondSchema.test(String(message)));
        const schemaSays = validate(value);
        if (serious.length > 0) expect(schemaSays).toBe(false);
        if (problems.length === 0) expect(schemaSays).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('checkValue', () => {
  it.each<[FieldName, unknown, string, string]>([
    ['year', 1949, 'year', 'must be a whole number from 1950 to 2100'],
    ['powerKw', 330.5, 'powerKw', 'must be a whole number from 1 to 1200 kW'],
    ['price', 10.005, 'price', 'must have at most 2 decimals'],
    ['price', 0, 'price', 'must be a number from 0.01 to 9999999999.99'],
    ['price', Number.NaN, 'price', 'must be a number from 0.01 to 9999999999.99'],
    ['title', 'a\u0000b c', 'title', 'must not contain control characters or broken Unicode'],
    ['title', 'x'.repeat(151), 'title', 'must have 3 to 150 characters'],
    ['title', '\u0000', 'title', 'must not contain control characters or broken Unicode'],
    ['model', 'x'.repeat(51), 'model', 'must have at most 50 characters'],
    ['country', 'D', 'location.country', 'must have 2 characters'],
    ['country', 'ZZ', 'location.country', 'ZZ is not an ISO 3166-1 country'],
    ['vin', 'WDB\u0000', 'vin', 'must not contain control characters or broken Unicode'],
    ['features', ['a'.repeat(101)], 'features.0', 'must have 1 to 100 characters'],
    ['tyres', [7], 'tyres.0', 'must be an object'],
    ['description', '\ud800', 'description', 'must not contain control characters or broken Unicode'],
    ['vin', 'WDB963403IL123456', 'vin', 'must be 17 letters and digits without I, O and Q'],
    ['videoUrl', 'javascript:alert(1)', 'videoUrl', 'must be an http or https address'],
    ['firstRegistration', '2019-13', 'firstRegistration', 'must be a month written YYYY-MM'],
    [
      'availability',
      { type: 'from_date', date: '2023-02-29' },
      'availability.date',
      'must be a date written YYYY-MM-DD',
    ],
    [
      'availability',
      { type: 'order', days: 8 },
      'availability.days',
      'must be one of 1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 42, 60, 90, 120, 150, 180, 270, 360',
    ],
    ['leasing', { months: 36 }, 'leasing.monthly', 'is required'],
    ['tyres', [{ axle: 1 }, { axle: 2, treadMm: 99 }], 'tyres.1.treadMm', 'must be a number from 0 to 40 mm'],
    ['translations', { deu: {} }, 'translations.deu', 'is not an ISO 639-1 code'],
    [
      'translations',
      { de: { title: 'x\udc00y' } },
      'translations.de.title',
      'must not contain control characters or broken Unicode',
    ],
    [
      'adrClasses',
      ['3', '10'],
      'adrClasses.1',
      'must be one of 1, 2, 3, 4.1, 4.2, 4.3, 5.1, 5.2, 6.1, 6.2, 7, 8, 9',
    ],
    ['features', ['abs', ''], 'features.1', 'must have 1 to 100 characters'],
    [
      'fuelType',
      'dieesel',
      'fuelType',
      'must be one of diesel, petrol, electric, hybrid, cng, lng, lpg, hydrogen, ethanol, other; did you mean "diesel"?',
    ],
  ])('says of %s %j what is wrong', (name, value, field, message) => {
    expect(checkValue(fieldOf(name), value)).toEqual([{ field, message, severity: 'error' }]);
  });

  it('counts characters, not code units', () => {
    expect(checkValue(fieldOf('title'), '🚚'.repeat(150))).toEqual([]);
  });
});

describe('a folded text', () => {
  it.each<[FieldName, string]>([
    ['vin', 'wma06xzz4hp123456'],
    ['vin', 'WMA06XZZ4HP123456'],
    ['currency', 'eur'],
    ['country', 'de'],
    ['contentLanguage', 'DE'],
  ])('%s may be written as %s', (name, text) => {
    const { pattern } = valueSchema(fieldOf(name), 'written') as { pattern?: string };
    expect(new RegExp(pattern ?? '', 'u').test(text)).toBe(true);
  });

  it('keeps refusing the letters that a VIN does not have', () => {
    const { pattern } = valueSchema(fieldOf('vin'), 'written') as { pattern?: string };
    for (const letter of 'ioqIOQ')
      expect(new RegExp(pattern ?? '', 'u').test(`wma06xzz4hp12345${letter}`)).toBe(false);
  });
});
