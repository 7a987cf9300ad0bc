/** An administrator views the marketplace as another user and cannot change anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import type { AnyRouteRow } from '../../../src/platform/http/route.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  TEST_PASSWORD,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

const reason = 'They say that their listings are gone.';

async function signIn(user = admin): Promise<BrowserSession> {
  const browser = new BrowserSession(t);
  const response = await browser.call('POST', '/web/session', { email: user.email, password: TEST_PASSWORD });
  expect(response.status).toBe(200);
  return browser;
}
const begin = (browser: BrowserSession, userId: string) =>
  browser.call('POST', `/web/api/admin/users/${userId}/view`, { reason });
const end = (browser: BrowserSession) => browser.submit('/en/view', { do: 'end' });
const readUserId = async (browser: BrowserSession): Promise<string> =>
  (await browser.call('GET', '/web/api/auth/me')).body.data.id;

async function startView(userId: string): Promise<BrowserSession> {
  const browser = await signIn();
  const started = await begin(browser, userId);
  expect([started.status, started.body.error]).toEqual([200, undefined]);
  return browser;
}

async function logOf(userId: string) {
  const response = await t.get(`/api/admin/audit-log?subjectType=user&subjectId=${userId}`, { as: admin });
  const entries: readonly { seq: number; action: string }[] = response.body.data.entries;
  return entries.filter(({ action }) => action.includes('view')).toSorted((a, b) => b.seq - a.seq);
}

async function endViews(): Promise<void> {
  const jobs = t.app.modules.list.flatMap((module) => module.jobs ?? []);
  const signal = new AbortController().signal;
  await jobs.find(({ name }) => name === 'auth.end-views')?.run(undefined as never, { signal } as never);
}

describe('viewing the marketplace as another user', () => {
  it('shows what they see, says so, and is in the audit log from its beginning to its end', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const browser = await startView(seller.userId);
    expect(await readUserId(browser)).toBe(seller.userId);
    const { listings } = (await browser.call('GET', '/web/api/seller/listings')).body.data;
    expect(listings.map(({ id }: { id: string }) => id)).toEqual([listingId]);
    const { data } = (await browser.call('GET', '/web/session')).body;
    expect(data.view).toEqual({ name: data.user.name, until: expect.any(String) });
    const workspace = await browser.open('/dealer/today');
    expect([
      workspace.status,
      workspace.text.includes(`You are viewing the marketplace as <b data-view="name">${seller.email}</b>`),
    ]).toEqual([200, true]);
    expect((await browser.open('/admin/users')).status).toBe(403);
    const ended = await end(browser);
    expect([ended.status, ended.headers['location']]).toEqual([303, `/admin/users/${seller.userId}`]);
    expect(await readUserId(browser)).toBe(admin.userId);
    expect((await browser.call('GET', '/web/session')).body.data.view).toBeNull();
    expect(await logOf(seller.userId)).toMatchObject([
      { action: 'user.view_ended', actor: { id: admin.userId } },
      {
        action: 'user.view_begun',
        actor: { id: admin.userId },
        after: { reason, until: expect.any(String) },
      },
    ]);
  });

  it('changes nothing, whatever is requested', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const { listingId } = await createListing(t, seller);
    const browser = await startView(seller.userId);
    const writing = t.app.routes.filter(({ method }) => method !== 'GET');
    expect(writing.length).toBeGreaterThan(100);
    const refused = new Set<string>();
    for (const row of writing) {
      const response = await browser.call(
        row.method,
        `/web/api${row.path.replaceAll(/:\w+/g, listingId)}`,
        {},
      );
      refused.add(`${response.status} ${response.body?.error?.message}`);
    }
    expect([...refused]).toEqual([
      '403 An administrator who views the marketplace as another user cannot change anything. Stop viewing first.',
    ]);
    const form = await browser.submit('/en/account', { do: 'save', name: 'Somebody Else' });
    expect(form.status).not.toBe(303);
    const { user } = (await t.get(`/api/admin/users/${seller.userId}`, { as: admin })).body.data;
    expect([user.name === 'Somebody Else', user.lastSeenAt]).toEqual([false, null]);
    expect((await t.get(`/api/seller/listings/${listingId}`, { as: seller })).body.data.status).toBe(
      'ACTIVE',
    );
  });

  it('is open only for explicitly opened endpoints: a new endpoint is closed', async () => {
    const browser = await startView((await createSeller(t, { plan: 'premium' })).userId);
    const reading = t.app.routes.filter(({ method, access }) => method === 'GET' && access.kind !== 'public');
    const isOpen = (row: AnyRouteRow): boolean => row.showsInViews === true;
    for (const row of reading.filter((candidate) => !isOpen(candidate))) {
      const response = await browser.call('GET', `/web/api${row.path.replaceAll(/:\w+/g, 'x')}`);
      expect([row.path, response.status]).toEqual([row.path, 403]);
    }
    for (const secret of [
      'key',
      'session',
      'stream',
      'export',
      'webhook',
      'message',
      'security',
      'events',
      '/admin',
    ])
      expect(
        reading.filter(isOpen).filter(({ path }) => path.includes(secret) && path !== '/messages/unread'),
      ).toEqual([]);
  });

  it('ends by itself after ten minutes, and with the session or the account', async () => {
    const [buyer, other] = [await createBuyer(t), await createBuyer(t)];
    const browser = await startView(buyer.userId);
    const second = await startView(other.userId);
    await t.post(`/api/admin/users/${other.userId}/suspend`, { reason: 'Only a trial.' }, { as: admin });
    expect(await readUserId(second)).toBe(admin.userId);
    await endViews();
    expect((await logOf(other.userId)).map(({ action }) => action)).toEqual([
      'user.view_ended',
      'user.view_begun',
    ]);
    t.clock.advance(10 * MINUTE_MS);
    expect(await readUserId(browser)).toBe(admin.userId);
    await endViews();
    await endViews();
    expect(await logOf(buyer.userId)).toMatchObject([
      { action: 'user.view_ended', actor: { kind: 'system' }, after: { viewedBy: admin.userId } },
      { action: 'user.view_begun' },
    ]);
  });

  it('is denied to tokens, for administrators and suspended accounts, and long after the sign-in', async () => {
    const [buyer, suspended] = [await createBuyer(t), await createBuyer(t)];
    const byToken = await t.post(`/api/admin/users/${buyer.userId}/view`, { reason }, { as: admin });
    expect([byToken.status, byToken.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await t.post(`/api/admin/users/${suspended.userId}/suspend`, { reason: 'Only a trial.' }, { as: admin });
    const browser = await signIn();
    expect((await begin(browser, suspended.userId)).status).toBe(409);
    expect((await begin(browser, (await createAdmin(t)).userId)).status).toBe(409);
    expect((await begin(browser, 'usr_nobody')).status).toBe(404);
    expect((await begin(await signIn(buyer), suspended.userId)).status).toBe(403);
    t.clock.advance(16 * MINUTE_MS);
    expect((await begin(browser, buyer.userId)).status).toBe(403);
  });

  it('does not begin another: it ends first', async () => {
    const [buyer, other] = [await createBuyer(t), await createBuyer(t)];
    const browser = await startView(buyer.userId);
    expect((await begin(browser, other.userId)).status).toBe(403);
    expect(await readUserId(browser)).toBe(buyer.userId);
  });
});
