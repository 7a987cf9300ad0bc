import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let truck: { id: string; slug: string };

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  truck = await publish(t, seller, { title: 'MAN TGX 18.500', price: 40_000 });
  await t.app.settle();
});

afterAll(() => t.close());

const browserOf = async (): Promise<BrowserSession> => {
  const { email } = await createBuyer(t);
  const browser = new BrowserSession(t);
  await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
  return browser;
};

const codeFor = async (email: string): Promise<string> => {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
};

describe('an inquiry', () => {
  it('creates the account of a guest with the emailed code, and reaches the dealer', async () => {
    const browser = new BrowserSession(t);
    const page = await browser.open(`/en/inquiry/${truck.slug}`);
    expect([page.status, page.text.includes('MAN TGX 18.500')]).toEqual([200, true]);
    const fields = { content: 'Is it still there?', name: 'Guest Buyer', email: 'guest@buyer.example' };
    const requested = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'guest',
      once: 'g1',
      ...fields,
    });
    expect(requested.status).toBe(200);
    expect(requested.text).toContain('We’ve sent a code to guest@buyer.example');
    const sealed = /name="sealed" value="([^"]+)"/.exec(requested.text)?.[1] ?? '';
    const wrong = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'confirm',
      once: 'g2',
      sealed,
      code: '000000x',
      ...fields,
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Is it still there?');
    const resent = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'resend',
      once: 'g2a',
      sealed,
      ...fields,
    });
    expect(resent.text).toContain('We’ve sent a new code to guest@buyer.example');
    const changed = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'change',
      once: 'g2b',
      sealed,
      ...fields,
    });
    expect(changed.text).not.toContain('name="sealed"');
    for (const value of Object.values(fields)) expect(changed.text).toContain(value);
    const sent = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'confirm',
      once: 'g3',
      sealed,
      code: await codeFor(fields.email),
      ...fields,
    });
    expect(sent.status).toBe(303);
    expect(sent.headers['location']).toMatch(/^\/en\/messages\/cnv_\w+\?done=done\.sent$/);
    const conversation = await browser.open(String(sent.headers['location']));
    expect(conversation.text).toContain('Is it still there?');
    const { conversations } = (await t.get('/api/messages/conversations', { as: seller })).body.data;
    expect(conversations[0].last_message.content).toBe('Is it still there?');
    expect(conversations[0].participant.name).toBe('Guest Buyer');
  });

  it('is sent once the link in the email was used, whatever was typed as the code', async () => {
    const browser = new BrowserSession(t);
    const fields = { content: 'Can I see it?', name: 'Link Buyer', email: 'link@buyer.example' };
    const requested = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'guest',
      once: 'l1',
      ...fields,
    });
    const sealed = /name="sealed" value="([^"]+)"/.exec(requested.text)?.[1] ?? '';
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to }) => to === fields.email);
    const link = new URL(/https:\/\/market\.example\/verify\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    const elsewhere = new BrowserSession(t);
    const confirmPage = await elsewhere.open(`/en/verify${link.search}`);
    expect(confirmPage.text).toContain('Confirm');
    const verified = await elsewhere.submit(`/en/verify${link.search}`, { do: 'link', once: 'l2' });
    expect(verified.headers['location']).toMatch(/^\/en\/account/);
    const sent = await browser.submit(`/en/inquiry/${truck.slug}`, {
      do: 'confirm',
      once: 'l3',
      sealed,
      code: '1',
      ...fields,
    });
    expect(sent.headers['location']).toMatch(/^\/en\/messages\/cnv_\w+/);
  });

  it('leads to the sign-in if the address has an account', async () => {
    const { email } = await createBuyer(t);
    const response = await new BrowserSession(t).submit(`/en/inquiry/${truck.slug}`, {
      do: 'guest',
      content: 'Hello',
      name: 'A new member',
      email,
    });
    expect([response.status, response.text.includes('An account with this address already exists')]).toEqual([
      409,
      true,
    ]);
  });

  it('does not open a seal that the server has not made', async () => {
    const response = await new BrowserSession(t).submit(`/en/inquiry/${truck.slug}`, {
      do: 'confirm',
      sealed: 'AQ'.repeat(40),
      code: '123456',
      content: 'x',
    });
    expect(response.status).toBe(400);
  });

  it('is one message even if it is sent twice', async () => {
    const browser = await browserOf();
    const fields = { do: 'send', once: 'same-form', content: 'Only once please' };
    const [first, second] = await Promise.all([
      browser.submit(`/de/inquiry/${truck.slug}`, fields),
      browser.submit(`/de/inquiry/${truck.slug}`, fields),
    ]);
    const third = await browser.submit(`/de/inquiry/${truck.slug}`, fields);
    expect([first.status, second.status, third.status]).toContain(303);
    const list = (await browser.call('GET', '/web/api/messages/conversations')).body.data;
    expect(list.conversations).toHaveLength(1);
    const { messages } = (
      await browser.call('GET', `/web/api/messages/conversations/${list.conversations[0].id}`)
    ).body.data;
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['Only once please']);
  });
});

