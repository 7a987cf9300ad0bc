/** Machine translation of descriptions and messages, by local stand-ins for both kinds of service. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { translationService } from '../../../src/modules/machine-translation/services.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { createBuyer, createListing, createSeller, TEST_PASSWORD } from '../../support/factories.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene, sendMessage } from '../messaging/scene.ts';

let t: TestApp;
let service: Receiver;
const baseOf = ({ url }: Receiver): string => new URL(url).origin;

const json = (body: unknown) => (response: { end: (text: string) => void }) =>
  response.end(JSON.stringify(body));
/** Answers like LibreTranslate, in capitals. */
const inCapitals = (response: { end: (text: string) => void }, { body }: ReceivedRequest): void => {
  const { q } = JSON.parse(body) as { q: string };
  const detectedLanguage = { confidence: 91, language: 'de' };
  json({ translatedText: q.toUpperCase(), detectedLanguage })(response);
};

beforeAll(async () => {
  service = await startReceiver();
  t = await createTestApp({
    env: {
      TRANSLATION_SERVICE: 'libretranslate',
      TRANSLATION_URL: baseOf(service),
      TRANSLATION_KEY: 'key-of-the-service',
      TRANSLATION_CHARACTERS_PER_DAY: '100000',
    },
  });
});
afterAll(async () => {
  await t.close();
  await service.close();
});
beforeEach(() => {
  service.usually(inCapitals);
  service.requests.length = 0;
});

let written = 0;
async function listingWith(description: string): Promise<string> {
  const { listingId, slug } = await createListing(t, await createSeller(t));
  await t.db
    .updateTable('listings')
    .set({ description: `${description} ${++written}`, content_language: 'de' })
    .where('id', '=', listingId)
    .execute();
  return slug;
}

describe('the two kinds of service', () => {
  it('LibreTranslate gets the text with its key and detects the language', async () => {
    const translate = translationService({
      kind: 'libretranslate',
      url: `${baseOf(service)}/`,
      key: 'secret',
      charactersPerDay: 1,
    });
    expect(await translate('Grüße', 'en')).toEqual({ content: 'GRÜSSE', sourceLanguage: 'de' });
    expect(service.requests[0]).toMatchObject({ method: 'POST', path: '/translate' });
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
      q: 'Grüße',
      source: 'auto',
      target: 'en',
      format: 'text',
      api_key: 'secret',
    });
  });

  it('DeepL gets a list of texts, British English as its target and the key in a header', async () => {
    service.usually(json({ translations: [{ detected_source_language: 'DE', text: 'Greetings' }] }));
    const translate = translationService({
      kind: 'deepl',
      url: baseOf(service),
      key: 'secret:fx',
      charactersPerDay: 1,
    });
    expect(await translate('Grüße', 'en')).toEqual({ content: 'Greetings', sourceLanguage: 'de' });
    expect(service.requests[0]).toMatchObject({ method: 'POST', path: '/v2/translate' });
    expect(service.requests[0]?.headers['authorization']).toBe('DeepL-Auth-Key secret:fx');
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ text: ['Grüße'], target_lang: 'EN-GB' });
    await translate('Hello', 'pl');
    expect(service.requests[1]?.body).toContain('"target_lang":"PL"');
  });

  it.each([
    ['an error status', 456],
    ['no JSON', (response: { end: (text: string) => void }) => response.end('<html>')],
    ['another shape', json({ translatedText: ['a'] })],
    ['an empty text', json({ translatedText: ' ' })],
    ['a text many times as long', json({ translatedText: 'a'.repeat(5000) })],
    ['an endless body', json({ translatedText: 'a'.repeat(200_000) })],
  ] as const)('%s is a failure', async (_name, reaction) => {
    service.usually(reaction);
    const config = { kind: 'libretranslate', url: baseOf(service), key: null, charactersPerDay: 1 } as const;
    await expect(translationService(config)('Hallo', 'en')).rejects.toThrow();
  });

  it('a translation is stored without what a database cannot hold', async () => {
    service.usually(json({ translatedText: 'a\u0000b\ud800', detectedLanguage: { language: 7 } }));
    const config = { kind: 'libretranslate', url: baseOf(service), key: null, charactersPerDay: 1 } as const;
    const translated = await translationService(config)('Hallo', 'en');
    expect(translated).toEqual({ content: 'ab\ufffd', sourceLanguage: null });
  });
});

