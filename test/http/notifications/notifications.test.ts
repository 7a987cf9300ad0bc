import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import type { Notice } from '../../../src/platform/notices.ts';
import {
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../../support/factories.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createScene, sendMessage } from '../messaging/scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const data = { listingId: 'lst_1', title: 'MAN TGX', previousPrice: 50_000, price: 45_900, currency: 'EUR' };

async function notify(user: TestUser, notice: Partial<Notice> = {}): Promise<void> {
  await inTransaction(t.db, (trx) =>
    t.app.platform.notices.add(trx, {
      userId: user.userId,
      type: 'price_drop',
      data,
      link: '/listings/man-tgx',
      ...notice,
    } as Notice),
  );
  await t.drainJobs();
}

const list = async (user: TestUser, query = '') =>
  (await t.get(`/api/notifications${query}`, { as: user })).body.data;
const unreadCount = async (user: TestUser): Promise<number> =>
  (await t.get('/api/notifications/unread-count', { as: user })).body.data.unreadCount;

/** Inserts unread notifications, as for a user who never opens them. */
async function fillUnread(user: TestUser, count: number): Promise<void> {
  await sql`
    insert into notifications (id, user_id, type, data, dedupe_key, in_app, created_at)
    select ${`ntf_${user.userId.slice(-20)}`} || lpad(n::text, 6, '0'), ${user.userId}, 'price_drop', ${JSON.stringify(data)}::jsonb, 'notice ' || n, true,
      ${t.clock.now()}::timestamptz - make_interval(secs => n + 0.000001)
    from generate_series(1, ${count}) n`.execute(t.db);
  await sql`
    insert into notification_counts (user_id, total, unread) values (${user.userId}, ${count}, ${count})`.execute(
    t.db,
  );
}

const rowsOf = async (user: TestUser, isUnread = false): Promise<number> =>
  (
    await t.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', user.userId)
      .$if(isUnread, (query) => query.where('read_at', 'is', null))
      .execute()
  ).length;
const unreadRows = (user: TestUser): Promise<number> => rowsOf(user, true);

async function purge(): Promise<void> {
  await t.app.runner.scheduleRecurring();
  await t.db
    .updateTable('jobs')
    .set({ run_at: t.clock.now() })
    .where('name', '=', 'notifications.purge-old')
    .execute();
  await t.drainJobs();
}

