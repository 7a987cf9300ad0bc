// Single requests, batches and imports accept common names for categories, brands, body types, equipment and values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, problemsOf, stockOf } from '../../fixtures/imports/scene.ts';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { create, tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium' });
});

afterAll(() => t.close());

/** Common names of body types with their slug, and the category where the name alone is ambiguous. */
const BODIES: readonly (readonly [category: string, body: string | null, slug: string])[] = [
  ['Sattelzugmaschine', null, 'tractor-units'],
  ['Sattelzugmaschinen', null, 'tractor-units'],
  ['tracteur routier', null, 'tractor-units'],
  ['ciągnik siodłowy', null, 'tractor-units'],
  ['Lkw', 'Koffer', 'box-trucks'],
  ['Lkw', 'Pritsche', 'dropside-trucks'],
  ['Lkw', 'Fahrgestell', 'chassis-trucks'],
  ['Lkw', 'Kühlkoffer', 'refrigerated-trucks'],
  ['Lkw', 'Muldenkipper', 'tipper-trucks'],
  ['Lkw', 'Wechselbrücke', 'swap-body-trucks'],
  ['Lkw', 'Wechselbrücken', 'swap-body-trucks'],
  ['Auflieger', 'Kühlkoffer', 'refrigerated-semi-trailers'],
  ['Transporter', 'Koffer', 'box-vans'],
  ['Anhänger', 'Tieflader', 'low-loader-trailers'],
  ['Betonmischer', null, 'concrete-mixers'],
  ['Kühlauflieger', null, 'refrigerated-semi-trailers'],
];

