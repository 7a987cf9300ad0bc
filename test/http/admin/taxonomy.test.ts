import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  createListing,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
  seller = await createSeller(t);
});

afterAll(() => t.close());

const total = async (query: string): Promise<number> =>
  (await t.get(`/api/search?${query}`)).body.data.pagination.total;

describe('categories', () => {
  it('are created, renamed and moved; search and old slugs follow at once', async () => {
    const top = await t.post(
      '/api/admin/categories',
      { slug: 'test-tops', names: { en: 'Test tops', de: 'Versuche' }, class: 'TU' },
      { as: admin },
    );
    expect(top.status).toBe(201);
    const sub = await t.post(
      '/api/admin/categories',
      { slug: 'test-subs', names: { en: 'Test subs' }, parent: 'test-tops' },
      { as: admin },
    );
    expect(sub.body.data).toMatchObject({ class: 'TU', parentId: top.body.data.id, position: 1 });
    await createListing(t, seller, { title: 'Odd vehicle', category: 'test-tops', subcategory: 'test-subs' });
    const renamed = await t.patch(
      '/api/admin/categories/test-subs',
      { slug: 'trial-subs', names: { en: 'Zweckbau subs' } },
      { as: admin },
    );
    expect(renamed.body.data.slug).toBe('trial-subs');
    expect(await total('subcategory=trial-subs')).toBe(1);
    expect(await total('subcategory=test-subs')).toBe(1);
    expect(await total('q=zweckbau')).toBe(1);
    expect((await t.get('/api/categories/test-subs')).body.data.slug).toBe('trial-subs');
  });

  it('need only a name, and are accepted as they were read', async () => {
    const post = (body: unknown) => t.post('/api/admin/categories', body, { as: admin });
    const top = await post({ name: 'Crane carriers & more' });
    expect([top.status, top.body.data]).toEqual([
      201,
      expect.objectContaining({
        slug: 'crane-carriers-and-more',
        name: 'Crane carriers & more',
        names: { en: 'Crane carriers & more' },
        class: 'TR',
        parentId: null,
      }),
    ]);
    const sub = await post({ name: 'Low carriers', slug: 'low-carriers', parentId: top.body.data.id });
    expect(sub.body.data).toMatchObject({ slug: 'low-carriers', parentId: top.body.data.id });
    const url = `/api/admin/categories/${sub.body.data.id}`;
    const renamed = await t.patch(url, { ...sub.body.data, name: 'Very low carriers' }, { as: admin });
    expect([renamed.status, renamed.body.data]).toEqual([
      200,
      { ...sub.body.data, name: 'Very low carriers', names: { en: 'Very low carriers' } },
    ]);
    expect((await post({ slug: 'nameless' })).body.error.details).toEqual([
      { field: 'name', message: 'is required unless names is given' },
    ]);
    expect((await post({ name: '—' })).body.error.details[0].field).toBe('slug');
    for (const { id } of [sub.body.data, top.body.data])
      expect((await t.del(`/api/admin/categories/${id}`, { as: admin })).status).toBe(204);
  });

  it('are not deleted from under one that is made below them', async () => {
    for (let round = 0; round < 3; round++) {
      const top = await t.post('/api/admin/categories', { name: `Brief ${round}` }, { as: admin });
      const [removed, created] = await Promise.all([
        t.del(`/api/admin/categories/${top.body.data.id}`, { as: admin }),
        t.post('/api/admin/categories', { name: `Below ${round}`, parent: top.body.data.id }, { as: admin }),
      ]);
      expect([
        [204, 404],
        [204, 422],
        [409, 201],
      ]).toContainEqual([removed.status, created.status]);
    }
  });

  it('are ordered', async () => {
    const children = (await t.get('/api/categories/vans')).body.data.children as {
      id: string;
      slug: string;
    }[];
    const ids = children.map((child) => child.id).toReversed();
    const response = await t.put('/api/admin/categories/order', { parent: 'vans', ids }, { as: admin });
    expect(response.body.data.categories.map((category: { id: string }) => category.id)).toEqual(ids);
    expect(
      (await t.put('/api/admin/categories/order', { parent: 'vans', ids: ids.slice(1) }, { as: admin }))
        .status,
    ).toBe(422);
  });

  it('409 for a taken slug and for deleting an entry in use; 404 for unknown ones', async () => {
    expect(
      (
        await t.post(
          '/api/admin/categories',
          { slug: 'trucks', names: { en: 'T' }, class: 'TR' },
          { as: admin },
        )
      ).body.error.code,
    ).toBe('ALREADY_EXISTS');
    expect((await t.del('/api/admin/categories/trial-subs', { as: admin })).body.error.code).toBe(
      'INVALID_STATE',
    );
    expect((await t.del('/api/admin/categories/nothing', { as: admin })).status).toBe(404);
  });

  it('422 names every bad field', async () => {
    const response = await t.post(
      '/api/admin/categories',
      { slug: 'Bad Slug', names: { english: 'x' }, class: 'XX' },
      { as: admin },
    );
    expect(fieldsOf(response)).toEqual(expect.arrayContaining(['slug', 'class']));
  });

  it('merge within a level; the listings follow', async () => {
    await t.post(
      '/api/admin/categories',
      { slug: 'merge-me', names: { en: 'Merge me' }, parent: 'tractor-units' },
      { as: admin },
    );
    const { listingId } = await createListing(t, seller, { subcategory: 'merge-me' });
    expect(
      (await t.post('/api/admin/categories/merge-me/merge', { into: 'tractor-units' }, { as: admin })).status,
    ).toBe(422);
    expect(
      (
        await t.post(
          '/api/admin/categories/merge-me/merge',
          { into: 'heavy-load-tractor-units' },
          { as: admin },
        )
      ).status,
    ).toBe(202);
    await t.drainJobs();
    const target = await t.db
      .selectFrom('categories')
      .select('id')
      .where('slug', '=', 'heavy-load-tractor-units')
      .executeTakeFirstOrThrow();
    const row = await t.db
      .selectFrom('listings')
      .select('subcategory_id')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow();
    expect(row.subcategory_id).toBe(target.id);
    expect(await total('subcategory=merge-me')).toBe(await total('subcategory=heavy-load-tractor-units'));
  });
});

