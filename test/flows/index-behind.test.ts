/** Search results while the index is behind the database. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChangeLogReader } from '../../src/modules/listings/change-log/change-log.repository.ts';
import { OwnWrites } from '../../src/modules/discovery/own-writes.ts';
import { inTransaction, touches } from '../../src/platform/db/transaction.ts';
import { asWriter } from '../../src/platform/db/write-slots.ts';
import {
  createAdmin,
  createApiKey,
  createListing,
  createSeller,
  createTeamMember,
  createUser,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
let seller: TestSeller;
let listingId: string;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
  seller = await createSeller(t);
  ({ listingId } = await createListing(t, seller, { title: 'Volvo FH 500', price: 50_000 }));
  await t.app.settle();
});
afterAll(() => t.close());

/** Returns the IDs of the listings that a search for this title finds. */
async function searchTitle(title: string, as?: TestUser | string): Promise<string[]> {
  const url = `/api/search?q=${encodeURIComponent(title)}`;
  const { body } = await t.get(url, { atOnce: true, ...(as === undefined ? {} : { as }) });
  return body.data.results.map(({ id }: { id: string }) => id);
}

let letFollow: (() => void) | null = null;

/** Stops the index from following changes until `letFollow` is called. */
function holdIndex(): void {
  const read = Reflect.get(ChangeLogReader.prototype, 'read') as ChangeLogReader['read'];
  const held = new Promise<void>((resolve) => {
    letFollow = resolve;
  });
  vi.spyOn(ChangeLogReader.prototype, 'read').mockImplementation(async function (this: ChangeLogReader) {
    await held;
    return read.call(this);
  });
}

afterEach(async () => {
  letFollow?.();
  letFollow = null;
  vi.restoreAllMocks();
  await t.app.settle();
});

async function retitle(title: string, as: TestUser | string = seller): Promise<void> {
  const { status } = await t.patch(`/api/seller/listings/${listingId}`, { title }, { as });
  expect(status).toBe(200);
}

describe('while the index is behind', () => {
  it('visitors, other dealers and administrators without writes of their own do not wait', async () => {
    const other = await createSeller(t);
    const buyer = await createUser(t);
    await t.app.settle();
    holdIndex();
    await retitle('Volvo Waiting');
    for (const reader of [undefined, other, buyer, admin]) {
      expect(await searchTitle('Waiting', reader)).toEqual([]);
      expect(await searchTitle('Volvo FH 500', reader)).toEqual([listingId]);
    }
    for (const url of [
      '/api/listings',
      '/api/search/suggestions?q=vol',
      '/api/categories',
      '/api/brands',
      '/metrics',
    ])
      expect((await t.get(url, { atOnce: true })).status).toBe(200);
  });

  it.each([
    ['the writer', async () => seller],
    ['a colleague of the writer', () => createTeamMember(t, seller.sellerId, 'AGENT')],
    ['an API key of the writer', () => createApiKey(t, seller.userId, ['listings:read'])],
  ])('%s waits, and then sees the write', async (name, reader) => {
    const as = await reader();
    await t.app.settle();
    const title = `Volvo by ${name}`.replaceAll(' ', '');
    holdIndex();
    await retitle(title);
    let hasResponded = false;
    const response = searchTitle(title, as).finally(() => {
      hasResponded = true;
    });
    // A visitor's search in the meantime does not wait.
    expect(await searchTitle(title)).toEqual([]);
    expect(hasResponded).toBe(false);
    letFollow?.();
    expect(await response).toEqual([listingId]);
  });

  it('a session waits for changes that a key of the same user has made', async () => {
    const key = await createApiKey(t, seller.userId, ['listings:write']);
    await t.app.settle();
    holdIndex();
    await retitle('Volvo bykey', key);
    const response = searchTitle('bykey', seller);
    letFollow?.();
    expect(await response).toEqual([listingId]);
  });

  it('an administrator waits for what the administrator did to the listing of another', async () => {
    const { listingId: id } = await createListing(t, seller, { title: 'Volvo suspendable' });
    await t.app.settle();
    holdIndex();
    const url = `/api/admin/listings/${id}/suspend`;
    expect(await t.post(url, { reason: 'It is no Volvo.' }, { as: admin })).toMatchObject({ status: 200 });
    const response = searchTitle('suspendable', admin);
    expect(await searchTitle('suspendable')).toEqual([id]);
    letFollow?.();
    expect(await response).toEqual([]);
  });

  it('a read that reaches the limit gets the older index, and the next one does not wait', async () => {
    const ownWrites = new OwnWrites(20);
    let follows = 0;
    const read = () =>
      asWriter({ account: seller.sellerId, isBackground: false }, () => ownWrites.included(() => follows++));
    await read();
    await read();
    expect(follows).toBe(1);
    await retitle('Volvo once more');
    await read();
    expect(follows).toBe(2);
  });
});

