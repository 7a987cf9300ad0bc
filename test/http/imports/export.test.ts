import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { eventTypes, importFile, problemsOf, stockOf } from '../../fixtures/imports/scene.ts';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const BASE = '/api/seller/bulk-import';

async function stock(plan: string) {
  const seller = await createSeller(t, { plan });
  await importFile(
    t,
    seller,
    csvOf([
      truck('X-1', {
        title: "=cmd|' /C calc'!A0",
        variant: '-LX+',
        description: 'Zeile 1\n"zwei"; \\N; Größe Ж 🚛',
        price: '45.900,50',
        features: 'retarder|abs',
        lat: '53.5511',
        lng: '-0.1276',
        contact_phone: '+49 40 1234567',
        load_volume_m3: '',
        status: 'active',
      }),
      truck('X-2', {
        status: 'paused',
        next_inspection: '2027-05',
        leasing: '{"monthly":900,"currency":"EUR"}',
      }),
      truck('X-3', { status: 'active', price: '', price_type: 'on_request' }),
      truck('X-4', { status: 'active' }),
    ]),
  );
  await importFile(t, seller, csvOf([{ external_id: 'X-4', status: 'sold' }]));
  await createListing(t, seller, { title: 'Made by hand' });
  return seller;
}

describe('export', () => {
  it('as xml calls elements as the API calls fields', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const row = { gross_weight_kg: '18000', displacement_ccm: '12419', power_kw: '375' };
    await importFile(t, seller, csvOf([truck('X-9', row)]));
    const { text } = await t.get(`${BASE}/export?format=xml`, { as: seller });
    const { text: template } = await t.get(`${BASE}/template.xml`, { as: seller });
    expect(text).toContain('<grossVehicleWeightKg>18000</grossVehicleWeightKg>');
    expect(text).toContain('<engineDisplacementCcm>12419</engineDisplacementCcm>');
    expect(template).toContain('<grossVehicleWeightKg>');
    const elements = new Set([...text.matchAll(/<([A-Za-z]+)>/g)].map((match) => match[1]));
    const listing = (await t.get('/api/seller/listings', { as: seller })).body.data.listings[0];
    const ownListing = (await t.get(`/api/seller/listings/${listing.id}`, { as: seller })).body.data;
    const otherElements = new Set(['listings', 'listing', 'images', 'listingId', 'contactName']);
    expect([...elements].filter((name) => !(name! in ownListing) && !otherElements.has(name!))).toEqual([]);
  });

  it.each(['csv', 'xml'])('as %s imports unchanged', async (format) => {
    const seller = await stock('professional');
    // Leave out the digest of the last imported row, because it is not part of the listing.
    const stockNow = async () =>
      (await stockOf(t, seller.sellerId)).map(({ row_hash: _rowHash, ...row }) => row);
    const before = await stockNow();
    const events = await eventTypes(t, seller.sellerId);
    const file = await t.get(`${BASE}/export?format=${format}`, { as: seller });
    expect(file.headers['content-type']).toContain(format);
    const job = await importFile(t, seller, file.text, {}, `export.${format}`);
    expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
    expect(job.totals).toMatchObject({ rows: 5, created: 0, updated: 0, unchanged: 5, failed: 0 });
    expect(await stockNow()).toEqual(before);
    expect(await eventTypes(t, seller.sellerId)).toEqual(events);
  });

  it('holds more than is read at once, each listing once, of the seller alone', async () => {
    const [seller, other] = [
      await createSeller(t, { plan: 'enterprise' }),
      await createSeller(t, { plan: 'enterprise' }),
    ];
    const keys = Array.from({ length: 401 }, (_, i) => `L-${i}`);
    await importFile(t, seller, csvOf(keys.map((key) => truck(key))));
    await importFile(t, other, csvOf([truck('O-1')]));
    await importFile(t, seller, csvOf([{ external_id: 'L-7', status: 'deleted' }]));
    const { text } = await t.get(`${BASE}/export`, { as: seller });
    const lines = text.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(keys.filter((key) => key !== 'L-7'));
  });

  it('has the addresses of images in their order, and their bars so that they are none between them', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf([truck('I-1')]));
    const [row] = await stockOf(t, seller.sellerId);
    const image = (position: number, url: string | null) =>
      t.db
        .insertInto('listing_images')
        .values({
          id: `img_${position}`,
          listing_id: row!.id,
          position,
          source_url: url,
          width: 1,
          height: 1,
          bytes: 1,
          checksum: Buffer.alloc(32, position),
          renditions: '[]',
          created_at: t.clock.now(),
        })
        .execute();
    await image(3, 'https://images.example/b|c.jpg');
    await image(1, 'https://images.example/a.jpg');
    await image(2, null);
    await image(4, 'archive:N1_1.jpg');
    const { text } = await t.get(`${BASE}/export`, { as: seller });
    expect(text).toContain('"https://images.example/a.jpg|https://images.example/b%7Cc.jpg"');
    expect(text).not.toContain('archive:');
  });

  it('neutralises formulas', async () => {
    const seller = await stock('professional');
    const { text } = await t.get(`${BASE}/export`, { as: seller });
    expect(text).toContain(`'=cmd|' /C calc'!A0`);
    expect(text).toContain(`'+49 40 1234567`);
    expect(text).toContain(`'-LX+`);
    expect(text).toContain(',-0.1276,');
    expect(text).toContain(',45900.5,');
  });

  it('rebuilds a stock at another seller', async () => {
    const seller = await stock('professional');
    const other = await createSeller(t, { plan: 'professional' });
    const { text } = await t.get(`${BASE}/export`, { as: seller });
    await importFile(t, other, text);
    const [first] = (await stockOf(t, seller.sellerId)).filter((row) => row.external_id === 'X-1');
    const [copy] = (await stockOf(t, other.sellerId)).filter((row) => row.external_id === 'X-1');
    expect(copy).toMatchObject({
      title: first?.title,
      description: first?.description,
      price: 45_900.5,
      lng: -0.1276,
      contact: { phone: '+49 40 1234567' },
      status: 'ACTIVE',
    });
  });

  it('gives templates that import as they are', async () => {
    const seller = await createSeller(t);
    for (const format of ['csv', 'xml']) {
      const { text } = await t.get(`${BASE}/template.${format}`, { as: seller });
      const job = await importFile(t, seller, text, {}, `template.${format}`);
      expect(await problemsOf(t, seller, job.id)).toEqual([]);
      expect(job.totals).toMatchObject(format === 'csv' ? { created: 2 } : { unchanged: 2 });
    }
  });
});
