/** The error page of every storefront form keeps the text that the user typed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../src/platform/http/limits/rate-limits.ts';
import { FORM_HEADERS, formBytes, PDF } from '../http/auth/support.ts';
import { publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestUser } from '../support/factories.ts';
import { proxied } from '../support/proxied-database.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { type TestResponse, cloneTemplate, createTestApp, type TestApp } from '../support/test-app.ts';

const TYPED = 'Is the <b>clutch</b> new?';
const SHOWN = 'Is the &lt;b&gt;clutch&lt;/b&gt; new?';
const SECOND_TEXT = 'Another sentence of theirs';
const UNAVAILABLE = 'The server cannot reach its database at the moment.';

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let proxy: TcpProxy;
let t: TestApp;
let buyer: TestUser;
let browser: BrowserSession;
let slug: string;
let dealer: string;
let conversation: string;
let message: string;

beforeAll(async () => {
  database = await cloneTemplate();
  const through = await proxied(database.url);
  proxy = through.proxy;
  t = await createTestApp({ databaseUrl: through.url });
  const seller = await createSeller(t);
  ({ slug } = await publish(t, seller));
  buyer = await createBuyer(t);
  const started = await t.post(
    '/v1/messages/conversations',
    { listing_id: (await t.get(`/v1/listings/${slug}`)).body.data.id, message: 'Hello' },
    { as: buyer },
  );
  conversation = started.body.data.conversation.id;
  message = started.body.data.message.id;
  dealer = (await t.get(`/v1/sellers/${seller.sellerId}`)).body.data.slug;
  browser = new BrowserSession(t);
  const credentials = { email: buyer.email, password: TEST_PASSWORD };
  expect((await browser.call('POST', '/web/session', credentials)).status).toBe(200);
});
afterAll(async () => {
  await t.close();
  await proxy.close();
  await database.drop();
});

/** Sends a request while the database is unavailable, and restores the database afterwards. */
async function duringOutage(send: () => Promise<TestResponse>): Promise<TestResponse> {
  await proxy.cut();
  try {
    return await send();
  } finally {
    await proxy.restore();
    await expect.poll(async () => (await t.get('/v1/favorites', { as: buyer })).status).toBe(200);
  }
}

/** Returns the fields of the form that contains the text, as the browser would send them. */
function formIn(page: string, text: string): Record<string, string> {
  const formHtml =
    page.match(/<form [^>]*method="post"[\s\S]*?<\/form>/g)?.find((form) => form.includes(text)) ?? '';
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of formHtml.matchAll(
    /<input [^>]*name="([^"]+)"[^>]*value="([^"]*)"/g,
  ))
    fields[name] = value;
  for (const [, name = '', value = ''] of formHtml.matchAll(
    /<textarea [^>]*name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g,
  ))
    fields[name] = value.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return fields;
}