describe('a conversation', () => {
  it('is read, replied to, archived and restored on its page', async () => {
    const browser = await browserOf();
    const sent = await browser.submit(`/en/inquiry/${truck.slug}`, { do: 'send', content: 'First' });
    const path = String(sent.headers['location']).split('?')[0] ?? '';
    const id = path.split('/').at(-1) ?? '';
    await t.post(`/api/messages/conversations/${id}`, { content: 'Yes, <b>come</b>' }, { as: seller });
    expect((await browser.open('/en/messages')).text).toContain('1 new');
    const page = await browser.open(path);
    expect(page.text).toContain('Yes, &lt;b&gt;come&lt;/b&gt;');
    expect((await browser.open('/en/messages')).text).not.toContain('1 new');
    expect((await browser.submit(path, { do: 'send', content: 'Second' })).status).toBe(303);
    expect((await browser.open(path)).text).toContain('Second');
    await browser.submit(path, { do: 'archive' });
    expect((await browser.open('/en/messages')).text).not.toContain(path);
    expect((await browser.open('/en/messages?status=archived')).text).toContain(path);
    await t.post(`/api/messages/conversations/${id}`, { content: 'Are you coming?' }, { as: seller });
    expect((await browser.open('/en/messages')).text).toContain(path);
    expect((await browser.open('/en/messages?status=archived')).text).not.toContain(path);
    await browser.submit(path, { do: 'archive' });
    await browser.submit(path, { do: 'unarchive' });
    expect((await browser.open('/en/messages')).text).toContain(path);
    // Other accounts cannot open the conversation.
    const other = await browserOf();
    expect((await other.open(path)).status).toBe(404);
    expect((await other.submit(path, { do: 'send', content: 'x' })).status).toBe(404);
  });
});

