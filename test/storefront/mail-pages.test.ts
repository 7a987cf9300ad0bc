import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createListing, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Opens the link in the last email to this address, and returns the path of the page behind it. */
async function pageBehindMailTo(email: string, browser: BrowserSession): Promise<string> {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to }) => to === email);
  const link = new URL(/https:\/\/market\.example\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const redirect = await browser.open(link.pathname + link.search);
  expect(redirect.status).toBe(302);
  return String(redirect.headers['location']);
}

describe('the page behind the link of a reset', () => {
  it('sets the password, once', async () => {
    const { email } = await createBuyer(t);
    await t.post('/api/auth/forgot-password', { email });
    const browser = new BrowserSession(t);
    const page = await pageBehindMailTo(email, browser);
    expect(page).toMatch(/^\/en\/reset-password\?token=/);
    expect((await browser.open(page)).headers['cache-control']).toBe('private, no-store');
    const set = (password: string, confirmPassword = password) =>
      browser.submit(page, { do: 'reset', password, confirmPassword });
    expect((await set('short')).text).toContain('Choose a longer or less common password');
    expect((await set('Newhaul#24', 'Newhaul#25')).text).toContain('The passwords don’t match.');
    const done = await set('Newhaul#24');
    expect([done.status, done.headers['location']]).toEqual([303, '/en/sign-in?done=done.passwordChanged']);
    expect((await browser.open('/en/sign-in?done=done.passwordChanged')).text).toContain('Password changed.');
    expect((await t.post('/api/auth/login', { email, password: 'Newhaul#24' })).status).toBe(200);
    const secondReset = await set('Newhaul#26');
    expect([secondReset.status, secondReset.text.includes('role="alert"')]).toEqual([400, true]);
    expect((await t.post('/api/auth/login', { email, password: 'Newhaul#24' })).status).toBe(200);
  });
});

describe('the page behind the link of an invitation', () => {
  it('makes only the signed-in user a member', async () => {
    const { email } = await createBuyer(t);
    const owner = await createSeller(t, { plan: 'professional' });
    await t.post('/api/seller/team/invitations', { email, role: 'AGENT' }, { as: owner });
    const stranger = new BrowserSession(t);
    const page = await pageBehindMailTo(email, stranger);
    const other = await createBuyer(t);
    const signIn = (browser: BrowserSession, address: string) =>
      browser.submit(`/en/sign-in?${new URLSearchParams({ next: page }).toString()}`, {
        do: 'sign-in',
        email: address,
        password: TEST_PASSWORD,
      });
    expect((await signIn(stranger, other.email)).headers['location']).toBe(page);
    expect((await stranger.submit(page, { do: 'accept' })).status).toBeGreaterThanOrEqual(400);
    const invited = new BrowserSession(t);
    expect((await invited.open(page)).text).toContain('/en/sign-in?next=');
    await signIn(invited, email);
    expect((await invited.submit(page, { do: 'accept' })).headers['location']).toBe('/dealer/today');
    const { members } = (await t.get('/api/seller/team', { as: owner })).body.data;
    expect(members.map((member: { email: string }) => member.email)).toContain(email);
    expect(members.map((member: { email: string }) => member.email)).not.toContain(other.email);
  });
});

describe('the email of a message', () => {
  it('shows the vehicle, and leads dealers to their inbox and buyers to their messages', async () => {
    const [dealer, buyer] = [await createSeller(t, { plan: 'premium' }), await createBuyer(t)];
    const { listingId } = await createListing(t, dealer, {
      title: 'DAF XF 530 for a letter',
      price: 51_000,
      country: 'NL',
      city: 'Venlo',
    });
    const sent = await t.post('/api/messages', { listingId, content: 'Still there?' }, { as: buyer });
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to }) => to === dealer.email);
    expect(mail?.text).toContain('DAF XF 530 for a letter\n€51,000\nVenlo, Netherlands\nhttps://');
    const id: string = sent.body.data.threadId;
    const page = async (reader: { email: string }): Promise<readonly unknown[]> => {
      const browser = new BrowserSession(t);
      await browser.call('POST', '/web/session', { email: reader.email, password: TEST_PASSWORD });
      const redirect = await browser.open(`/messages/conversations/${id}`);
      const { status, headers } = await browser.open(String(redirect.headers['location']));
      return [status, headers['location']];
    };
    expect(await page(dealer)).toEqual([303, `/dealer/inbox/${id}`]);
    expect(await page(buyer)).toEqual([200, undefined]);
  });
});
