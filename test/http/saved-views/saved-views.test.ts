import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, createBuyer, createSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PATH = '/api/account/views';

const save = (as: TestUser, name: string, query = 'status=DRAFT', area = 'listings') =>
  t.post(PATH, { area, name, query }, { as });

const namesOf = async (as: TestUser, area?: string): Promise<string[]> => {
  const { body } = await t.get(area === undefined ? PATH : `${PATH}?area=${area}`, { as });
  return body.data.views.map((view: { name: string }) => view.name);
};

it('a view is kept with its name, listed by name within its area, and deleted', async () => {
  const as = await createSeller(t);
  const created = await save(as, '  Old drafts ', 'status=DRAFT&sort=createdAt');
  expect(created.status).toBe(201);
  expect(created.body.data).toEqual({
    id: expect.stringMatching(/^svw_/),
    area: 'listings',
    name: 'Old drafts',
    query: 'status=DRAFT&sort=createdAt',
    createdAt: expect.any(String),
  });
  await save(as, 'Expired', 'status=EXPIRED');
  await save(as, 'Unread', 'show=unread', 'inbox');
  expect(await namesOf(as, 'listings')).toEqual(['Expired', 'Old drafts']);
  expect(await namesOf(as)).toEqual(['Unread', 'Expired', 'Old drafts']);
  expect((await t.del(`${PATH}/${created.body.data.id}`, { as })).status).toBe(204);
  expect((await t.del(`${PATH}/${created.body.data.id}`, { as })).status).toBe(404);
  expect(await namesOf(as, 'listings')).toEqual(['Expired']);
});

it('a view of the same name is replaced, also by saves at the same time', async () => {
  const as = await createSeller(t);
  const responses = await Promise.all([1, 2, 3, 4].map((n) => save(as, 'Mine', `page=${n}`)));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
  expect(await namesOf(as)).toEqual(['Mine']);
  await save(as, 'Mine', 'status=SOLD');
  const { body } = await t.get(PATH, { as });
  expect(body.data.views).toMatchObject([{ name: 'Mine', query: 'status=SOLD' }]);
});

it('views are the own ones: others neither see nor replace nor delete them', async () => {
  const [as, other] = [await createSeller(t), await createBuyer(t)];
  const { id } = (await save(as, 'Mine')).body.data;
  await save(other, 'Mine', 'status=SOLD');
  expect((await t.del(`${PATH}/${id}`, { as: other })).status).toBe(404);
  const { body } = await t.get(PATH, { as });
  expect(body.data.views).toMatchObject([{ id, query: 'status=DRAFT' }]);
});

it('a hundred are kept, and one of a name that is there can still be changed', async () => {
  const as = await createSeller(t);
  const { id } = (await save(as, 'View 0')).body.data;
  await t.db
    .insertInto('saved_views')
    .values(
      Array.from({ length: 98 }, (_, n) => ({
        id: `${id}${n}`,
        user_id: as.userId,
        area: 'listings',
        name: `View ${n + 1}`,
        query: '',
        created_at: new Date(),
      })),
    )
    .execute();
  const both = await Promise.all([save(as, 'Last'), save(as, 'One more')]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 403]));
  expect(both.find(({ status }) => status === 403)?.body.error.code).toBe('PLAN_LIMIT_EXCEEDED');
  expect((await save(as, 'View 7', 'status=SOLD')).status).toBe(201);
});

it('422 names the fields that do not fit', async () => {
  const as = await createSeller(t);
  const refused = await t.post(PATH, { area: 'Listings!', name: ' ', query: 'x'.repeat(2001) }, { as });
  expect(refused.status).toBe(422);
  expect(fieldsOf(refused)).toEqual(['area', 'name', 'query']);
  expect((await t.get(`${PATH}?area=A`, { as })).status).toBe(400);
});

it('a key needs the scope of listings', async () => {
  const { userId } = await createSeller(t, { plan: 'premium' });
  const listingsKey = await createApiKey(t, userId, ['listings:read']);
  const messagesKey = await createApiKey(t, userId, ['messages:read']);
  expect((await t.get('/v1/account/views', { as: listingsKey })).status).toBe(200);
  expect((await t.get('/v1/account/views', { as: messagesKey })).status).toBe(403);
});
