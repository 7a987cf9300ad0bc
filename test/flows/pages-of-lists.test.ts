/** Every list with the parameters `page` and `limit`, on an instance whose tables all contain rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsFor, fillMarket } from '../../src/modules/demo/index.ts';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { importFile } from '../fixtures/imports/scene.ts';
import { FORM_HEADERS, formBytes, PDF } from '../http/auth/support.ts';
import { insertConversation } from '../http/sellers/talk.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  signIn,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const LIMIT = 2;
/** One page and part of another. */
const ROWS_MIN = 3;
const SETTING = 'search.synonyms';
const INFO_PAGE = '/admin/info-pages/about/en';
/** Histories of resources that the test itself changes several times. */
const HISTORIES: Readonly<Record<string, string>> = {
  '/admin/settings/:name/history': `/admin/settings/${SETTING}/history`,
  '/admin/info-pages/:slug/:language/versions': `${INFO_PAGE}/versions`,
};

/** Token of a user who reads lists; null without credentials. */
type Reader = string | null;

interface Listed {
  readonly items: readonly unknown[];
  readonly pagination: Readonly<Record<string, unknown>> & { readonly total: number };
}

let t: TestApp;
const readers: Record<'public' | 'user' | 'seller' | 'admin', Reader[]> = {
  public: [null],
  user: [],
  seller: [],
  admin: [],
};

beforeAll(async () => {
  t = await createTestApp();
  await fillMarket(t.app.modules.demo, {
    databaseUrl: t.databaseUrl,
    counts: countsFor(400, { listingsOfLargestDealer: 100, dealers: 12 }),
    logins: false,
    onTable: () => {},
  });
  await t.app.modules.demo.taxonomy.start();
  const { token } = await createAdmin(t);
  readers.admin.push(token);
  const accounts = await t.db
    .selectFrom('users')
    .select(['id as userId', 'role'])
    .where('role', 'in', ['BUYER', 'SELLER'])
    .orderBy('id')
    .execute();
  for (const role of ['SELLER', 'BUYER'] as const)
    for (const account of accounts.filter((user) => user.role === role).slice(0, 20)) {
      const signedIn = await signIn(t, account);
      readers.user.push(signedIn.token);
      if (role === 'SELLER') readers.seller.push(signedIn.token);
    }
  await addToPerson();
  // Add the data that filling the marketplace does not create.
  await t.app.runner.scheduleRecurring();
  for (const word of ['alpha', 'beta', 'gamma']) {
    const settings = { [SETTING]: [{ word, meaning: 'Sattelzugmaschine' }] };
    const changed = await t.patch('/api/admin/settings', { settings }, { as: token });
    const headers = { 'if-match': '*' };
    const text = { title: word, body: word };
    const written = await t.put(`/api${INFO_PAGE}`, text, { as: token, headers });
    expect([changed.status, written.status]).toEqual([200, 200]);
    await t.db
      .insertInto('search_misses')
      .values({ words: word, times: word.length, last_at: t.clock.now() })
      .execute();
  }
});
afterAll(() => t.close());

/** Adds three of each kind of row of which no user of a filled marketplace has more than one. */
async function addToPerson(): Promise<void> {
  const person = await createSeller(t, { plan: 'enterprise' });
  const buyer = await createBuyer(t);
  readers.user.unshift(person.token, buyer.token);
  readers.seller.unshift(person.token);
  const { data } = (await t.get('/api/listings?limit=4')).body;
  const [first, ...otherIds] = data.listings.map(({ id }: { id: string }) => id);
  const document = { name: 'documents', file: { name: 'a.pdf', type: 'application/pdf', content: PDF } };
  const { listingId } = await createListing(t, person);
  const unknownGearboxes = ['uno', 'due', 'tre'].map((gearbox) => truck(gearbox, { transmission: gearbox }));
  await importFile(t, person, csvOf(unknownGearboxes));
  for (const price of [41_000, 42_000, 43_000]) {
    const changed = await t.patch(`/api/seller/listings/${listingId}`, { price }, { as: person });
    expect([changed.status, changed.text]).toEqual([200, changed.text]);
  }
  for (const other of otherIds) {
    await signIn(t, { userId: person.userId, role: 'SELLER' });
    await createApiKey(t, person.userId, ['listings:read']);
    const reviewed = await createSeller(t);
    await insertConversation(t, buyer, reviewed);
    await importFile(t, person, csvOf([truck(other)]));
    for (const response of [
      await t.post('/api/comparisons', { listingIds: [first, other] }, { as: person }),
      await t.post('/api/search/saved', { name: other, query: { q: other } }, { as: person }),
      await t.post(`/api/sellers/${reviewed.slug}/reviews`, { rating: 4, text: other }, { as: buyer }),
      ...(await Promise.all(
        [person, reviewed].map((as) =>
          t.call('POST', '/api/account/documents', {
            as,
            payload: formBytes([document]),
            headers: FORM_HEADERS,
          }),
        ),
      )),
    ])
      expect([response.status < 300, response.text]).toEqual([true, response.text]);
  }
}