describe('favorites and saved searches', () => {
  it('are kept and let go by buttons of the pages', async () => {
    const browser = await browserOf();
    for (let attempt = 0; attempt < 2; attempt++) {
      const saved = await browser.submit('/en/favorites', { do: 'add', listingId: truck.id });
      expect([saved.status, saved.headers['location']]).toEqual([303, '/en/favorites?done=done.favorite']);
    }
    expect((await browser.open('/en/favorites')).text).toContain('MAN TGX 18.500');
    await browser.submit('/en/favorites', { do: 'remove', listingId: truck.id });
    expect((await browser.open('/en/favorites')).text).not.toContain('MAN TGX 18.500');
  });

  it('have notes that the reader writes, changes and deletes', async () => {
    const browser = await browserOf();
    await browser.submit('/en/favorites', { do: 'add', listingId: truck.id });
    const note = { do: 'note', listingId: truck.id };
    const written = await browser.submit('/en/favorites', {
      ...note,
      note: 'Ask for <b>tyres</b>\r\nMonday',
    });
    expect([written.status, written.headers['location']]).toEqual([303, '/en/favorites?done=done.saved']);
    const page = (await browser.open('/en/favorites')).text;
    expect(page).toContain('<p class="own-note lines">Ask for &lt;b&gt;tyres&lt;/b&gt;\nMonday</p>');
    const long = await browser.submit('/en/favorites', { ...note, note: `Too long${'.'.repeat(1000)}` });
    expect([long.status, long.text.includes('Too long')]).toEqual([422, true]);
    await browser.submit('/en/favorites', { ...note, note: '' });
    expect((await browser.open('/en/favorites')).text).not.toContain('own-note');
  });

  it('say whether a price is net, as inquiries and conversations do', async () => {
    const net = await publish(t, seller, { title: 'DAF XF 480', price: 60_000, vatDeductible: true });
    await t.app.settle();
    const browser = await browserOf();
    const textOf = async (path: string): Promise<string> =>
      (await browser.open(path)).text.replaceAll('\u00a0', ' ');
    await browser.submit('/en/favorites', { do: 'add', listingId: net.id });
    const price = '<p class="price">€60,000<small> net</small></p>';
    expect(await textOf('/en/favorites')).toContain(price);
    expect(await textOf('/en/search?q=daf')).toContain(price);
    expect(await textOf(`/en/compare?ids=${net.id},${truck.id}`)).toContain(price);
    expect(await textOf(`/en/inquiry/${net.slug}`)).toContain('<strong>€60,000 net</strong>');
    expect(await textOf(`/de/inquiry/${net.slug}`)).toContain('<strong>60.000 € netto</strong>');
    expect(await textOf(`/fr/inquiry/${net.slug}`)).toMatch(/<strong>60\s000 € HT<\/strong>/);
    const sent = await browser.submit(`/en/inquiry/${net.slug}`, { do: 'send', content: 'Hello' });
    expect(await textOf(String(sent.headers['location']))).toContain('<strong>€60,000 net</strong>');
  });

  it('a search is saved as it is shown, its alerts changed, and deleted', async () => {
    const browser = await browserOf();
    const url = '/en/saved/new?brand=man&min_price=1000&sort=price&page=3';
    expect((await browser.submit(url, { do: 'save', name: 'MAN', alert_frequency: 'daily' })).status).toBe(
      303,
    );
    const [saved] = (await browser.call('GET', '/web/api/search/saved')).body.data.saved_searches;
    expect(saved).toMatchObject({ name: 'MAN', query: { brand: 'man', min_price: 1000 }, alerts: true });
    await browser.submit('/en/saved', { do: 'change', id: saved.id, alert_frequency: 'never' });
    expect((await browser.call('GET', `/web/api/search/saved/${saved.id}`)).body.data.alerts).toBe(false);
    await browser.submit('/en/saved', { do: 'resume', id: saved.id });
    expect((await browser.call('GET', `/web/api/search/saved/${saved.id}`)).body.data.alerts).toBe(true);
    await publish(t, seller, { title: 'MAN TGX 26.510', price: 50_000 });
    await t.app.settle();
    t.clock.advance(2 * MINUTE_MS);
    expect((await browser.open('/en/saved')).text).toContain('1 new');
    const results = await browser.open(`/en/saved/${saved.id}`);
    expect([results.status, results.headers['location']]).toEqual([
      303,
      '/en/search?min_price=1000&brand=man',
    ]);
    expect((await browser.open('/en/saved')).text).not.toContain('1 new');
    await browser.submit('/en/saved', { do: 'remove', id: saved.id });
    expect((await browser.open('/en/saved')).text).not.toContain(saved.id);
  });
});

