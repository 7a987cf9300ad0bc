import { describe, expect, it } from 'vitest';
import { bodyPath, fields } from '../../listings/index.ts';
import { FURTHER_COLUMNS } from '../presets/own.ts';
import { EXPORT_COLUMNS, ownCellsOf } from './own-cells.ts';
import { xmlListing } from './own-xml.ts';

const listing = (
  values: Readonly<Record<string, unknown>>,
  more: { status?: string; imageUrls?: string[] } = {},
) => ({
  listingId: 'lst_1',
  status: 'DRAFT',
  imageUrls: [],
  values,
  ...more,
});
const cellsOf = (...given: Parameters<typeof listing>) => Object.fromEntries(ownCellsOf(listing(...given)));

describe('the cells of a listing', () => {
  it('are texts of what it has, with marks before what would run as a formula', () => {
    expect(
      cellsOf({
        externalId: 'A',
        title: '=1+1',
        price: 45.5,
        damaged: false,
        mileage: 0,
        variant: null,
        features: ['abs', 'esp'],
        city: 'Kiel',
        lat: -53.5,
        contact: { name: 'Anna', phone: '+49' },
      }),
    ).toEqual({
      external_id: 'A',
      title: "'=1+1",
      price: '45.5',
      damaged: 'false',
      mileage: '0',
      features: 'abs|esp',
      city: 'Kiel',
      lat: '-53.5',
      contact_name: 'Anna',
      contact_phone: "'+49",
      status: 'draft',
    });
    expect(cellsOf({ vin: 'V', contact: null, features: [] })).toEqual({ vin: 'V', status: 'draft' });
  });

  it('report its place, and the sources of its images', () => {
    const states = ['ACTIVE', 'PENDING_REVIEW', 'PAUSED', 'SOLD', 'EXPIRED', 'REJECTED'];
    expect(states.map((status) => cellsOf({ vin: 'V' }, { status })['status'])).toEqual([
      'active',
      'active',
      'paused',
      'sold',
      'draft',
      'draft',
    ]);
    expect(cellsOf({ vin: 'V' }, { imageUrls: ['a', 'b|c|d'] })['image_urls']).toBe('a|b%7Cc%7Cd');
  });

  it('have the id where there is no other key', () => {
    expect(cellsOf({})).toEqual({ status: 'draft', listing_id: 'lst_1' });
    expect(cellsOf({ externalId: null, vin: null })['listing_id']).toBe('lst_1');
    for (const key of [{ externalId: 'A' }, { vin: 'V' }]) expect(cellsOf(key)['listing_id']).toBeUndefined();
  });

  it('contain every field, compounds without a column as JSON', () => {
    const further = fields.filter((field) =>
      FURTHER_COLUMNS.includes(bodyPath(field).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    );
    expect(further.length).toBe(FURTHER_COLUMNS.length);
    const values = Object.fromEntries(further.map((field, n) => [field.name, { n }]));
    const cells = cellsOf({ vin: 'V', ...values });
    expect(FURTHER_COLUMNS.map((column) => cells[column])).toEqual(
      FURTHER_COLUMNS.map((_column, n) => JSON.stringify({ n })),
    );
    expect(new Set(EXPORT_COLUMNS).size).toBe(EXPORT_COLUMNS.length);
    expect(cellsOf({ vin: 'V', features: ['a', 1] })['features']).toBe('["a",1]');
  });
});

describe('the element of a listing', () => {
  it('has price and place as attributes, lists as elements, and nothing of what is not there', () => {
    const cells = new Map([
      ['external_id', 'A"1'],
      ['gross_weight_kg', '18000'],
      ['title', 'a < b & c > d'],
      ['price', '1'],
      ['price_type', 'fixed'],
      ['postal_code', 'x\ty\nz'],
      ['features', 'abs|esp'],
      ['image_urls', 'http://p.example/?a&b'],
    ]);
    expect(xmlListing(cells)).toBe(
      [
        '  <listing externalId="A&quot;1">',
        '    <grossVehicleWeightKg>18000</grossVehicleWeightKg>',
        '    <title>a &lt; b &amp; c &gt; d</title>',
        '    <price amount="1" type="fixed"/>',
        '    <location postalCode="x&#9;y&#10;z"/>',
        '    <features>',
        '      <feature>abs</feature>',
        '      <feature>esp</feature>',
        '    </features>',
        '    <images>',
        '      <image url="http://p.example/?a&amp;b"/>',
        '    </images>',
        '  </listing>',
        '',
      ].join('\n'),
    );
    expect(xmlListing(new Map([['features', '']]))).toBe('  <listing>\n  </listing>\n');
  });
});