describe('a form that is sent while the database is away', () => {
  const cases = (): readonly (readonly [
    page: string,
    fields: Readonly<Record<string, string>>,
    shown: readonly string[],
  ])[] => [
    [`/en/inquiry/${slug}`, { do: 'send', content: TYPED }, [SHOWN]],
    [`/en/report/${slug}`, { do: 'report', reason: 'fraud', details: TYPED }, [SHOWN]],
    [
      `/en/report/${slug}`,
      { do: 'guest', reason: 'fraud', details: TYPED, name: SECOND_TEXT },
      [SHOWN, SECOND_TEXT],
    ],
    [
      `/en/messages/${conversation}/report/${message}`,
      { do: 'report', reason: 'spam', details: TYPED },
      [SHOWN, 'value="spam"'],
    ],
    [`/en/messages/${conversation}`, { do: 'send', content: TYPED }, [SHOWN]],
    [
      `/en/dealer/${dealer}/review`,
      { do: 'review', rating: '4', title: SECOND_TEXT, text: TYPED },
      [SHOWN, SECOND_TEXT, 'name="rating" value="4"'],
    ],
    [
      '/en/account',
      { do: 'profile', name: SECOND_TEXT, phone: '+49 40 123456', language: 'de' },
      [SECOND_TEXT, '+49 40 123456', 'name="language" value="de"'],
    ],
    [
      '/en/saved/new?q=daf',
      { do: 'save', name: SECOND_TEXT, alert_frequency: 'weekly' },
      [SECOND_TEXT, 'value="weekly"'],
    ],
    [
      '/en/account/keys',
      { do: 'create', name: SECOND_TEXT, days: '30' },
      [SECOND_TEXT, 'name="days" value="30"'],
    ],
    ['/en/account/phone', { do: 'ask', phone: '+49 40 123456' }, ['+49 40 123456']],
    [
      '/en/register',
      { do: 'register', name: SECOND_TEXT, email: 'new@buyer.example', password: 'Secret-123' },
      [SECOND_TEXT, 'new@buyer.example'],
    ],
    [
      '/en/sign-in',
      { do: 'sign-in', email: 'new@buyer.example', password: 'Secret-123' },
      ['new@buyer.example'],
    ],
  ];

  it('comes back with all that was typed and chosen, the reason and a button, and does not reload', async () => {
    for (const [page, fields, escaped] of cases()) {
      const {
        status,
        text: html,
        headers,
      } = await duringOutage(() => browser.submit(page, { ...fields, once: 'a' }));
      expect([page, status, html.includes(UNAVAILABLE)]).toEqual([page, 503, true]);
      expect([page, escaped.filter((value) => !html.includes(value))]).toEqual([page, []]);
      const resubmittable = formIn(html, escaped[0] ?? '');
      expect([page, resubmittable['do'], resubmittable['once'] === 'a']).toEqual([page, fields['do'], false]);
      expect(html).not.toMatch(/http-equiv="refresh"|Secret-123|<b>clutch/);
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });

  it('is saved when it is sent again', async () => {
    const page = `/en/messages/${conversation}`;
    const failed = await duringOutage(() => browser.submit(page, { do: 'send', content: TYPED, once: 'b' }));
    const resent = await browser.submit(page, formIn(failed.text, SHOWN));
    expect(resent.status).toBe(303);
    expect((await browser.open(page)).text.split(SHOWN)).toHaveLength(2);
  });

  it('comes back with its text, and says that its files were not kept', async () => {
    const page = `/en/messages/${conversation}?do=send&once=c`;
    const send = (name: string) =>
      duringOutage(() =>
        browser.upload(page, {
          contentType: FORM_HEADERS['content-type'],
          body: formBytes([
            { name: 'content', value: TYPED },
            { name: 'attachments', file: { name, type: 'application/pdf', content: PDF } },
          ]),
        }),
      );
    const { status, text: html } = await send('offer.pdf');
    expect([status, html.includes(SHOWN), html.includes('Your files weren’t kept.')]).toEqual([
      503,
      true,
      true,
    ]);
    expect(formIn(html, SHOWN)['do']).toBe('send');
    const empty = await send('');
    expect([empty.text.includes(SHOWN), empty.text.includes('Your files')]).toEqual([true, false]);
  });

  it('shows the error page if it has only a password', async () => {
    const { status, text: html } = await duringOutage(() =>
      browser.submit('/en/account/data', { do: 'erase', password: TEST_PASSWORD, once: 'd' }),
    );
    expect([status, html.includes('Your text'), html.includes(TEST_PASSWORD)]).toEqual([503, false, false]);
  });
});

describe('a form whose page is gone', () => {
  it('comes back with its text to copy', async () => {
    const page = '/en/messages/cnv_00000000000000000000000000';
    const { status, text: html } = await browser.submit(page, { do: 'send', content: TYPED, once: 'e' });
    expect([status, html.includes(SHOWN), html.includes('Copy it if you still need it.')]).toEqual([
      404,
      true,
      true,
    ]);
    expect(formIn(html, SHOWN)).toEqual({});
  });
});

describe('a report whose session has ended', () => {
  it('is the report of a guest, with the text', async () => {
    const { text: html } = await new BrowserSession(t).submit(`/en/report/${slug}`, {
      do: 'report',
      reason: 'fraud',
      details: TYPED,
      once: 'f',
    });
    expect(formIn(html, SHOWN)['do']).toBe('guest');
  });
});

describe('a form that is sent after the session has ended', () => {
  const submitSignedOut = async (page: string, fields: Readonly<Record<string, string>>) => {
    const visitor = new BrowserSession(t);
    return visitor.submit(page, { ...fields, once: 'f' });
  };

  it('comes back with all that was typed, a way to sign in, and a button that sends it then', async () => {
    // Public pages continue with the form for guests.
    const cases: readonly (readonly [string, Readonly<Record<string, string>>, string?])[] = [
      [`/en/inquiry/${slug}`, { do: 'send', content: TYPED }, 'guest'],
      [`/en/report/${slug}`, { do: 'report', reason: 'fraud', details: TYPED }, 'guest'],
      [`/en/messages/${conversation}`, { do: 'send', content: TYPED }],
      [`/en/messages/${conversation}/report/${message}`, { do: 'report', reason: 'spam', details: TYPED }],
      [`/en/dealer/${dealer}/review`, { do: 'review', rating: '4', title: SECOND_TEXT, text: TYPED }],
    ];
    for (const [page, fields, form = fields['do']] of cases) {
      const { status, text: html } = await submitSignedOut(page, fields);
      expect([page, status, html.includes('You’ve been signed out')]).toEqual([page, 401, true]);
      expect([page, html.includes(SHOWN), html.includes('href="/en/sign-in')]).toEqual([page, true, true]);
      expect([page, formIn(html, SHOWN)['do']]).toEqual([page, form]);
    }
    const { text: html } = await submitSignedOut('/en/saved/new?q=daf', { do: 'save', name: SECOND_TEXT });
    expect(html).toContain(`value="${SECOND_TEXT}"`);
  });

  it('is sent once the reader has signed in on another page', async () => {
    const page = `/en/messages/${conversation}`;
    const { text: html } = await submitSignedOut(page, { do: 'send', content: `${TYPED} again` });
    const resent = await browser.submit(page, formIn(html, SHOWN));
    expect(resent.status).toBe(303);
    expect((await browser.open(page)).text).toContain(`${SHOWN} again`);
  });

  it('leads to the sign-in where nothing was typed', async () => {
    const { status, headers } = await submitSignedOut('/en/account/keys', { do: 'create', name: '' });
    expect([status, headers['location']]).toEqual([303, '/en/sign-in?next=%2Fen%2Faccount%2Fkeys']);
  });
});

describe('a form that is sent above the limit of pages', () => {
  it('comes back with all that was typed, with files or without', async () => {
    const limited = await createTestApp({ rateLimits: true });
    try {
      const visitor = new BrowserSession(limited);
      const page = '/en/messages/cnv_00000000000000000000000000';
      const send = () => visitor.submit(page, { do: 'send', content: TYPED, once: 'g' });
      let response = await send();
      for (let sent = 1; sent <= RATE_CLASSES.pages.requests && response.status !== 429; sent++)
        response = await send();
      expect([response.status, response.text.includes(SHOWN)]).toEqual([429, true]);
      expect(formIn(response.text, SHOWN)['do']).toBe('send');
      const withFile = await visitor.upload(`${page}?do=send&once=h`, {
        contentType: FORM_HEADERS['content-type'],
        body: formBytes([
          { name: 'content', value: TYPED },
          { name: 'attachments', file: { name: 'offer.pdf', type: 'application/pdf', content: PDF } },
        ]),
      });
      expect([withFile.status, withFile.text.includes(SHOWN)]).toEqual([429, true]);
      // A request that matches no form of the page gets the generic error page.
      expect((await visitor.submit(page, { do: 'other', content: TYPED })).text).not.toContain(SHOWN);
      // During a flood, the server stops rendering a page for each request.
      for (let sent = 1; sent <= RATE_CLASSES.pages.requests && response.text.includes(SHOWN); sent++)
        response = await send();
      expect([response.status, response.text.includes(SHOWN)]).toEqual([429, false]);
    } finally {
      await limited.close();
    }
  });
});
