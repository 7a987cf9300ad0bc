import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { DAY_MS, addMs, dayOf, MINUTE_MS } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber, holdNotices } from '../billing/support.ts';

let t: TestApp;
let admin: TestUser;
let buyers: TestUser[];
let sellers: TestSeller[];
let listings: string[];
let startedAt: Date;

beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
  holdNotices(t);
  startedAt = t.clock.now();
  admin = await createAdmin(t);
  buyers = [];
  sellers = [];
  listings = [];
  for (let i = 0; i < 3; i++) {
    t.clock.advance(1000);
    buyers.push(await createBuyer(t, { name: `Paging buyer ${i}` }));
  }
  for (let i = 0; i < 2; i++) {
    t.clock.advance(1000);
    sellers.push(await createSeller(t, { companyName: `Paging seller ${i}`, verified: i === 0 }));
  }
  for (let i = 0; i < 5; i++) {
    t.clock.advance(1000);
    listings.push((await createListing(t, sellers[i % 2]!, { title: `Paging truck ${i}` })).listingId);
  }
});
afterAll(() => t.close());

interface ListPage {
  readonly ids: string[];
  readonly pagination: unknown;
}

async function list(path: string, name: string): Promise<ListPage> {
  const response = await t.get(`/api/admin/${path}`, { as: admin });
  expect(response.status).toBe(200);
  const { [name]: rows, pagination } = response.body.data;
  return { ids: rows.map((row: { id: string }) => row.id), pagination };
}

const pageOf = (page: number, limit: number, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
  hasMore: page * limit < total,
});

/** Reads page by page and compares the result with the full list. */
async function expectPages(path: string, name: string, ids: readonly string[], limit: number): Promise<void> {
  for (let page = 1; page <= Math.ceil(ids.length / limit); page++)
    expect(await list(`${path}&page=${page}&limit=${limit}`, name)).toEqual({
      ids: ids.slice((page - 1) * limit, page * limit),
      pagination: expect.objectContaining(pageOf(page, limit, ids.length)),
    });
}