describe('trade names', () => {
  it.each(BODIES)('reads %s, %s as %s', async (category, subcategory, slug) => {
    const body = { title: 'A vehicle', category, ...(subcategory === null ? {} : { subcategory }) };
    const response = await t.post('/api/seller/listings', body, { as: seller });
    expect(response.status, response.text).toBe(201);
    const { category: top, subcategory: sub } = response.body.data;
    expect(sub ?? top).toBe(slug);
  });

  it('imports the same words', async () => {
    const dealer = await createSeller(t, { plan: 'premium' });
    const rows = BODIES.map(([category, subcategory], index) =>
      truck(`W-${String(index).padStart(2, '0')}`, { category, subcategory: subcategory ?? '' }),
    );
    const job = await importFile(t, dealer, csvOf(rows));
    expect(await problemsOf(t, dealer, job.id, 'severity=error')).toEqual([]);
    const listed = (await t.get('/api/seller/listings?limit=100&sort=createdAt', { as: dealer })).body.data
      .listings as { externalId: string; category: string; subcategory: string | null }[];
    const read = listed.toSorted((a, b) => a.externalId.localeCompare(b.externalId));
    expect(read.map((listing) => listing.subcategory ?? listing.category)).toEqual(
      BODIES.map(([, , slug]) => slug),
    );
  });

  it('reads brands, bodies, equipment and values in any language, and returns slugs', async () => {
    const words = {
      category: 'camion porteur',
      subcategory: null,
      bodyType: 'Kofferaufbau',
      brand: 'Mercedes',
      fuelType: 'Gazole',
      transmission: 'Automatik',
      euroStandard: 'Euro VI',
      condition: 'gebraucht',
      color: 'Weiß',
      cabType: 'Fernverkehr',
      suspensionRear: 'Luftfederung',
      features: ['Klimaanlage', 'Ladebordwand', 'retarder'],
      availability: { type: 'sofort' },
    };
    const listing = await create(t, seller, { ...words, model: 'Actros' });
    expect(listing).toMatchObject({
      category: 'trucks',
      bodyType: 'box-trucks',
      brand: 'mercedes-benz',
      fuelType: 'diesel',
      transmission: 'automatic',
      euroStandard: 'euro6',
      condition: 'used',
      color: 'white',
      cabType: 'sleeper',
      suspensionRear: 'air',
      features: ['air_conditioning', 'tail_lift', 'retarder'],
      availability: { type: 'now' },
    });
    const changed = await t.patch(
      `/api/seller/listings/${listing.id}`,
      { subcategory: 'Pritsche', fuelType: 'Erdgas', color: 'niebieski' },
      { as: seller },
    );
    expect(changed.body.data).toMatchObject({
      subcategory: 'dropside-trucks',
      fuelType: 'cng',
      color: 'blue',
    });
    const updated = await t.patch(
      `/api/seller/listings/${listing.id}`,
      { subcategory: 'Pritsche', color: 'niebieski' },
      { as: seller },
    );
    expect(updated.body.data.version).toBe(changed.body.data.version);
  });

  it('reads them by the seller’s own number and in batches', async () => {
    const body = { ...tractor, category: 'Sattelzugmaschine', subcategory: undefined, brand: 'M.A.N.' };
    const put = await t.put('/api/seller/listings/by-external-id/WORDS-1', body, { as: seller });
    expect(put.status, put.text).toBe(201);
    expect(put.body.data).toMatchObject({ category: 'tractor-units', brand: 'man' });
    const operations = [{ op: 'update', externalId: 'WORDS-1', listing: { transmission: 'Schaltgetriebe' } }];
    const batch = await t.post('/api/seller/listings/batch', { operations }, { as: seller });
    expect(batch.body.data).toMatchObject({ succeeded: 1, failed: 0 });
    const read = await t.get(`/api/seller/listings/${put.body.data.id}`, { as: seller });
    expect(read.body.data.transmission).toBe('manual');
  });

  it('422 suggests the nearest of all names and links to the list', async () => {
    const response = await t.post(
      '/api/seller/listings',
      {
        title: 'A vehicle',
        category: 'Sattelzugmachine',
        brand: 'Mercedez',
        fuelType: 'Dieesel',
        color: 'schwartz',
        features: ['Klimaanlge'],
        bodyType: 'Spaceship of the stars',
      },
      { as: seller },
    );
    expect(response.status).toBe(422);
    const details = Object.fromEntries(
      (response.body.error.details as { field: string; message: string }[]).map((detail) => [
        detail.field,
        detail.message,
      ]),
    );
    expect(Object.keys(details).toSorted()).toEqual(
      ['bodyType', 'brand', 'category', 'color', 'features.0', 'fuelType'].toSorted(),
    );
    expect(details['category']).toBe(
      'there is no category "Sattelzugmachine"; did you mean "tractor-units"? GET /categories lists them',
    );
    expect(details['brand']).toBe(
      'there is no brand "Mercedez"; did you mean "mercedes-benz"? GET /brands lists them',
    );
    expect(details['features.0']).toContain('did you mean "air_conditioning"? GET /features lists them');
    expect(details['fuelType']).toMatch(/^must be one of diesel, .*; did you mean "diesel"\?$/);
    expect(details['color']).toContain('did you mean "black"?');
    expect(details['bodyType']).toBe(
      'there is no category "Spaceship of the stars"; GET /categories lists them',
    );
  });

  it('422 suggests a category for a misspelled trade name', async () => {
    const body = { title: 'A vehicle', category: 'trucks', subcategory: 'Kofer', bodyType: 'Kühlkofer' };
    const response = await t.post('/api/seller/listings', body, { as: seller });
    const messages = (response.body.error.details as { message: string }[]).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining('did you mean "box-trucks"?'),
      expect.stringContaining('did you mean "refrigerated-semi-trailers"?'),
    ]);
  });

  it('422 lists the possible categories of an ambiguous word', async () => {
    const response = await t.post(
      '/api/seller/listings',
      { title: 'A vehicle', category: 'Koffer' },
      { as: seller },
    );
    expect(response.status).toBe(422);
    expect(response.body.error.details).toEqual([
      {
        field: 'category',
        message:
          '"Koffer" can be box-trucks, box-vans, box-semi-trailers or box-trailers: name one of them, or the vehicle in category and the body in subcategory',
      },
    ]);
  });

  it('takes the year from the first registration and the currency from the account', async () => {
    const polish = await createSeller(t, { plan: 'premium' });
    expect((await t.put('/api/auth/me', { currency: 'PLN' }, { as: polish })).status).toBe(200);
    const { year: _year, currency: _currency, ...body } = tractor;
    const listing = await create(t, polish, { ...body, year: undefined, currency: undefined });
    expect(listing).toMatchObject({ year: 2020, currency: 'PLN', firstRegistration: '2020-03' });
    const { currency: _none, ...row } = truck('PL-1');
    await importFile(t, polish, csvOf([row]));
    const [imported] = (await stockOf(t, polish.sellerId)).filter(
      (candidate) => candidate.external_id === 'PL-1',
    );
    expect(imported?.currency).toBe('PLN');
    const unpriced = await create(t, polish, {
      price: undefined,
      currency: undefined,
      priceType: 'on_request',
    });
    expect(unpriced['currency']).toBeNull();
  });
});
