import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
  await createListing(t, await createSeller(t));
});

afterAll(() => t.close());

describe('GET /categories', () => {
  it('is a tree of active categories with counts of live listings', async () => {
    const response = await t.get('/api/categories');
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    const { categories } = response.body.data;
    expect(categories.map((category: { slug: string }) => category.slug)).toEqual([
      'tractor-units',
      'trucks',
      'vans',
      'semi-trailers',
      'trailers',
      'buses',
      'construction-machinery',
    ]);
    expect(categories[0]).toMatchObject({ name: 'Tractor units', parent: null, listingCount: 1 });
    expect(categories[0].children[0]).toMatchObject({
      slug: 'standard-tractor-units',
      listingCount: 1,
      parent: { slug: 'tractor-units' },
    });
  });

  it('speaks German when asked', async () => {
    const response = await t.get('/v1/categories/tractor-units', { headers: { 'accept-language': 'de' } });
    expect(response.body.data.name).toBe('Sattelzugmaschinen');
  });

  it('404 for unknown and inactive ones', async () => {
    expect((await t.get('/api/categories/nothing')).status).toBe(404);
    expect((await t.get('/api/categories/forklifts')).status).toBe(404);
  });
});

describe('GET /brands', () => {
  it('lists brands, of a category when asked', async () => {
    const all = await t.get('/api/brands');
    expect(all.body.data.brands.length).toBeGreaterThan(100);
    const filtered = await t.get('/api/brands?category=semi-trailers');
    const slugs = filtered.body.data.brands.map((brand: { slug: string }) => brand.slug);
    expect(slugs).toContain('krone');
    expect(slugs).not.toContain('daf');
    expect((await t.get('/api/brands?category=nothing')).body.error.code).toBe('INVALID_FILTER');
    const unknown = await t.get('/api/brands?categroy=trucks');
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'INVALID_FILTER']);
    expect(unknown.body.error.message).toBe('There is no parameter "categroy"; did you mean "category"?');
  });

  it('shows one with its models', async () => {
    const response = await t.get('/api/brands/man');
    expect(response.body.data).toMatchObject({
      slug: 'man',
      name: 'MAN',
      listingCount: 1,
      models: expect.arrayContaining(['TGX']),
    });
    expect((await t.get('/api/brands/nothing')).status).toBe(404);
  });
});

it('counts follow the market, and names the taxonomy, despite the response cache', async () => {
  const read = async () => (await t.get('/api/categories')).body.data.categories[1];
  const before = await read();
  await createListing(t, await createSeller(t), { category: 'trucks', subcategory: 'box-trucks' });
  await t.app.settle();
  expect((await read()).listingCount).toBe(before.listingCount + 1);
  expect((await t.get('/api/brands?category=trucks')).body.data.brands).toContainEqual(
    expect.objectContaining({ slug: 'man', listingCount: before.listingCount + 1 }),
  );
  const admin = await createAdmin(t);
  await t.patch('/api/admin/categories/trucks', { names: { en: 'Lorries' } }, { as: admin });
  expect((await read()).name).toBe('Lorries');
});