it.each([
  ['brands', { classes: ['TR'] }],
  ['categories', { parent: 'trucks' }],
])('%s are not deleted while another is merged into them', async (path, fields) => {
  const created = [];
  for (const name of ['Source of a merge', 'Target of a merge'])
    created.push((await t.post(`/api/admin/${path}`, { name, ...fields }, { as: admin })).body.data);
  const [source, target] = created;
  const into = { into: target.slug };
  expect((await t.post(`/api/admin/${path}/${source.slug}/merge`, into, { as: admin })).status).toBe(202);
  const early = await t.del(`/api/admin/${path}/${target.slug}`, { as: admin });
  expect([early.status, early.body.error?.code]).toEqual([409, 'INVALID_STATE']);
  await t.drainJobs();
  expect((await t.del(`/api/admin/${path}/${target.slug}`, { as: admin })).status).toBe(204);
});

describe('brands', () => {
  it('are deleted once, and merged one way, however many ask at once', async () => {
    for (const name of ['Race one', 'Race two'])
      expect((await t.post('/api/admin/brands', { name }, { as: admin })).status).toBe(201);
    const merge = (from: string, into: string) =>
      t.post(`/api/admin/brands/${from}/merge`, { into }, { as: admin });
    const merged = await Promise.all([merge('race-one', 'race-two'), merge('race-two', 'race-one')]);
    expect(merged.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 404]);
    await t.drainJobs();
    const { slug } = (await t.get('/api/brands/race-one')).body.data;
    expect((await t.get('/api/brands/race-two')).body.data.slug).toBe(slug);
    const deleted = await Promise.all(
      Array.from({ length: 4 }, () => t.del(`/api/admin/brands/${slug}`, { as: admin })),
    );
    expect(deleted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404]);
    const log = await t.get('/api/admin/audit-log?action=brand.deleted', { as: admin });
    expect(
      log.body.data.entries.filter(({ before }: { before: { slug: string } }) => before.slug === slug),
    ).toHaveLength(1);
  });

  it('need no more than a name', async () => {
    const created = await t.post('/api/admin/brands', { name: 'Škoda & Söhne' }, { as: admin });
    expect([created.status, created.body.data]).toEqual([
      201,
      expect.objectContaining({ slug: 'skoda-and-soehne', name: 'Škoda & Söhne', models: [] }),
    ]);
    expect(created.body.data.classes).toHaveLength(9);
    expect((await t.get('/api/brands/skoda-and-soehne')).status).toBe(200);
    const duplicate = await t.post('/api/admin/brands', { name: 'Škoda & Söhne' }, { as: admin });
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await t.del('/api/admin/brands/skoda-and-soehne', { as: admin })).status).toBe(204);
  });

  it('merge in batches in the background; the old slug leads to the new one immediately', async () => {
    await t.post(
      '/api/admin/brands',
      {
        slug: 'mercedes-trucks',
        name: 'Mercedes Trucks',
        classes: ['TU'],
        models: [{ name: 'Actros' }, { name: 'Oldie' }],
      },
      { as: admin },
    );
    for (let i = 0; i < 3; i++)
      await createListing(t, seller, { brand: 'mercedes-trucks', title: `Merged number ${i}` });
    expect(await total('brand=mercedes-trucks')).toBe(3);
    const response = await t.post(
      '/api/admin/brands/mercedes-trucks/merge',
      { into: 'mercedes-benz' },
      { as: admin },
    );
    expect(response.status).toBe(202);
    expect((await t.get('/api/brands/mercedes-trucks')).body.data.slug).toBe('mercedes-benz');
    await t.drainJobs();
    expect(await total('brand=mercedes-trucks')).toBe(3);
    expect(await total('brand=mercedes-benz')).toBe(3);
    expect(
      await t.db.selectFrom('brands').select('id').where('name', '=', 'Mercedes Trucks').executeTakeFirst(),
    ).toBeUndefined();
    expect((await t.get('/api/brands/mercedes-benz')).body.data.models).toContain('Oldie');
  });

  it('can be sent back as they are read; models keep their aliases', async () => {
    const models = [{ name: 'Phoenix', aliases: ['T158'] }, { name: 'Force' }];
    await t.patch('/api/admin/brands/tatra', { models }, { as: admin });
    const before = (await t.get('/api/admin/brands/tatra', { as: admin })).body.data;
    expect(before.models).toEqual(['Phoenix', 'Force']);
    const response = await t.patch('/api/admin/brands/tatra', before, { as: admin });
    expect([response.status, response.body.data]).toEqual([200, before]);
    const stored = await t.db
      .selectFrom('brand_models')
      .select('aliases')
      .where('name', '=', 'Phoenix')
      .execute();
    expect(stored).toEqual([{ aliases: ['T158'] }]);
    const wrong = await t.patch('/api/admin/brands/tatra', { models: [7, ''] }, { as: admin });
    expect(wrong.status).toBe(422);
  });

  it('know their models by the fold of the database, which is not that of JavaScript', async () => {
    const change = (...models: unknown[]) => t.patch('/api/admin/brands/tatra', { models }, { as: admin });
    expect((await change({ name: 'ΟΔΟΣ', aliases: ['Road'] })).status).toBe(200);
    expect((await change({ name: 'ΟδοΣ' })).body.data.models).toEqual(['ΟδοΣ']);
    const stored = await t.db
      .selectFrom('brand_models')
      .select('aliases')
      .where('name', '=', 'ΟδοΣ')
      .execute();
    expect(stored).toEqual([{ aliases: ['Road'] }]);
    const duplicate = await change('ΟΔΟΣ', 'οδοσ');
    expect([duplicate.status, duplicate.body.error.details]).toEqual([
      422,
      [{ field: 'models', message: 'must not name a model twice' }],
    ]);
    expect((await change('Phoenix', 'Force')).status).toBe(200);
  });

  it('are renamed; texts of live listings follow', async () => {
    await createListing(t, seller, { brand: 'tatra', title: 'Tipper' });
    await t.patch('/api/admin/brands/tatra', { name: 'Tatra Zetor Works' }, { as: admin });
    expect(await total('q=zetor%20works')).toBe(1);
    await t.patch('/api/admin/brands/tatra', { name: 'Tatra' }, { as: admin });
    expect(await total('q=zetor%20works')).toBe(0);
  });

  it('are deleted only when unused', async () => {
    expect((await t.del('/api/admin/brands/tatra', { as: admin })).body.error.code).toBe('INVALID_STATE');
    await t.post('/api/admin/brands', { slug: 'unused', name: 'Unused', classes: ['TR'] }, { as: admin });
    expect((await t.del('/api/admin/brands/unused', { as: admin })).status).toBe(204);
    expect((await t.get('/api/brands/unused')).status).toBe(404);
  });
});

describe('features', () => {
  it('are made, changed and deleted when unused', async () => {
    const body = { group: 'cab', names: { en: 'Espresso machine', de: 'Espressomaschine' }, classes: ['TU'] };
    expect(
      (await t.put('/api/admin/features/espresso_machine', body, { as: admin })).body.data,
    ).toMatchObject({ code: 'espresso_machine', active: true });
    expect((await t.get('/api/features')).text).toContain('Espresso machine');
    expect((await t.put('/api/admin/features/Bad-Code', body, { as: admin })).status).toBe(422);
    expect((await t.del('/api/admin/features/espresso_machine', { as: admin })).status).toBe(204);
    expect((await t.del('/api/admin/features/espresso_machine', { as: admin })).status).toBe(404);
  });
});

it('is for administrators', async () => {
  expect((await t.post('/api/admin/brands', {}, { as: seller })).body.error.code).toBe('FORBIDDEN');
});