describe('what an account writes in a job', () => {
  it('does not make requests wait', async () => {
    holdIndex();
    await asWriter({ account: seller.sellerId, isBackground: true }, () =>
      inTransaction(t.db, async (trx) => {
        await touches(trx, 'listings');
        await trx.updateTable('listings').set({ price: 1000 }).where('id', '=', listingId).execute();
      }),
    );
    expect(await searchTitle('Volvo', seller)).toContain(listingId);
  });
});

describe('after the response to a write', () => {
  it.each([
    ['a visitor', async () => undefined],
    ['another dealer', () => createSeller(t)],
    ['an administrator', async () => admin],
  ])('%s finds the write', async (name, reader) => {
    const as = await reader();
    const title = `Volvo for ${name}`.replaceAll(' ', '');
    for (const version of ['a', 'b', 'c', 'd', 'e']) {
      await retitle(title + version);
      expect(await searchTitle(title + version, as)).toEqual([listingId]);
    }
  });
});

describe('another name', () => {
  const lastLogged = async (): Promise<number> =>
    (
      await t.db
        .selectFrom('listing_changes')
        .select((s) => s.fn.max<number>('seq').as('last'))
        .executeTakeFirstOrThrow()
    ).last;
  const search = async (query: string) => {
    // The query parser reloads its dictionary in steps.
    await t.app.settle();
    const { body } = await t.get(`/api/search?${query}&facets=categories,brands`);
    return body.data;
  };

  it('appears in words, results and facets for a category, and changes no listing', async () => {
    const title = 'Volvo with a category';
    const { listingId: id } = await createListing(t, seller, { title, category: 'trucks' });
    await t.app.settle();
    const before = await lastLogged();
    const names = { en: 'Heavyweights', de: 'Schwergewichte' };
    expect((await t.patch('/api/admin/categories/trucks', { names }, { as: admin })).status).toBe(200);
    const { results, facets } = await search('q=schwergewichte');
    expect(results).toMatchObject([{ id, category: { slug: 'trucks', name: 'Heavyweights' } }]);
    expect(facets.categories).toMatchObject([{ slug: 'trucks', name: 'Heavyweights', count: 1 }]);
    const german = await t.get('/api/listings?category=trucks', { headers: { 'accept-language': 'de' } });
    expect(german.body.data.listings).toMatchObject([{ id, category: { name: 'Schwergewichte' } }]);
    const secondChange = { names: { en: 'Giants' } };
    expect((await t.patch('/api/admin/categories/trucks', secondChange, { as: admin })).status).toBe(200);
    expect((await search('q=schwergewichte')).results).toEqual([]);
    expect(await lastLogged()).toBe(before);
    expect(
      await t.db.selectFrom('jobs').select('id').where('name', '=', 'taxonomy.reindex').execute(),
    ).toEqual([]);
  });

  it('appears in words for a feature, and changes no listing', async () => {
    const { listingId: id } = await createListing(t, seller, { title: 'MAN TGX' });
    await t.db
      .updateTable('listings')
      .set({ features: ['retarder'] })
      .where('id', '=', id)
      .execute();
    await t.app.settle();
    const before = await lastLogged();
    const put = { group: 'comfort', classes: ['TR'], names: { en: 'Slowdowner' } };
    const response = await t.put('/api/admin/features/retarder', put, { as: admin });
    expect(response).toMatchObject({ status: 200 });
    expect((await search('q=slowdowner')).results).toMatchObject([{ id }]);
    expect(await lastLogged()).toBe(before);
  });

  it('appears in results and facets for a brand before its listings are indexed again', async () => {
    const { listingId: id } = await createListing(t, seller, { title: 'Phoenix', brand: 'tatra' });
    await t.app.settle();
    holdIndex();
    const url = '/api/admin/brands/tatra';
    expect((await t.patch(url, { name: 'Zetorix' }, { as: admin })).status).toBe(200);
    const { body } = await t.get('/api/search?q=phoenix&facets=brands', { atOnce: true });
    expect(body.data.results).toMatchObject([{ id, brand: { slug: 'tatra', name: 'Zetorix' } }]);
    expect(body.data.facets.brands).toMatchObject([{ slug: 'tatra', name: 'Zetorix' }]);
  });
});