describe('a description', () => {
  it('is translated on the press of a button, once for everybody, with the original one link away', async () => {
    const slug = await listingWith('Retarder und Standklima');
    const page = `/en/listing/${slug}`;
    const visitor = new BrowserSession(t);
    const original = await visitor.open(page);
    expect(original.text).toContain('Retarder und Standklima');
    expect(original.text).toContain(`action="${page}/translation"`);
    // Reading never calls the service.
    expect((await visitor.open(`${page}?translate=1`)).text).toContain('Retarder und Standklima');
    expect(service.requests).toEqual([]);
    const done = await visitor.submit(`${page}/translation`, { do: 'translate' });
    expect([done.status, done.headers['location']]).toEqual([303, `${page}?translate=1#description`]);
    const translated = await visitor.open(`${page}?translate=1`);
    expect(translated.text).toContain('RETARDER UND STANDKLIMA');
    expect(translated.text).toContain('Translated by machine from German');
    expect(translated.text).toContain(`href="${page}#description"`);
    expect(translated.headers['cache-control']).toMatch(/^public/);
    expect(translated.text).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${page}"`));
    await new BrowserSession(t).submit(`${page}/translation`, { do: 'translate' });
    expect(service.requests).toHaveLength(1);
    expect((await visitor.open(page)).text).toContain('Retarder und Standklima');
  });

  it('has no button for those who read its language', async () => {
    const slug = await listingWith('Ohne Knopf');
    expect((await t.get(`/de/listing/${slug}`)).text).not.toContain('/translation"');
  });

  it('that has changed has no translation', async () => {
    const slug = await listingWith('Erste Fassung');
    const at = `/v1/listings/${slug}/translation`;
    await t.post(at, { language: 'en' });
    expect((await t.get(`${at}?language=en`)).body.data.translation).toMatchObject({
      language: 'en',
      sourceLanguage: 'de',
    });
    await t.db
      .updateTable('listings')
      .set({ description: 'Zweite Fassung' })
      .where('slug', '=', slug)
      .execute();
    t.clock.advance(2 * 60_000);
    expect((await t.get(`${at}?language=en`)).body.data.translation).toBeNull();
  });

  it.each([500, 456, 429, 403] as const)(
    'that the service answers with %d is a friendly sentence',
    async (status) => {
      const slug = await listingWith('Kein Glück');
      service.usually(status);
      const page = await new BrowserSession(t).submit(`/de/listing/${slug}/translation`, { do: 'translate' });
      expect(page.status).toBe(409);
      expect(page.text).toContain(
        'Der Text konnte nicht übersetzt werden. Bitte versuchen Sie es später erneut.',
      );
      expect(page.text).toContain(`/de/listing/${slug}#description`);
      expect(page.text).not.toContain('key-of-the-service');
    },
  );

  it('is translated into the languages of the pages only', async () => {
    const slug = await listingWith('Nur fünf');
    const at = `/v1/listings/${slug}/translation`;
    expect((await t.post(at, { language: 'xx' })).status).toBe(422);
    expect((await t.get(`${at}?language=xx`)).status).toBe(400);
    expect((await t.post('/v1/listings/none-1/translation', { language: 'en' })).status).toBe(404);
    expect(service.requests).toEqual([]);
  });

  it('is deleted after thirty days', async () => {
    const slug = await listingWith('Vergänglich');
    await t.post(`/v1/listings/${slug}/translation`, { language: 'en' });
    await t.app.runner.scheduleRecurring();
    t.clock.advance(31 * DAY_MS);
    await t.drainJobs();
    const rows = await t.db.selectFrom('machine_translations').select('content').execute();
    expect(rows).toEqual([]);
  });
});

describe('the budget', () => {
  const long = (letter: string): string => letter.repeat(1900);

  it('of one network ends long before that of all, and begins again the next day', async () => {
    t.clock.advance(DAY_MS);
    const translate = async (letter: string): Promise<TestResponse> => {
      const slug = await listingWith(long(letter));
      return t.post(`/v1/listings/${slug}/translation`, { language: 'en' });
    };
    expect((await translate('a')).status).toBe(200);
    expect((await translate('b')).status).toBe(200);
    const refused = await translate('c');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const buyer = await createBuyer(t);
    const slug = await listingWith(long('d'));
    const own = await t.post(`/v1/listings/${slug}/translation`, { language: 'en' }, { as: buyer });
    expect(own.status).toBe(200);
    t.clock.advance(DAY_MS);
    expect((await translate('e')).status).toBe(200);
  });

  it('is not spent by translations that fail', async () => {
    t.clock.advance(DAY_MS);
    service.usually(500);
    const slug = await listingWith(long('f'));
    const translate = () => t.post(`/v1/listings/${slug}/translation`, { language: 'en' });
    for (let n = 0; n < 4; n++) expect((await translate()).status).toBe(409);
    service.usually(inCapitals);
    expect((await translate()).status).toBe(200);
  });

  it('gives everybody one translation at a time', async () => {
    t.clock.advance(DAY_MS);
    const [slug, other] = [await listingWith('Eins'), await listingWith('Zwei')];
    let answer = (): void => {};
    service.usually((response, request) => (answer = () => inCapitals(response, request)));
    const first = t.post(`/v1/listings/${slug}/translation`, { language: 'en' });
    const arrived = service.received(1);
    await arrived;
    const second = await t.post(`/v1/listings/${other}/translation`, { language: 'en' });
    expect([second.status, second.body.error.message]).toEqual([
      409,
      'Your last translation is still running. Please wait a moment.',
    ]);
    answer();
    expect((await first).status).toBe(200);
  });
});