/** Follows the cursors and compares the result with the full list. */
async function expectCursors(
  path: string,
  name: string,
  ids: readonly string[],
  limit: number,
): Promise<void> {
  const read: string[] = [];
  let cursor = '';
  for (let pages = 0; pages <= ids.length; pages++) {
    const response = await list(`${path}&limit=${limit}${cursor}`, name);
    read.push(...response.ids);
    const { nextCursor } = response.pagination as { nextCursor: string | null };
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  expect(read).toEqual(ids);
}

describe('lists of administrators, over several pages', () => {
  it('users come newest first, and only those that match are counted', async () => {
    const people = [...buyers, ...sellers].map((user) => user.userId);
    const users = await list('users?limit=100', 'users');
    expect(users.ids).toEqual([admin.userId, ...people].toReversed());
    expect(users.pagination).toEqual({ ...pageOf(1, 100, 6), totalIsCapped: false, nextCursor: null });
    await expectCursors('users?role=BUYER', 'users', buyers.map((user) => user.userId).toReversed(), 2);
    for (const cursor of ['x', Buffer.from('["a","b"]').toString('base64url'), 'WzFd'])
      expect((await t.get(`/api/admin/users?cursor=${cursor}`, { as: admin })).status).toBe(400);
    await expectPages('users?role=BUYER', 'users', buyers.map((user) => user.userId).toReversed(), 2);
    await expectPages('users?role=SELLER', 'users', sellers.map((user) => user.userId).toReversed(), 1);
    await expectPages('users?verified=true', 'users', [sellers[0]!.userId], 1);
  });

  it('combine a text with filters, and count frequent matches as more than 300', async () => {
    const { sellerId } = sellers[0]!;
    await t.db.transaction().execute(async (trx) => {
      await sql`alter table listings disable trigger user, enable trigger listings_texts_insert`.execute(trx);
      await sql`
        insert into listings select (jsonb_populate_record(l, jsonb_build_object('id', 'lst_frequent' || lpad(n::text, 4, '0'),
          'slug', 'frequent-' || n, 'title', 'Frequent ' || n, 'created_at', l.created_at - n * interval '1 minute',
          'status', case n when 301 then 'PENDING_REVIEW' when 302 then 'PAUSED' else l.status end,
          'submitted_at', l.created_at))).*
        from listings l cross join generate_series(1, 302) n where l.id = ${listings[0]!}`.execute(trx);
      await sql`alter table listings enable trigger user`.execute(trx);
    });
    const all = await list('listings?q=frequent&limit=3', 'listings');
    const ids = [301, ...Array.from({ length: 300 }, (_, n) => n + 1), 302].map(
      (n) => `lst_frequent${String(n).padStart(4, '0')}`,
    );
    expect(all.ids).toEqual(ids.slice(0, 3));
    expect(all.pagination).toMatchObject({ total: 300, totalIsCapped: true, hasMore: true });
    const paged: string[] = [];
    for (const page of [1, 2, 3, 4])
      paged.push(...(await list(`listings?q=frequent&limit=90&page=${page}`, 'listings')).ids);
    expect(paged).toEqual(ids);
    await expectCursors('listings?q=frequent', 'listings', ids, 100);
    const waiting = await list('listings?q=frequent&status=PENDING_REVIEW', 'listings');
    expect(waiting.ids).toEqual(['lst_frequent0301']);
    expect(waiting.pagination).toMatchObject({ total: 1, totalIsCapped: false });
    const rare = await list(`listings?q=frequent&status=PAUSED&sellerId=${sellerId}`, 'listings');
    expect(rare.ids).toEqual(['lst_frequent0302']);
    expect(rare.pagination).toMatchObject({ total: 1, totalIsCapped: false });
    for (const [query, first] of [
      ['', [1, 2, 3]],
      ['&sort=price&order=asc', [1, 2, 3]],
      ['&sort=price&order=asc&page=100', [298, 299, 300]],
      ['&page=101', [301, 302]],
    ] as const) {
      const { body } = await t.get(`/api/seller/listings?q=FREQUENT&limit=3${query}`, { as: sellers[0]! });
      expect(body.data.listings.map(({ id }: { id: string }) => Number(id.slice(-4)))).toEqual(first);
      expect(body.data.pagination).toMatchObject({ total: 300, totalIsCapped: true });
    }
    const withoutSums = (statement: ReturnType<typeof sql>) =>
      t.db.transaction().execute(async (trx) => {
        await sql`alter table users disable trigger user`.execute(trx);
        await statement.execute(trx);
        await sql`alter table users enable trigger user`.execute(trx);
      });
    await withoutSums(sql`
      insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 'usr_frequent' || lpad(n::text, 4, '0'),
        'email', 'frequent' || n || '@market.example', 'created_at', u.created_at - n * interval '1 minute'))).*
      from users u cross join generate_series(1, 302) n where u.id = ${buyers[0]!.userId}`);
    await sql`update users set name = 'Frequent seller' where id = ${sellers[1]!.userId}`.execute(t.db);
    const users = await list('users?q=frequent&role=SELLER', 'users');
    expect(users.ids).toEqual([sellers[1]!.userId]);
    expect(users.pagination).toMatchObject({ total: 1, totalIsCapped: false });
    expect((await list('users?q=frequent', 'users')).pagination).toMatchObject({
      total: 300,
      totalIsCapped: true,
    });
    const renameCompany = (companyName: string) =>
      t.db
        .updateTable('sellers')
        .set({ company_name: companyName })
        .where('id', '=', sellers[0]!.sellerId)
        .execute();
    await renameCompany('Frequent trucks');
    const ofVerified = await list('users?q=frequent&verified=true', 'users');
    expect(ofVerified.ids).toEqual([sellers[0]!.userId]);
    expect(ofVerified.pagination).toMatchObject({ total: 1, totalIsCapped: false });
    expect((await list('users?q=frequent&verified=false', 'users')).ids).toEqual([sellers[1]!.userId]);
    expect((await list('users?q=frequent&role=SELLER&status=active', 'users')).ids).toEqual(
      sellers.map(({ userId }) => userId).toReversed(),
    );
    for (const query of [
      'q=frequent&role=BUYER&verified=true',
      'role=ADMIN&verified=false',
      'q=frequent&status=suspended',
    ])
      expect(await list(`users?${query}`, 'users')).toMatchObject({ ids: [], pagination: { total: 0 } });
    await renameCompany('Paging seller 0');
    expect((await list('users?q=frequent&verified=true', 'users')).ids).toEqual([]);
    await withoutSums(sql`delete from users where id like 'usr_frequent%'`);
    await sql`update users set name = 'Paging seller 1' where id = ${sellers[1]!.userId}`.execute(t.db);
    await t.db.transaction().execute(async (trx) => {
      await sql`alter table listings disable trigger user`.execute(trx);
      await sql`delete from listings where id like 'lst_frequent%'`.execute(trx);
      await sql`alter table listings enable trigger user`.execute(trx);
    });
  });

  it('a text is found in any case, as the database folds it', async () => {
    const [buyer, listing] = [buyers[0]!.userId, listings[0]!];
    await t.db.updateTable('users').set({ name: 'İnci Öz' }).where('id', '=', buyer).execute();
    await t.db.updateTable('listings').set({ title: 'Kamyon İnci' }).where('id', '=', listing).execute();
    for (const text of ['İNCİ', 'inci']) {
      expect((await list(`users?q=${encodeURIComponent(text)}`, 'users')).ids).toEqual([buyer]);
      expect((await list(`listings?q=${encodeURIComponent(text)}`, 'listings')).ids).toEqual([listing]);
    }
    await t.db.updateTable('users').set({ name: 'Paging buyer 0' }).where('id', '=', buyer).execute();
    await t.db.updateTable('listings').set({ title: 'Paging truck 0' }).where('id', '=', listing).execute();
  });

  it('listings that wait come oldest first, ahead of the others, which come newest first', async () => {
    const [a, b, c, d, e] = listings as [string, string, string, string, string];
    const wait = (id: string, minutes: number) =>
      t.db
        .updateTable('listings')
        .set({ status: 'PENDING_REVIEW', submitted_at: addMs(t.clock.now(), -minutes * MINUTE_MS) })
        .where('id', '=', id)
        .execute();
    await wait(b, 10);
    await wait(d, 95);
    await expectPages('listings?q=paging', 'listings', [d, b, e, c, a], 2);
    for (const limit of [1, 2, 3])
      await expectCursors('listings?q=paging', 'listings', [d, b, e, c, a], limit);
    await expectPages('listings?status=PENDING_REVIEW', 'listings', [d, b], 1);
    await expectPages(`listings?sellerId=${sellers[0]!.sellerId}`, 'listings', [e, c, a], 2);
  });

  it('reports that are open come first, each group oldest first', async () => {
    const report = async (minutesAgo: number, status: 'open' | 'resolved'): Promise<string> => {
      const createdAt = addMs(t.clock.now(), -minutesAgo * MINUTE_MS);
      const id = newId('rpt', createdAt);
      await t.db
        .insertInto('reports')
        .values({
          id,
          kind: 'message',
          subject_id: `msg_${minutesAgo}`,
          reporter_id: buyers[0]!.userId,
          reported_user_id: buyers[1]!.userId,
          reason: 'fraud',
          details: null,
          context: '{}',
          status,
          decision: null,
          decided_by: null,
          decided_at: null,
          created_at: createdAt,
        })
        .execute();
      return id;
    };
    const oldResolved = await report(500, 'resolved');
    const young = await report(5, 'open');
    const oldReport = await report(42, 'open');
    const middle = await report(20, 'open');
    await expectPages('reports?kind=message', 'reports', [oldReport, middle, young, oldResolved], 3);
    await expectPages('reports?status=open', 'reports', [oldReport, middle, young], 2);
  });

  it('reviews that wait come oldest first, all others newest first', async () => {
    const review = async (author: number, minutesAgo: number, status: 'pending' | 'published') => {
      const createdAt = addMs(t.clock.now(), -minutesAgo * MINUTE_MS);
      const id = newId('rev', createdAt);
      await t.db
        .insertInto('reviews')
        .values({
          id,
          seller_id: sellers[author === 2 ? 1 : 0]!.sellerId,
          author_id: buyers[author]!.userId,
          rating: 3,
          title: null,
          text: 'Fair.',
          status,
          created_at: createdAt,
          updated_at: createdAt,
        })
        .execute();
      return id;
    };
    const middle = await review(0, 20, 'pending');
    const published = await review(1, 300, 'published');
    const oldReview = await review(2, 90, 'pending');
    await expectPages('reviews?status=pending', 'reviews', [oldReview, middle], 1);
    await expectPages('reviews?status=published', 'reviews', [published], 1);
    await expectPages(`reviews?sellerId=${sellers[0]!.sellerId}`, 'reviews', [middle, published], 1);
    await t.db.deleteFrom('reviews').where('id', 'in', [middle, oldReview, published]).execute();
  });

  it('the overview counts what there is, what waits and for how long, and what comes in a month', async () => {
    await createSubscriber(t, 'starter');
    await createSubscriber(t, 'professional', { billingCycle: 'yearly' });
    // Each change counts towards the day on which it is written.
    await sql`update market_sum_changes set key = ${dayOf(addMs(startedAt, -3 * DAY_MS))} where seq in (
      select seq from market_sum_changes where kind = 'new_users' order by seq limit 2)`.execute(t.db);
    const { data } = (await t.get('/api/admin/dashboard', { as: admin })).body;
    expect(data).toMatchObject({
      users: { BUYER: 3, SELLER: 4, ADMIN: 1 },
      sellers: { verified: 1, unverified: 3 },
      listings: { ACTIVE: 3, PENDING_REVIEW: 2, SOLD: 0 },
      queues: {
        listings: { waiting: 2, oldestMinutes: 95 },
        reports: { waiting: 3, oldestMinutes: 42 },
        reviews: { waiting: 0 },
      },
      // 49 per month, plus one twelfth of 1,490 per year.
      monthlyRevenue: { amount: 173.16, currency: 'EUR' },
    });
    const day = addMs(startedAt, -3 * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const days = data.series as { date: string; users: number; listings: number }[];
    expect(days.find((entry) => entry.date === day)).toMatchObject({ users: 2, listings: 0 });
    expect(days.map((entry) => entry.date)).toEqual(days.map((entry) => entry.date).toSorted());
    expect(days.reduce((sum, entry) => sum + entry.users, 0)).toBe(8);
    expect(days.reduce((sum, entry) => sum + entry.listings, 0)).toBe(5);
  });
});