describe('GET /notifications', () => {
  it('200: says what happened in the language of the user', async () => {
    const [english, german] = [await createBuyer(t), await createBuyer(t, { language: 'de' })];
    await notify(english);
    await notify(german);
    expect(await list(english)).toEqual({
      notifications: [
        {
          id: expect.stringMatching(/^ntf_/),
          type: 'price_drop',
          title: 'Price drop: MAN TGX',
          body: 'It now costs €45,900 instead of €50,000.',
          data,
          link: '/listings/man-tgx',
          read: false,
          readAt: null,
          createdAt: expect.any(String),
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
    });
    expect((await list(german)).notifications[0].title).toBe('Preis gesenkt: MAN TGX');
  });

  it('200: pages, filters, counts', async () => {
    const user = await createBuyer(t);
    for (let i = 0; i < 5; i++) await notify(user, { data: { ...data, title: `T${i}` } });
    expect(await unreadCount(user)).toBe(5);
    const second = await list(user, '?page=2&limit=2');
    expect(second.notifications.map((item: { data: { title: string } }) => item.data.title)).toEqual([
      'T2',
      'T1',
    ]);
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3, hasMore: true });
    const { id } = second.notifications[0];
    const reads = await Promise.all(
      Array.from({ length: 3 }, () => t.patch(`/api/notifications/${id}/read`, undefined, { as: user })),
    );
    expect(reads.map((response) => [response.status, response.body.data.notification.read])).toEqual(
      Array(3).fill([200, true]),
    );
    expect(await unreadCount(user)).toBe(4);
    expect((await list(user, '?unread=true')).pagination.total).toBe(4);
    expect((await list(user, '?unread=false')).notifications).toHaveLength(1);
    const all = await Promise.all([
      t.patch('/api/notifications/read-all', undefined, { as: user }),
      t.patch('/api/notifications/read-all', undefined, { as: user }),
    ]);
    expect(all.map((response) => response.body.data.marked).toSorted((a, b) => a - b)).toEqual([0, 4]);
    expect(await unreadCount(user)).toBe(0);
  });

  it('200: however many there are, all are read at once, and a job writes their rows', async () => {
    const user = await createBuyer(t);
    await fillUnread(user, 1200);
    const [{ id: first }] = (await list(user)).notifications;
    const { body } = await t.patch('/api/notifications/read-all', undefined, { as: user });
    expect(body.data.marked).toBe(1200);
    expect(await unreadRows(user)).toBe(1200);
    expect((await list(user, '?unread=true')).notifications).toEqual([]);
    const read = await list(user, '?unread=false&limit=1');
    expect([read.notifications[0].read, read.pagination.total]).toEqual([true, 1200]);
    const { readAt } = read.notifications[0];
    const marked = await t.patch(`/api/notifications/${first}/read`, undefined, { as: user });
    expect(marked.body.data.notification).toMatchObject({ read: true, readAt });
    expect((await t.patch('/api/notifications/read-all', undefined, { as: user })).body.data.marked).toBe(0);
    expect(await unreadCount(user)).toBe(0);

    // This notification has the same timestamp as `read-all`, whose rows are updated in the meantime.
    await notify(user);
    const rows = await t.db
      .selectFrom('notifications')
      .select('read_at')
      .distinct()
      .where('user_id', '=', user.userId)
      .orderBy('read_at')
      .execute();
    expect(rows.map(({ read_at: readTime }) => readTime?.toISOString() ?? null)).toEqual([readAt, null]);
    expect([await unreadRows(user), await unreadCount(user)]).toEqual([1, 1]);
    expect((await list(user, '?unread=true')).notifications).toHaveLength(1);
    const counts = await t.db.selectFrom('notification_counts').selectAll().execute();
    expect(counts.every(({ all_read_until: watermark }) => watermark === null)).toBe(true);
  });

  it('200: old ones that a job has yet to write as read go, and the counts stay right', async () => {
    const user = await createBuyer(t);
    await fillUnread(user, 600);
    await sql`
      update notifications set created_at = '2020-01-01'
      where user_id = ${user.userId} and dedupe_key <= 'notice 2'`.execute(t.db);
    await t.patch('/api/notifications/read-all', undefined, { as: user });
    await t.db.deleteFrom('jobs').where('name', '=', 'notifications.write-read').execute();
    await purge();
    const { total } = (await list(user)).pagination;
    expect([total < 600, total]).toEqual([true, await rowsOf(user)]);
    expect([await unreadRows(user), await unreadCount(user)]).toEqual([total, 0]);
    await notify(user);
    expect((await list(user, '?unread=true')).pagination.total).toBe(1);
  });

  it('400: an unknown filter', async () => {
    const user = await createBuyer(t);
    for (const query of ['?unread=maybe', '?read=true', '?page=0'])
      expect((await t.get(`/api/notifications${query}`, { as: user })).status).toBe(400);
  });

  it('401 without a credential, 403 with an API key', async () => {
    const key = await createApiKey(t, (await createSeller(t)).userId, ['messages:read', 'messages:write']);
    for (const path of ['', '/unread-count', '/preferences', '/stream']) {
      expect((await t.get(`/api/notifications${path}`)).status).toBe(401);
      const response = await t.get(`/api/notifications${path}`, { as: key });
      expect([response.status, response.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  it('404: those of others, alike to unknown ones', async () => {
    const [user, other] = [await createBuyer(t), await createBuyer(t)];
    await notify(user);
    const { id } = (await list(user)).notifications[0];
    const responses = await Promise.all(
      [id, 'ntf_00000000000000000000000000', 'x'].map((notificationId) =>
        t.patch(`/v1/notifications/${notificationId}/read`, undefined, { as: other }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404]);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(await unreadCount(user)).toBe(1);
  });
});

describe('delivery', () => {
  it('happens once per key, however often it is requested', async () => {
    const user = await createBuyer(t);
    const notice = { dedupeKey: 'drop-1' };
    await Promise.all([notify(user, notice), notify(user, notice), notify(user, notice)]);
    await notify(user, { dedupeKey: 'drop-2' });
    await notify(user);
    await notify(user);
    expect((await list(user)).pagination.total).toBe(4);
    expect(t.mailbox.filter((mail) => mail.to === user.email)).toHaveLength(4);
  });

  it('goes out as an email that a person can read and a program can end', async () => {
    const user = await createBuyer(t, { name: 'Ana <b>' });
    await notify(user);
    const mail = t.mailbox.find((candidate) => candidate.to === user.email);
    expect(mail?.subject).toBe('Fifthwheel: price drops of your favourites');
    expect(mail?.text).toContain('https://market.example/listings/man-tgx');
    expect(mail?.html).toContain('Ana &lt;b&gt;');
    expect(mail?.unsubscribeUrl).toMatch(
      /^https:\/\/market\.example\/notifications\/unsubscribe\?token=usr_\w+\.price_drop\./,
    );
  });

  it('follows the preferences', async () => {
    const user = await createBuyer(t);
    const preferences = await t.put(
      '/api/notifications/preferences',
      { preferences: { price_drop: { inApp: false }, favorite_sold: { email: false } } },
      { as: user },
    );
    expect(preferences.body.data.preferences).toMatchObject({
      price_drop: { inApp: false, email: true },
      favorite_sold: { inApp: true, email: false },
      message: { inApp: true, email: true },
    });
    expect((await t.get('/v1/notifications/preferences', { as: user })).body).toEqual(preferences.body);
    await notify(user, { dedupeKey: 'a' });
    await notify(user, { dedupeKey: 'a' });
    await notify(user, { type: 'favorite_sold' });
    expect((await list(user)).notifications.map((item: { type: string }) => item.type)).toEqual([
      'favorite_sold',
    ]);
    expect(t.mailbox.filter((mail) => mail.to === user.email).map((mail) => mail.subject)).toEqual([
      'Fifthwheel: price drops of your favourites',
    ]);
  });

  it('422: preferences of the wrong form; unknown types are ignored and named', async () => {
    const user = await createBuyer(t);
    const put = (preferences: unknown) =>
      t.put('/api/notifications/preferences', { preferences }, { as: user });
    for (const wrong of [{ message: { email: 'no' } }, { message: true }, []])
      expect((await put(wrong)).status).toBe(422);
    const odd = await put({ gossip: { email: false }, message: { sms: true } });
    expect([odd.status, odd.headers['x-ignored-fields']]).toEqual([
      200,
      'preferences.gossip, preferences.message.sms',
    ]);
  });

  it('says nothing to an account that is suspended', async () => {
    const user = await createBuyer(t);
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.userId).execute();
    await notify(user);
    const rows = await t.db.selectFrom('notifications').where('user_id', '=', user.userId).execute();
    expect(rows).toEqual([]);
  });

  it('happens once per run of unread messages, to all team members who reply', async () => {
    const { seller, buyer, conversationId } = await createScene(t);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    await sendMessage(t, buyer, conversationId, 'Hello?');
    await t.put(`/v1/messages/conversations/${conversationId}/read`, undefined, { as: seller });
    await sendMessage(t, buyer, conversationId, 'Are you there?');
    await t.drainJobs();
    const listBodies = async (user: TestUser) =>
      (await list(user)).notifications.map((item: { body: string }) => item.body);
    expect(await listBodies(seller)).toEqual([
      'About “MAN TGX 18.510 4x2 BLS”: “Are you there?”',
      'About “MAN TGX 18.510 4x2 BLS”: “Is it still available?”',
    ]);
    expect(await listBodies(agent)).toHaveLength(1);
    expect(await listBodies(viewer)).toEqual([]);
    expect(await listBodies(buyer)).toEqual([]);
  });
});

describe('the link that ends emails', () => {
  const linkOf = async (user: TestUser): Promise<string> => {
    await notify(user);
    const url = t.mailbox.find((mail) => mail.to === user.email)?.unsubscribeUrl ?? '';
    return url.replace('https://market.example', '');
  };
  const wantsMail = async (user: TestUser): Promise<boolean> =>
    (await t.get('/api/notifications/preferences', { as: user })).body.data.preferences.price_drop.email;

  it('changes nothing when it is only opened, and asks in the language of the browser', async () => {
    const user = await createBuyer(t);
    const link = await linkOf(user);
    const page = await t.get(link, { headers: { 'accept-language': 'de' } });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Preissenkungen');
    expect(page.text).toContain('<form method="post">');
    expect(await wantsMail(user)).toBe(true);
  });

  it('ends emails of that type with one click, in the form of RFC 8058, as often as it is pressed', async () => {
    const user = await createBuyer(t);
    const link = await linkOf(user);
    for (let i = 0; i < 2; i++) {
      const response = await t.call('POST', link, {
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(response.status).toBe(200);
    }
    expect(await wantsMail(user)).toBe(false);
    const before = t.mailbox.length;
    await notify(user);
    expect(t.mailbox).toHaveLength(before);
    expect((await list(user)).pagination.total).toBe(2);
  });

  it('is worth nothing when it is changed', async () => {
    const user = await createBuyer(t);
    const other = await createBuyer(t);
    const link = await linkOf(user);
    for (const forged of [
      link.replace(user.userId, other.userId),
      link.replace('price_drop', 'message'),
      `${link}x`,
      '/notifications/unsubscribe',
      '/notifications/unsubscribe?token=a.b.c',
    ]) {
      for (const method of ['GET', 'POST']) expect((await t.call(method, forged)).status, forged).toBe(404);
    }
    expect(await wantsMail(other)).toBe(true);
  });
});

it('forgets old notifications and keeps the counts right', async () => {
  const user = await createBuyer(t);
  await notify(user);
  await t.db
    .updateTable('notifications')
    .set({ created_at: new Date('2020-01-01') })
    .where('user_id', '=', user.userId)
    .execute();
  await notify(user);
  await purge();
  expect((await list(user)).pagination.total).toBe(1);
  expect(await unreadCount(user)).toBe(1);
});

it('exports and erases its data about a person', async () => {
  const user = await createBuyer(t);
  await notify(user);
  await t.put('/api/notifications/preferences', { preferences: { message: { email: false } } }, { as: user });
  const { notifications } = t.app.modules;
  const person = { userId: user.userId, email: user.email, sellerId: null };
  const { listingId } = await createListing(t, await createSeller(t));
  const seen = {
    userId: user.userId,
    listingId,
    price: null,
    currency: null,
    vatDeductible: null,
    seenPrice: null,
  };
  await inTransaction(t.db, (trx) => notifications.announcements.claim(trx, 'sold', 'favorite_sold', [seen]));
  expect(await exportSection(notifications.personalData, t.db, person)).toMatchObject({
    told: [{ type: 'price_drop' }],
    announcements: [{ listingId, reason: 'sold' }],
    preferences: [{ type: 'message', inApp: true, email: false }],
  });
  await inTransaction(t.db, (trx) => eraseSection(notifications.personalData, trx, person, t.clock.now()));
  expect(await exportSection(notifications.personalData, t.db, person)).toEqual({
    told: [],
    announcements: [],
    preferences: [],
  });
  expect(await unreadCount(user)).toBe(0);
});