describe('an alert without an account', () => {
  it('is requested on the page of a search, and begins when its email is confirmed', async () => {
    const browser = new BrowserSession(t);
    const url = '/en/saved/new?brand=man&min_price=1000';
    const page = await browser.open(url);
    expect([page.status, page.text.includes('Email me new vehicles')]).toEqual([200, true]);
    const wrong = await browser.submit(url, { do: 'alert', email: 'nobody' });
    expect([wrong.status, wrong.text.includes('value="nobody"')]).toEqual([422, true]);
    const sent = await browser.submit(url, { do: 'alert', email: 'alert@buyer.example' });
    expect([sent.status, sent.text.includes('if alert@buyer.example can receive')]).toEqual([200, true]);
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to }) => to === 'alert@buyer.example');
    const path = /\/alerts\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    const redirect = await browser.open(path);
    expect([redirect.status, redirect.headers['location']]).toEqual([302, `/en${path}`]);
    const link = /"\/en\/search\?([^"]*)"/.exec((await browser.open(`/en${path}`)).text)?.[1] ?? '';
    expect(Object.fromEntries(new URLSearchParams(link.replaceAll('&amp;', '&')))).toEqual({
      brand: 'man',
      min_price: '1000',
    });
    const confirmed = await browser.submit(`/en${path}`, { do: 'confirm' });
    expect([confirmed.status, confirmed.text.includes('The alert is on')]).toEqual([200, true]);
    expect((await browser.open(`/de${path}`)).text).toContain('Der Suchauftrag ist aktiv');
    expect((await browser.open('/en/alerts/fwal_other')).status).toBe(404);
  });
});

describe('signing in leads on', () => {
  it.each([
    ['/en/saved?a=%C3%A4#b', '/en/saved?a=%C3%A4#b'],
    ['/en/%e2%82%ac', '/en/%e2%82%ac'],
    ['/en/€', '/en/'],
    ['/en/ä', '/en/'],
    ['/\u0000', '/en/'],
    ['/\u0085/x', '/en/'],
    ['//evil.example', '/en/'],
    ['/\\evil.example', '/en/'],
    ['/\t/evil.example', '/en/'],
    ['https://evil.example', '/en/'],
  ])('with next=%j to %s', async (next, to) => {
    const browser = new BrowserSession(t);
    const url = `/en/sign-in?${new URLSearchParams({ next }).toString()}`;
    const { email } = await createBuyer(t);
    const response = await browser.submit(url, { do: 'sign-in', email, password: TEST_PASSWORD });
    expect([response.status, response.headers['location']]).toEqual([303, to]);
  });
});

describe('the account', () => {
  it('is registered, verified, changed, left and erased on its pages', async () => {
    const browser = new BrowserSession(t);
    const email = 'new@buyer.example';
    const registered = await browser.submit('/de/register?next=/de/favorites', {
      do: 'register',
      role: 'BUYER',
      name: 'Neue Käuferin',
      email,
      password: TEST_PASSWORD,
    });
    expect([registered.status, registered.headers['location']]).toEqual([
      303,
      '/de/verify?next=%2Fde%2Ffavorites',
    ]);
    const verified = await browser.submit('/de/verify?next=/de/favorites', {
      do: 'verify',
      email,
      code: await codeFor(email),
    });
    expect(verified.headers['location']).toBe('/de/favorites?done=done.verified');
    const changed = await browser.submit('/de/account', {
      do: 'profile',
      name: 'Neuer Name',
      phone: '+49 40 123456',
      language: 'de',
    });
    expect(changed.status).toBe(303);
    const account = await browser.open('/de/account?done=done.saved');
    expect(account.text).toContain('value="Neuer Name"');
    expect(account.text).toContain('Gespeichert.');
    const wrong = await browser.submit('/de/account', {
      do: 'password',
      currentPassword: 'nope',
      newPassword: 'Another#Lorry43',
      confirmPassword: 'Another#Lorry43',
    });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    const preferences = await browser.submit('/de/account/notices', {
      do: 'preferences',
      'message.inApp': 'on',
    });
    expect(preferences.status).toBe(303);
    const stored = (await browser.call('GET', '/web/api/notifications/preferences')).body.data.preferences;
    expect(stored.message).toEqual({ inApp: true, email: false });
    await browser.submit('/de/account', { do: 'sign-out' });
    expect(browser.cookies.has('__Host-fw')).toBe(false);
    await browser.submit('/de/sign-in', { do: 'sign-in', email, password: TEST_PASSWORD });
    const erased = await browser.submit('/de/account/data', { do: 'erase', password: TEST_PASSWORD });
    expect(erased.status).toBe(303);
    expect((await t.post('/api/auth/login', { email, password: TEST_PASSWORD })).status).toBe(401);
  });

  it('shows its devices and signs one of them out', async () => {
    const { email } = await createBuyer(t);
    const [current, elsewhere] = [new BrowserSession(t), new BrowserSession(t)];
    for (const browser of [current, elsewhere])
      await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
    const { sessions } = (await current.call('GET', '/web/api/auth/sessions')).body.data;
    const other = sessions.find(
      ({ current, userAgent }: { current: boolean; userAgent: string }) => !current && userAgent !== null,
    );
    const ids = sessions.filter(({ current }: { current: boolean }) => !current);
    for (const { id } of ids) await current.submit('/en/account/sessions', { do: 'end', id });
    expect(other).toBeDefined();
    expect((await elsewhere.call('GET', '/web/api/auth/me')).status).toBe(401);
    expect((await current.call('GET', '/web/api/auth/me')).status).toBe(200);
  });
});

