/** Forms for documents, attachments, reviews and API keys that work without JavaScript. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_HEADERS, formBytes, type FormPart, PDF } from '../http/auth/support.ts';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  TEST_PASSWORD,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let truck: { id: string; slug: string };
let picture: Buffer;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks' });
  truck = await publish(t, seller, { title: 'MAN TGX 18.500', price: 40_000 });
  const blank = { width: 40, height: 30, channels: 3 as const, background: '#0b4f7d' };
  picture = await sharp({ create: blank }).png().toBuffer();
  await t.app.settle();
});

afterAll(() => t.close());

const browserOf = async ({ email }: TestUser): Promise<BrowserSession> => {
  const browser = new BrowserSession(t);
  await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
  return browser;
};
const file = (name: string, type: string, content: Buffer, field: string): FormPart => ({
  name: field,
  file: { name, type, content },
});
const form = (parts: readonly FormPart[]) => ({
  contentType: FORM_HEADERS['content-type'],
  body: formBytes(parts),
});

describe('the verification of a dealer', () => {
  it('begins with the registration, and leads from the code to the documents', async () => {
    const browser = new BrowserSession(t);
    const page = await browser.open('/en/register?role=SELLER');
    expect(page.text).toMatch(/<li aria-current="step">Account/);
    const registered = await browser.submit('/en/register', {
      do: 'register',
      once: 'r1',
      role: 'SELLER',
      name: 'Jan Petersen',
      companyName: 'Petersen Nutzfahrzeuge',
      country: 'DE',
      email: 'jan@petersen.example',
      password: TEST_PASSWORD,
    });
    expect(registered.status).toBe(303);
    const to = String(registered.headers['location']);
    expect(to).toBe('/en/verify?next=%2Fen%2Faccount%2Fdocuments');
    expect((await browser.open(to)).text).toMatch(/<li aria-current="step">Email address/);
    await t.drainJobs();
    const mail = t.mailbox.findLast((candidate) => candidate.to === 'jan@petersen.example');
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const verified = await browser.submit(to, { do: 'verify', email: 'jan@petersen.example', code });
    expect(verified.headers['location']).toContain('/en/account/documents');
    const documents = await browser.open('/en/account/documents');
    expect(documents.text).toMatch(/<li aria-current="step">Documents/);
    expect(documents.text).toContain('Your company is not verified yet');
  });

  it('takes documents from the page, shows them, and takes others in place of refused ones', async () => {
    const browser = await browserOf(seller);
    const url = '/en/account/documents';
    const sent = await browser.upload(
      `${url}?do=send&once=d1`,
      form([
        file('licence.pdf', 'application/pdf', PDF, 'documents'),
        file('id.png', 'image/png', picture, 'documents'),
      ]),
    );
    expect([sent.status, sent.headers['location']]).toEqual([303, `${url}?done=done.documents`]);
    const documentsPage = (await browser.open(url)).text;
    expect(documentsPage).toContain('licence.pdf');
    expect(documentsPage).toContain('We are checking your documents');
    const refused = await browser.upload(
      `${url}?do=send&once=d2`,
      form([file('licence.exe', 'application/pdf', Buffer.from('MZ nothing'), 'documents')]),
    );
    expect(refused.status).toBe(415);
    expect(refused.text).toMatch(/role="alert">[^<]+</);
    const id = /name="id" value="(doc_[^"]+)"/.exec(documentsPage)?.[1] ?? '';
    await browser.submit(url, { do: 'remove', id });
    expect((await browser.open(url)).text.match(/name="id" value="doc_/g)).toHaveLength(1);
    const admin = await createAdmin(t);
    await t.post(`/api/admin/users/${seller.userId}/verify-seller`, {}, { as: admin });
    expect((await browser.open(url)).text).toContain('Your company is verified');
    expect((await browser.open('/en/account')).text).toContain('Verified');
  });

  it('says why documents were rejected, also when others are on their way', async () => {
    const dealer = await createSeller(t, { companyName: 'Refused Trucks', verified: false });
    const browser = await browserOf(dealer);
    const url = '/en/account/documents';
    const send = (name: string) =>
      browser.upload(`${url}?do=send&once=${name}`, form([file(name, 'application/pdf', PDF, 'documents')]));
    await send('old.pdf');
    const reason = 'The <entry> is of another company.';
    const decided = { verified: false, reason };
    const admin = await createAdmin(t);
    await t.post(`/api/admin/verifications/${dealer.sellerId}/decide`, decided, { as: admin });
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to }) => to === dealer.email);
    expect(mail?.text).toContain('https://market.example/account/documents');
    const redirect = await browser.open('/account/documents');
    expect([redirect.status, redirect.headers['location']]).toEqual([302, url]);
    const refused = (await browser.open(url)).text;
    expect(refused).toContain('verify your company with these documents');
    expect(refused).toContain('The &lt;entry&gt; is of another company.');
    await send('new.pdf');
    const waiting = (await browser.open(url)).text;
    expect(waiting).toContain('We are checking your documents');
    expect(waiting.match(/Not accepted on/g)).toHaveLength(1);
  });

  it('is nothing for buyers, and rejects forms of other sites', async () => {
    const browser = await browserOf(await createBuyer(t));
    expect((await browser.open('/en/account/documents')).headers['location']).toBe('/en/account');
    const foreign = await t.call('POST', '/en/account/documents?do=send', {
      payload: formBytes([file('a.pdf', 'application/pdf', PDF, 'documents')]),
      headers: { ...FORM_HEADERS, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });
});

describe('a conversation', () => {
  it('has images as thumbnails and files as links, and keeps what was typed beside a refused file', async () => {
    const buyer = await createBuyer(t);
    const browser = await browserOf(buyer);
    const inquiry = { listing_id: truck.id, message: 'Is it there?' };
    const started = await t.post('/api/messages/conversations', inquiry, { as: buyer });
    const { id } = started.body.data.conversation;
    const url = `/en/messages/${id}`;
    const text = { name: 'content', value: 'Here is what I mean' };
    const attach = (formId: string, ...attachments: FormPart[]) =>
      browser.upload(`${url}?do=send&once=${formId}`, form([text, ...attachments]));
    expect((await attach('m1', file('crack.png', 'image/png', picture, 'attachments'))).status).toBe(303);
    expect((await attach('m1', file('crack.png', 'image/png', picture, 'attachments'))).status).toBe(303);
    expect((await attach('m2', file('offer.pdf', 'application/pdf', PDF, 'attachments'))).status).toBe(303);
    expect(
      (await attach('m3', file('', 'application/octet-stream', Buffer.alloc(0), 'attachments'))).status,
    ).toBe(303);
    const two = [
      file('front.png', 'image/png', picture, 'attachments'),
      file('terms.pdf', 'application/pdf', PDF, 'attachments'),
    ];
    expect((await attach('m5', ...two)).status).toBe(303);
    const page = (await browser.open(url)).text;
    expect(page).toMatch(/alt="Photo: front\.png".*>terms\.pdf<\/a>/s);
    expect(page).toContain('JPEG, PNG, WebP or PDF, up to 10 MB each, 5 files at most.');
    const source = /<img src="(\/[^"]*attachments[^"]+)"/.exec(page)?.[1] ?? '';
    expect(page.match(/alt="Photo: crack\.png"/g)).toHaveLength(1);
    expect(page).toContain('>offer.pdf</a>');
    const image = await browser.open(source.replaceAll('&amp;', '&'));
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png']);
    const refused = await attach('m4', file('run.exe', 'image/png', Buffer.from('MZ'), 'attachments'));
    expect(refused.status).toBe(415);
    expect(refused.text).toContain('>Here is what I mean</textarea>');
    expect(refused.text).toContain('run.exe is not a file of an accepted type: JPEG, PNG, WebP, PDF.');
    const answered = await t.post('/api/messages', { threadId: id, content: 'Yes' }, { as: seller });
    expect(answered.status, answered.text).toBe(201);
    const recipientPage = (await browser.open(url)).text;
    const report = /href="(\/en\/messages\/[^"]+\/report\/[^"]+)"/.exec(recipientPage)?.[1] ?? '';
    const fields = { do: 'report', reason: 'spam', details: '' };
    const reported = await browser.submit(report, { ...fields, once: 'p1' });
    expect(reported.headers['location']).toBe(`${url}?done=done.messageReported`);
    const secondReport = await browser.submit(report, { ...fields, once: 'p2' });
    expect(secondReport.text).toContain('You have already reported this message');
  });
});

describe('a review', () => {
  it('is written by a buyer who got a reply, then changed, then deleted', async () => {
    const buyer = await createBuyer(t, { name: 'Ana Kowalska' });
    const browser = await browserOf(buyer);
    const url = `/en/dealer/${seller.slug}/review`;
    const fields = { do: 'review', rating: '4', title: 'Fair', text: 'Quick answers, honest pictures.' };
    const empty = (await browser.open(url)).text;
    expect(/<select[^>]*name="rating"[^>]*>(<option[^>]*>)/.exec(empty)?.[1]).toBe(
      '<option value="" selected="">',
    );
    const unrated = await browser.submit(url, { ...fields, rating: '' });
    expect([unrated.status, unrated.text.split('Choose a rating').length]).toEqual([422, 3]);
    const early = await browser.submit(url, { ...fields, once: 'v1' });
    expect(early.status).toBe(403);
    expect(early.text).toContain('Write to this dealer first');
    expect(early.text).toContain('>Quick answers, honest pictures.</textarea>');
    const inquiry = { listing_id: truck.id, message: 'Is it there?' };
    const started = await t.post('/api/messages/conversations', inquiry, { as: buyer });
    const { id } = started.body.data.conversation;
    await t.post(`/api/messages/conversations/${id}`, { content: 'Yes.' }, { as: seller });
    const conversation = (await browser.open(`/en/messages/${id}`)).text;
    const link = /href="(\/en\/dealer\/[^"]+\/review)"/.exec(conversation)?.[1] ?? '';
    expect((await browser.open(link)).text).toContain('Review of Hansa Trucks');
    expect((await browser.submit(url, { ...fields, once: 'v2' })).status).toBe(303);
    const ownPage = (await browser.open(url)).text;
    expect(ownPage).toContain('value="Fair"');
    const review = /name="id" value="(rev_[^"]+)"/.exec(ownPage)?.[1] ?? '';
    expect(ownPage).toMatch(
      /<details class="confirm"[^>]*><summary[^>]*>Delete review<\/summary>.*will be deleted/s,
    );
    await browser.submit(url, { ...fields, id: review, rating: '2', once: 'v3' });
    const publicPage = (
      await t.get(`/en/dealer/${seller.slug}/reviews`, { headers: { accept: 'text/html' } })
    ).text;
    expect(publicPage).toContain('aria-label="2 stars"');
    expect(publicPage).toContain(`href="${url}"`);
    await browser.submit(url, { do: 'remove', id: review });
    expect((await browser.open(url)).text).not.toContain('value="Fair"');
    expect((await (await browserOf(seller)).open(url)).text).toContain('Only buyers can write reviews');
  });
});

describe('an API key', () => {
  it('is made with the scopes that were chosen, shown once, and revoked', async () => {
    const browser = await browserOf(seller);
    const url = '/en/account/keys';
    const fields = { do: 'create', name: 'Stock system', days: '90', password: TEST_PASSWORD };
    const rejected = await browser.submit(url, { ...fields, once: 'k1' });
    expect([rejected.status, rejected.text.includes('Choose at least one permission.')]).toEqual([422, true]);
    const created = await browser.submit(url, { ...fields, scopes: 'listings:read', once: 'k2' });
    expect(created.status).toBe(200);
    const key = /<code>(fw_[^<]{20,})<\/code>/.exec(created.text)?.[1] ?? '';
    expect((await t.get('/api/auth/verify', { headers: { 'x-api-key': key } })).body.data.scopes).toEqual([
      'listings:read',
    ]);
    const repeated = await browser.submit(url, { ...fields, scopes: 'listings:read', once: 'k2' });
    expect(repeated.text.match(/name="do" value="revoke"/g) ?? []).toHaveLength(1);
    const page = (await browser.open(url)).text;
    expect(page).not.toContain(key);
    const id = /name="id" value="(key_[^"]+)"/.exec(page)?.[1] ?? '';
    await browser.submit(url, { do: 'revoke', id });
    expect((await t.get('/api/auth/verify', { headers: { 'x-api-key': key } })).status).toBe(401);
  });
});