describe('a message', () => {
  it('is translated for those who take part, and for nobody else', async () => {
    t.clock.advance(DAY_MS);
    const { buyer, seller, conversationId, messageId } = await createScene(t, 'Ist er noch da?');
    const at = `${CONVERSATIONS}/${conversationId}`;
    const translation = `${at}/messages/${messageId}/translation`;
    for (const as of [await createBuyer(t), await createSeller(t)]) {
      expect((await t.post(translation, { language: 'en' }, { as })).status).toBe(404);
      expect((await t.get(`${at}/translations?language=en`, { as })).status).toBe(404);
    }
    expect((await t.post(translation, { language: 'en' })).status).toBe(401);
    expect(service.requests).toEqual([]);
    const expected = {
      message_id: messageId,
      language: 'en',
      source_language: 'de',
      content: 'IST ER NOCH DA?',
    };
    const made = await t.post(translation, { language: 'en' }, { as: seller });
    expect(made.body.data.translation).toEqual(expected);
    await t.post(translation, { language: 'en' }, { as: buyer });
    expect(service.requests).toHaveLength(1);
    const listed = await t.get(`${at}/translations?language=en`, { as: seller });
    expect(listed.body.data).toEqual({ offered: true, translations: [expected] });
    const german = await t.get(`${at}/translations?language=de`, { as: seller });
    expect(german.body.data.translations).toEqual([]);
    const elsewhere = await createScene(t, 'Woanders');
    const wrong = `${CONVERSATIONS}/${elsewhere.conversationId}/messages/${messageId}/translation`;
    expect((await t.post(wrong, { language: 'en' }, { as: elsewhere.buyer })).status).toBe(404);
  });

  it('has its translation on the page, with the original one click away', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const sent = await sendMessage(t, seller, conversationId, 'Ja, er steht im Hof.');
    const { id } = sent.body.data.message;
    const browser = new BrowserSession(t);
    await browser.submit('/en/sign-in', { do: 'sign-in', email: buyer.email, password: TEST_PASSWORD });
    const page = `/en/messages/${conversationId}`;
    expect((await browser.open(page)).text).toContain(`name="message" value="${id}"`);
    service.usually(500);
    const failed = await browser.submit(page, { do: 'translate', message: id });
    expect(failed.status).toBe(409);
    expect(failed.text).toContain('The text could not be translated. Please try again later.');
    service.usually(inCapitals);
    const done = await browser.submit(page, { do: 'translate', message: id });
    expect([done.status, done.headers['location']]).toEqual([303, `${page}?page=1#${id}`]);
    const { text } = await browser.open(page);
    expect(text).toContain('JA, ER STEHT IM HOF.');
    expect(text).toContain('Translated by machine from German');
    expect(text).toContain('Ja, er steht im Hof.');
  });

  it('takes its translations along when its author’s account is erased', async () => {
    const { buyer, seller, conversationId, messageId } = await createScene(t, 'Nur für Sie');
    const translation = `${CONVERSATIONS}/${conversationId}/messages/${messageId}/translation`;
    await t.post(translation, { language: 'en' }, { as: seller });
    const stored = () =>
      t.db.selectFrom('message_translations').selectAll().where('message_id', '=', messageId).execute();
    expect(await stored()).toHaveLength(1);
    await t.call('DELETE', '/api/auth/me', { as: buyer, body: { password: TEST_PASSWORD } });
    await t.drainJobs();
    expect(await stored()).toEqual([]);
    expect((await t.post(translation, { language: 'de' }, { as: seller })).status).toBe(404);
  });
});

describe('without a service', () => {
  it('no page has a button, and the API says so', async () => {
    const other = await createTestApp();
    try {
      const { listingId, slug } = await createListing(other, await createSeller(other));
      await other.db
        .updateTable('listings')
        .set({ description: 'Ohne Dienst', content_language: 'de' })
        .where('id', '=', listingId)
        .execute();
      expect((await other.get(`/en/listing/${slug}`)).text).not.toContain('/translation"');
      const refused = await other.post(`/v1/listings/${slug}/translation`, { language: 'en' });
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        'Texts cannot be translated on this marketplace.',
      ]);
    } finally {
      await other.close();
    }
  });
});