/** Translations of a page of messages have no pages of their own. */
function isRead(route: AnyRouteRow): boolean {
  if (route.operationId === 'conversations.translations') return false;
  const { properties } = (route.query ?? {}) as { properties?: Record<string, unknown> };
  return route.method === 'GET' && properties?.['page'] !== undefined;
}

async function read(path: string, query: string, as: Reader): Promise<Listed | null> {
  const response = await t.get(`/api${path}?${query}`, as === null ? {} : { as });
  if (response.status === 403) return null;
  expect([path, query, response.status]).toEqual([path, query, 200]);
  const { pagination, ...rest } = response.body.data;
  const lists = Object.values(rest).filter((value) => Array.isArray(value));
  return { items: lists[0] as unknown[], pagination };
}

/** Returns the pagination that a page must report. The search uses other names, and some lists omit whether there is more. */
function expectedPagination(list: Listed | null, { page, total }: { page: number; total: number }) {
  const totalPages = Math.ceil(total / LIMIT);
  const optional = { totalPages, total_pages: totalPages, hasMore: page < totalPages };
  const present = Object.entries(optional).filter(([name]) => name in (list?.pagination ?? {}));
  return { page, limit: LIMIT, total, ...Object.fromEntries(present) };
}

/** Returns the paths of a list for this reader: if the path has a parameter, one for each parent that the reader can find. */
async function pathsFor(path: string, as: Reader): Promise<string[]> {
  const history = HISTORIES[path];
  if (history !== undefined) return [history];
  const [before, after] = path.split(/:\w+/);
  if (after === undefined) return [path];
  if (before === '/sellers/') {
    const sellers = await t.db.selectFrom('sellers').select('slug').orderBy('id').execute();
    return sellers.map(({ slug }) => `${before}${slug}${after}`);
  }
  const parents = await read(String(before).replace(/\/$/, ''), 'limit=100', as);
  const ids = (parents?.items ?? []).map((item) => (item as { id: string }).id);
  return ids.map((id) => `${before}${id}${after}`);
}

/** Finds a list with more than one page, and a user who can read it. */
async function findLong(route: AnyRouteRow): Promise<{ path: string; as: Reader } | null> {
  for (const as of readers[route.access.kind])
    for (const path of await pathsFor(route.path, as)) {
      const list = await read(path, `limit=${LIMIT}`, as);
      if (list !== null && list.pagination.total >= ROWS_MIN) return { path, as };
    }
  return null;
}

describe('a list', () => {
  it('continues after the previous page, and reports the total and whether there is more', async () => {
    const lists = t.app.routes.filter((route) => isRead(route));
    expect(lists.length).toBeGreaterThan(25);
    const short: string[] = [];
    for (const route of lists) {
      const long = await findLong(route);
      if (long === null) {
        short.push(route.path);
        continue;
      }
      const { path, as } = long;
      const whole = await read(path, 'limit=100', as);
      const total = whole?.pagination.total ?? 0;
      const totalPages = Math.ceil(total / LIMIT);
      expect([path, whole?.items.length]).toEqual([path, Math.min(total, 100)]);
      const all = whole?.items.map((item) => JSON.stringify(item)) ?? [];
      expect([path, new Set(all).size]).toEqual([path, all.length]);
      for (const page of new Set([1, 2, Math.min(totalPages, 50)])) {
        const part = await read(path, `limit=${LIMIT}&page=${page}`, as);
        expect([path, part?.items.map((item) => JSON.stringify(item))]).toEqual([
          path,
          all.slice((page - 1) * LIMIT, page * LIMIT),
        ]);
        expect({ path, ...part?.pagination }).toMatchObject({
          path,
          ...expectedPagination(part, { page, total }),
        });
      }
      const beyond = await read(path, `limit=${LIMIT}&page=${totalPages + 1}`, as);
      expect([path, beyond?.items]).toEqual([path, []]);
      expect(beyond?.pagination).toMatchObject(expectedPagination(beyond, { page: totalPages + 1, total }));
    }
    expect(short).toEqual([]);
  });
});
