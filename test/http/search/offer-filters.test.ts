import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, createListing, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let sellers: readonly TestSeller[];
/** Listing IDs by the property to filter for. */
const ids = new Map<string, string>();

beforeAll(async () => {
  t = await createTestApp();
  sellers = [await createSeller(t), await createSeller(t)];
  for (const [name, offer] of Object.entries({
    plain: {
      images_count: 0,
      price: 40_000,
      vat_deductible: null,
      city: 'München',
      axles: 2,
      cab_type: 'high_sleeper' as const,
      color: 'white' as const,
      power_kw: 338,
      gross_vehicle_weight_kg: 18_000,
    },
    pictured: { images_count: 3, price: 41_000, vat_deductible: false, city: 'Frankfurt am Main' },
    asked: { images_count: 1, price: null, vat_deductible: true, city: 'Hamburg' },
    full: { images_count: 1, price: 43_000, vat_deductible: true, axles: 3, city: 'Kiel' },
  })) {
    const seller = name === 'full' ? sellers[1]! : sellers[0]!;
    const { listingId } = await createListing(t, seller, { title: `DAF XF ${name}` });
    await t.db.updateTable('listings').set(offer).where('id', '=', listingId).execute();
    ids.set(name, listingId);
  }
  await t.app.settle();
});
afterAll(() => t.close());

async function findOffers(query: string): Promise<string[]> {
  const response = await t.get(`/api/search?q=daf+xf&${query}`);
  expect(response.status).toBe(200);
  const results: readonly { id: string }[] = response.body.data.results;
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
  return results.map(({ id }) => nameOf.get(id) ?? id).toSorted((a, b) => (a < b ? -1 : 1));
}

describe('GET /search', () => {
  it.each([
    ['with_images=true', ['asked', 'full', 'pictured']],
    ['with_images=false', ['asked', 'full', 'pictured', 'plain']],
    ['has_price=true', ['full', 'pictured', 'plain']],
    ['has_price=true&max_price=41000', ['pictured', 'plain']],
    ['vat_deductible=true', ['asked', 'full']],
    ['with_images=true&has_price=true&vat_deductible=true', ['full']],
  ])('%s', async (query, names) => {
    expect(await findOffers(query)).toEqual(names);
  });

  it('narrows to a seller', async () => {
    expect(await findOffers(`seller=${sellers[1]!.sellerId}`)).toEqual(['full']);
    expect(await findOffers('seller=sel_none')).toEqual([]);
    const { slug } = await t.db
      .selectFrom('sellers')
      .select('slug')
      .where('id', '=', sellers[1]!.sellerId)
      .executeTakeFirstOrThrow();
    expect(await findOffers(`seller=${slug}`)).toEqual(['full']);
    expect(await findOffers('seller=nobody-has-this')).toEqual([]);
  });

  it('counts axles, cabs, colours, power and gross weight, each without its own selection', async () => {
    const names = ['axles', 'cabs', 'colors', 'power_ranges', 'gross_weight_ranges'];
    const response = await t.get(`/api/search?q=daf+xf&min_axles=3&max_axles=3&facets=${names.join(',')}`);
    expect(response.body.data.results.map(({ id }: { id: string }) => id)).toEqual([ids.get('full')]);
    expect(response.body.data.facets.axles).toEqual(expect.arrayContaining([{ axles: 2, count: 1 }]));
    const all = await t.get(`/api/search?q=daf+xf&cab=high_sleeper&facets=${names.join(',')}`);
    expect(all.body.data.facets).toMatchObject({
      cabs: expect.arrayContaining([{ value: 'high_sleeper', count: 1 }]),
      colors: [{ value: 'white', count: 1 }],
      power_ranges: [{ min: 450, max: 499, count: 1 }],
      gross_weight_ranges: [{ min: 12_001, max: 18_000, count: 1 }],
    });
    for (const [name, rows] of [
      ['power', all.body.data.facets.power_ranges],
      ['gross_weight', all.body.data.facets.gross_weight_ranges],
    ] as const)
      expect(await findOffers(`min_${name}=${rows[0].min}&max_${name}=${rows[0].max}`)).toContain('plain');
  });

  it('lists the models of the chosen makes and the types of the chosen categories', async () => {
    const facets = 'models,subcategories,features,mileage_ranges';
    const response = await t.get(
      `/api/search?brand=man&model=nothing&category=tractor-units&facets=${facets}`,
    );
    expect(response.body.data.results).toEqual([]);
    expect(response.body.data.facets.models).toEqual([{ value: 'TGX', brand: 'man', count: ids.size }]);
    expect(response.body.data.facets.features).toEqual([]);
    const named = await t.get(`/api/search?brand=man&facets=features,subcategories`, {
      headers: { 'accept-language': 'de' },
    });
    const rows: readonly { value: string; name: string; count: number }[] = named.body.data.facets.features;
    expect(rows.every(({ count }) => count > 0 && count <= ids.size)).toBe(true);
    for (const { value, count } of rows)
      expect((await t.get(`/api/search?brand=man&features=${value}`)).body.data.pagination.total).toBe(count);
  });

  it('rejects an unknown facet', async () => {
    const response = await t.get('/api/search?facets=wheels');
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_FILTER']);
  });

  it.each([
    ['Munich', 'plain'],
    ['Monachium', 'plain'],
    ['Francfort', 'pictured'],
    ['Amburgo', 'asked'],
  ])('accepts city names in other languages: %s', async (name, listing) => {
    expect(await findOffers(`city=${name}`)).toEqual([listing]);
  });

  it('still applies bounds in the query text', async () => {
    const response = await t.get('/api/search?q=daf+xf+over+42000&has_price=true');
    expect(response.body.data.interpreted.min_price).toBe(42_000);
    expect(response.body.data.results.map(({ id }: { id: string }) => id)).toEqual([ids.get('full')]);
  });

  it('400 for a value other than true or false', async () => {
    const response = await t.get('/api/search?with_images=many');
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_FILTER']);
  });

  it('saved searches accept these filters', async () => {
    const as = await createBuyer(t);
    const query = { with_images: true, vat_deductible: true };
    const saved = await t.post('/v1/search/saved', { name: 'Offers', query }, { as });
    expect(saved.status).toBe(201);
    const preview = await t.post('/v1/search/saved/preview', { query }, { as });
    expect(preview.status).toBe(200);
  });
});
