import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fields } from './fields.ts';
import type { ListingBody } from './listing-body.ts';
import { columnsOf, fieldColumns, recordFromColumns } from './record-columns.ts';
import { emptyRecord, patchedRecord, recordFromBody } from './record.ts';

const truck: ListingBody = {
  title: '  MAN  TGX\r\n18.440 ',
  category: 'trucks',
  brand: 'man',
  price: 45_900.5,
  currency: 'eur',
  vin: 'wdb 963403-1L 123456',
  description: 'First line\r\nsecond line  ',
  features: ['abs', 'abs ', 'retarder'],
  location: { country: 'de', city: 'Hamburg', lat: 53.5511, lng: 9.9937 },
  leasing: { monthly: 900, months: 36 },
  contact: { name: 'Ann', phone: '+49 40 123456' },
};

describe('recordFromBody', () => {
  it('folds, trims and flattens', () => {
    expect(recordFromBody(truck)).toMatchObject({
      title: 'MAN TGX 18.440',
      currency: 'EUR',
      vin: 'WDB9634031L123456',
      description: 'First line\nsecond line',
      features: ['abs', 'retarder'],
      country: 'DE',
      city: 'Hamburg',
      region: null,
      lat: 53.5511,
      condition: 'used',
    });
  });

  it('holds every field, empty where the body says nothing', () => {
    expect(Object.keys(recordFromBody({}))).toEqual(fields.map(({ name }) => name));
    expect(recordFromBody({})).toEqual({ ...emptyRecord(), condition: 'used' });
  });

  it('drops terms that the catalog lacks, inside compounds too', () => {
    const body: Record<string, unknown> = {
      seller_id: 'x',
      status: 'ACTIVE',
      contact: { name: 'Ann', isAdmin: true },
    };
    const record = recordFromBody(body);
    expect(record).not.toHaveProperty('status');
    expect(record.contact).toEqual({ name: 'Ann' });
  });

  it('keeps values of a wrong type for the checks to name', () => {
    const body: Record<string, unknown> = {
      title: 5,
      features: 'abs',
      location: 'Hamburg',
      price: '12',
      tyres: [1],
    };
    expect(recordFromBody(body)).toMatchObject({
      title: 5,
      features: 'abs',
      price: '12',
      tyres: [1],
      city: null,
    });
  });

  it('does not process texts that are too long anyway', () => {
    // Composing this takes minutes.
    const marks = 'a' + '\u0301'.repeat(250_000) + '\u0323'.repeat(250_000);
    expect(recordFromBody({ title: marks, description: marks })).toMatchObject({
      title: marks,
      description: marks,
    });
  });

  it('takes horsepower where kilowatts are absent', () => {
    expect(recordFromBody({ powerHp: 449 }).powerKw).toBe(330);
    expect(recordFromBody({ powerHp: 449, powerKw: 100 }).powerKw).toBe(100);
    expect(recordFromBody({ powerHp: null }).powerKw).toBeNull();
  });
});

describe('patchedRecord', () => {
  const current = recordFromBody(truck);

  it('leaves absent fields alone', () => {
    expect(patchedRecord(current, {})).toEqual(current);
    expect(patchedRecord(current, { mileage: 5 })).toEqual({ ...current, mileage: 5 });
  });

  it('clears with null', () => {
    expect(
      patchedRecord(current, { features: null, vin: null, contact: null, condition: null }),
    ).toMatchObject({
      features: [],
      vin: null,
      contact: null,
      condition: 'used',
    });
    expect(patchedRecord(current, { location: null })).toMatchObject({
      country: null,
      city: null,
      lat: null,
      lng: null,
    });
  });

  it('merges compounds member by member', () => {
    expect(patchedRecord(current, { location: { city: 'Kiel' } })).toMatchObject({
      country: 'DE',
      city: 'Kiel',
    });
    expect(patchedRecord(current, { contact: { phone: null } }).contact).toEqual({ name: 'Ann' });
    expect(patchedRecord(current, { contact: { phone: null, name: null } }).contact).toBeNull();
    const german = patchedRecord(current, { translations: { de: { title: 'Titel', description: 'Text' } } });
    expect(
      patchedRecord(german, { translations: { fr: { title: 'Titre' }, de: { title: 'Neu' } } }).translations,
    ).toEqual({
      de: { title: 'Neu', description: 'Text' },
      fr: { title: 'Titre' },
    });
  });

  it('replaces single values', () => {
    expect(patchedRecord(current, { leasing: { monthly: 800 } }).leasing).toEqual({ monthly: 800 });
  });

  it('lets the later of price and "on request" win', () => {
    const onRequest = patchedRecord(current, { priceType: 'on_request' });
    expect(onRequest).toMatchObject({ price: null, priceType: 'on_request', currency: 'EUR' });
    expect(patchedRecord(onRequest, { price: 10 })).toMatchObject({ price: 10, priceType: 'fixed' });
    expect(patchedRecord(current, { price: 10, priceType: 'on_request' })).toMatchObject({
      price: 10,
      priceType: 'on_request',
    });
  });

  it('does not change when the same body is applied again', () => {
    const body = fc.record<ListingBody>(
      {
        title: fc.string(),
        price: fc.option(fc.double({ min: 0.01, max: 1e6, noNaN: true })),
        priceType: fc.constantFrom('fixed', 'on_request', null),
        features: fc.option(fc.array(fc.string())),
        powerHp: fc.integer({ min: 1, max: 900 }),
        location: fc.option(fc.record({ city: fc.option(fc.string()) }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, (patch) => {
        const patchedOnce = patchedRecord(current, patch);
        expect(patchedRecord(patchedOnce, patch)).toEqual(patchedOnce);
      }),
    );
  });
});

describe('columns', () => {
  it('carry a record there and back', () => {
    const record = recordFromBody({
      ...truck,
      tyres: [{ axle: 1, size: '315/70R22.5' }],
      loadVolumeM3: 91.6,
    });
    const columns = columnsOf(record);
    expect(Object.keys(columns)).toEqual(fieldColumns);
    expect(columns.tyres).toEqual([{ axle: 1, size: '315/70R22.5' }]);
    const row = { ...columns, price: '45900.50' };
    const references = { category: record.category, subcategory: record.subcategory, brand: record.brand };
    expect(recordFromColumns(row, references)).toEqual(record);
  });
});