describe('the file of all own data', () => {
  const DOWNLOAD = 'href="/web/api/auth/me/export" download=""';

  it('is offered at once where there is little', async () => {
    const browser = await browserOf();
    expect((await browser.open('/en/account/data')).text).toContain('href="/en/account/data/export"');
    const page = await browser.open('/en/account/data/export');
    expect([page.text.includes('Your file is ready.'), page.text.includes(DOWNLOAD)]).toEqual([true, true]);
    expect(page.text).not.toContain('http-equiv="refresh"');
  });

  it('is prepared in the background if there is much data, on a page that refreshes', async () => {
    const { userId, email } = await createBuyer(t);
    await sql`
      insert into notifications (id, user_id, type, data, dedupe_key, in_app, created_at)
      select ${userId} || n, ${userId}, 'listing_approved', '{"title":"Truck"}', 'notice ' || n, true, now()
      from generate_series(1, 1001) n`.execute(t.db);
    const browser = new BrowserSession(t);
    await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
    const waiting = await browser.open('/de/account/data/export');
    expect([waiting.status, waiting.text.includes('http-equiv="refresh" content="10"')]).toEqual([200, true]);
    expect(waiting.text).toContain('Ihre Datei wird erstellt, bisher 0 Einträge.');
    expect(waiting.text).not.toContain(DOWNLOAD);
    await t.drainJobs();
    const exportPage = await browser.open('/de/account/data/export');
    expect([exportPage.text.includes('Ihre Datei ist fertig.'), exportPage.text.includes(DOWNLOAD)]).toEqual([
      true,
      true,
    ]);
    const file = await browser.call('GET', '/web/api/auth/me/export');
    expect(file.body.data.notifications.told).toHaveLength(1001);
  });
});

describe('links of emails and notices', () => {
  it.each([
    ['/listings/abc', '/de/listing/abc'],
    ['/listing/abc', '/de/listing/abc'],
    ['/sellers/abc', '/de/dealer/abc'],
    ['/messages/conversations/cnv_1', '/de/messages/cnv_1'],
    ['/favorites', '/de/favorites'],
    ['/search/saved/ssr_1', '/de/saved'],
    ['/reset-password?token=a%2Bb', '/de/reset-password?token=a%2Bb'],
    ['/team/invitations/tok', '/de/team/invitations/tok'],
  ])('%s leads to the page in the language of the reader', async (from, to) => {
    const response = await t.get(from, { headers: { 'accept-language': 'de' } });
    expect([response.status, response.headers['location']]).toEqual([302, to]);
  });
});
