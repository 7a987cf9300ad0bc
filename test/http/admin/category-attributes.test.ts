/** Technical attributes that a category shows, hides and requires. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import { tractor } from '../listings/bodies.ts';

let t: TestApp;
let admin: TestUser;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
  seller = await createSeller(t);
});
afterAll(() => t.close());

const change = (category: string, body: unknown) =>
  t.patch(`/api/admin/categories/${category}`, body, { as: admin });
const attributes = async (slug: string): Promise<Map<string, boolean>> => {
  const listed: { name: string; required: boolean }[] = (await t.get(`/api/categories/${slug}`)).body.data
    .attributes;
  return new Map(listed.map(({ name, required }) => [name, required]));
};
const create = (body: object) =>
  t.post('/api/seller/listings', { ...tractor, publish: true, ...body }, { as: seller });

it('a hidden attribute is removed from the category and its subcategories, but still accepted', async () => {
  expect((await attributes('tractor-units')).get('gears')).toBe(false);
  const changed = await change('tractor-units', { hiddenAttributes: ['gears', 'cylinders'] });
  expect(changed.body.data).toMatchObject({
    hiddenAttributes: ['gears', 'cylinders'],
    requiredAttributes: [],
  });
  for (const slug of ['tractor-units', 'standard-tractor-units']) {
    const names = [...(await attributes(slug)).keys()];
    expect(names).toContain('powerKw');
    expect(names).not.toContain('gears');
    expect(names).not.toContain('cylinders');
  }
  expect((await attributes('trucks')).has('gears')).toBe(true);
  const response = await create({ gears: 12 });
  expect([response.status, response.body.data.gears]).toEqual([201, 12]);
  await change('tractor-units', { hiddenAttributes: [] });
  expect((await attributes('tractor-units')).has('gears')).toBe(true);
});

it('no listing goes live without required attributes; live listings stay live, and drafts get a hint', async () => {
  const live = (await create({})).body.data;
  expect(live.status).toBe('ACTIVE');
  await change('tractor-units', { requiredAttributes: ['powerKw'] });
  expect((await attributes('standard-tractor-units')).get('powerKw')).toBe(true);
  expect((await attributes('tractor-units')).get('gears')).toBe(false);
  const read = async (id: string) => (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data;
  expect((await read(live.id)).status).toBe('ACTIVE');
  const refused = await create({});
  expect([refused.status, fieldsOf(refused)]).toEqual([422, ['powerKw']]);
  const draft = (await create({ publish: false })).body.data;
  expect(draft.quality.missing).toContain('powerKw');
  const publish = () => t.post(`/api/seller/listings/${draft.id}/publish`, {}, { as: seller });
  expect((await publish()).status).toBe(422);
  await t.patch(`/api/seller/listings/${draft.id}`, { powerKw: 370 }, { as: seller });
  expect((await publish()).status).toBe(200);
  expect((await create({ powerKw: 370 })).status).toBe(201);
  await change('tractor-units', { requiredAttributes: [] });
  expect((await create({})).status).toBe(201);
});

it('only technical attributes of the class can be chosen, each once, and of top categories', async () => {
  const refusedFor = async (category: string, body: unknown): Promise<readonly unknown[]> => {
    const response = await change(category, body);
    return [response.status, fieldsOf(response)];
  };
  expect(await refusedFor('tractor-units', { hiddenAttributes: ['price'] })).toEqual([
    422,
    ['hiddenAttributes'],
  ]);
  expect(await refusedFor('semi-trailers', { requiredAttributes: ['powerKw'] })).toEqual([
    422,
    ['requiredAttributes'],
  ]);
  expect(
    await refusedFor('tractor-units', { hiddenAttributes: ['gears'], requiredAttributes: ['gears'] }),
  ).toEqual([422, ['requiredAttributes']]);
  expect(await refusedFor('standard-tractor-units', { hiddenAttributes: ['gears'] })).toEqual([
    422,
    ['hiddenAttributes'],
  ]);
  await change('tractor-units', { hiddenAttributes: ['gears'] });
  expect(await refusedFor('tractor-units', { requiredAttributes: ['gears'] })).toEqual([
    422,
    ['requiredAttributes'],
  ]);
  expect((await change('tractor-units', { name: 'Tractors' })).body.data.hiddenAttributes).toEqual(['gears']);
  await change('tractor-units', { hiddenAttributes: [], name: 'Tractor units' });
});
