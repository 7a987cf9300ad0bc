/** Account forms that work without JavaScript. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_HEADERS, formBytes } from '../http/auth/support.ts';
import { BrowserSession } from '../support/browser-session.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  TEST_PASSWORD,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PAGE = '/en/account';
const PHONE_PAGE = '/en/account/phone';
const browserOf = async ({ email }: TestUser): Promise<BrowserSession> => {
  const browser = new BrowserSession(t);
  await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
  return browser;
};
const locationOf = ({ status, headers }: { status: number; headers: Record<string, unknown> }) => [
  status,
  headers['location'],
];
const codeTo = async (phone: string): Promise<string> => {
  await t.drainJobs();
  const sent = t.textMessages.findLast(({ to }) => to === phone);
  return /\d{6}/.exec(sent?.text ?? '')?.[0] ?? '';
};

describe('the own image', () => {
  const send = (browser: BrowserSession, content: Buffer, name = 'me.png') =>
    browser.upload(`${PAGE}?do=picture&once=${name}`, {
      contentType: FORM_HEADERS['content-type'],
      body: formBytes([{ name: 'avatar', file: { name, type: 'image/png', content } }]),
    });

  it('is set on the page, shown beside messages, and taken away', async () => {
    const seller = await createSeller(t, { companyName: 'Ärmel & Söhne' });
    const { listingId: id } = await createListing(t, seller);
    const buyer = await createBuyer(t);
    await t.post('/api/messages/conversations', { listing_id: id, message: 'Still there?' }, { as: buyer });
    const browser = await browserOf(buyer);
    const before = (await browser.open(PAGE)).text;
    expect(before).not.toContain('do" value="no-picture"');
    expect((await browser.open('/en/messages')).text).toMatch(/class="portrait"[^>]*>Ä&amp;</);
    const blank = { width: 40, height: 30, channels: 3 as const, background: '#0b4f7d' };
    const picture = await sharp({ create: blank }).png().toBuffer();
    expect(locationOf(await send(browser, picture))).toEqual([303, `${PAGE}?done=done.saved`]);
    const portrait = /class="portrait" src="(\/media\/avatars\/[^"]+)"/.exec((await browser.open(PAGE)).text);
    expect((await t.http.inject(portrait?.[1] ?? '')).statusCode).toBe(200);
    const { user } = (await browser.call('GET', '/web/session')).body.data;
    expect(new URL(user.avatar).pathname).toBe(portrait?.[1]);
    expect(locationOf(await browser.submit(PAGE, { do: 'no-picture' }))).toEqual([
      303,
      `${PAGE}?done=done.removed`,
    ]);
    expect((await browser.open(PAGE)).text).toMatch(/<span class="portrait"/);
  });

  it('stays as it was when the file is none, and the page says so', async () => {
    const browser = await browserOf(await createBuyer(t));
    const refused = await send(browser, Buffer.from('MZ nothing'), 'me.exe');
    expect(refused.status).toBe(415);
    expect(refused.text).toMatch(/role="alert">[^<]+</);
    expect(refused.text).toMatch(/<span class="portrait"/);
  });
});

describe('the account of a buyer', () => {
  it('omits listings, plans, teams and keys, and keeps the preferences that it omits', async () => {
    const browser = await browserOf(await createBuyer(t));
    const settings = (await browser.open('/en/account/notices')).text;
    const kinds = [...settings.matchAll(/name="(\w+)\.inApp"/g)].map(([, kind]) => kind);
    expect(kinds).toEqual([
      'message',
      'saved_search_match',
      'price_drop',
      'favorite_sold',
      'review_reply',
      'team_invitation',
      'report_decided',
    ]);
    await browser.submit('/en/account/notices', { do: 'preferences', 'message.inApp': 'on' });
    const { preferences } = (await browser.call('GET', '/web/api/notifications/preferences')).body.data;
    expect([preferences.message, preferences.price_drop, preferences.listing_sold]).toEqual([
      { inApp: true, email: false },
      { inApp: false, email: false },
      { inApp: true, email: true },
    ]);
    expect((await browser.open(PAGE)).text).not.toContain('keepApiKeys');
    expect((await browser.open('/en/account/data')).text).not.toContain('listings');
  });

  it('shows all of them to a dealer', async () => {
    const browser = await browserOf(await createSeller(t));
    expect((await browser.open('/en/account/notices')).text).toContain('name="listing_sold.inApp"');
    expect((await browser.open(PAGE)).text).toContain('keepApiKeys');
  });
});

describe('the own phone number', () => {
  it('is confirmed by a code, and the page says so in words when the code is wrong', async () => {
    const browser = await browserOf(await createBuyer(t));
    expect((await browser.open(PAGE)).text).toContain(`href="${PHONE_PAGE}"`);
    const requested = await browser.submit(PHONE_PAGE, { do: 'ask', phone: '+49 40 5550100' });
    const next = `${PHONE_PAGE}?to=%2B49+40+5550100`;
    expect(locationOf(requested)).toEqual([303, `${next}&done=done.codeSent`]);
    expect((await browser.open(next)).text).toContain('We’ve sent a code to +49 40 5550100.');
    const code = await codeTo('+49405550100');
    const wrong = await browser.submit(next, {
      do: 'confirm',
      code: code === '000000' ? '000001' : '000000',
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/role="alert">[^<]+</);
    const right = await browser.submit(next, { do: 'confirm', code });
    expect(locationOf(right)).toEqual([303, `${PAGE}?done=done.phoneVerified`]);
    const account = (await browser.open(PAGE)).text;
    expect(account).toContain('+49405550100');
    expect(account).toContain('Number confirmed');
  });

  it('keeps the input if it is not a number, and escapes text', async () => {
    const browser = await browserOf(await createBuyer(t));
    const refused = await browser.submit(PHONE_PAGE, { do: 'ask', phone: '12 <b>' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('value="12 &lt;b&gt;"');
    const crafted = await browser.open(`${PHONE_PAGE}?to=${encodeURIComponent('<script>')}`);
    expect(crafted.text).toContain('&lt;script&gt;');
    expect(crafted.text).not.toContain('to <script>');
  });
});
