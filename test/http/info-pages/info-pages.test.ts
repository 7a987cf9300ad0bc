import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/storefront/texts/reader.ts';
import { SHIPPED, SHIPPED_SLUGS } from '../../../src/modules/info-pages/shipped.ts';
import { createAdmin, createBuyer, type TestUser } from '../../support/factories.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});

afterAll(() => t.close());

const place = (slug: string, language = 'en') => `/api/admin/info-pages/${slug}/${language}`;
const write = (slug: string, body: object, { language = 'en', ifMatch = '*' } = {}) =>
  t.put(place(slug, language), body, { as: admin, headers: { 'if-match': ifMatch } });
const publish = (slug: string, version: number, language = 'en') =>
  t.post(`${place(slug, language)}/publish`, { version }, { as: admin });
const page = (url: string) => t.get(url, { headers: { accept: 'text/html' } });

describe('texts that ship', () => {
  it('are pages in each language, linked from every page and listed for search engines', async () => {
    const sitemap = (await t.get('/sitemap/pages-1.xml')).text;
    for (const language of LANGUAGES) {
      const home = (await page(`/${language}/`)).text;
      for (const slug of SHIPPED_SLUGS) {
        const { status, text } = await page(`/${language}/info/${slug}`);
        expect([slug, status]).toEqual([slug, 200]);
        expect(text.match(/<h1[ >]/g)).toHaveLength(1);
        // Scripts fill in the other texts with placeholders.
        const [, main = ''] = text.split('<main');
        expect(main).not.toMatch(/<(?:[^>]* style=|img[^>]*src="http)|\{[a-zA-Z]+\}/);
        expect(home).toContain(`href="/${language}/info/${slug}"`);
        expect(sitemap).toContain(`/${language}/info/${slug}<`);
      }
    }
    expect((await page('/en/info/nothing')).status).toBe(404);
  });

  it.each(['constructor', '__proto__', 'toString', 'name'])(
    '404: %s, as for every name of none',
    async (slug) => {
      for (const language of ['en', 'constructor']) {
        const headers = { 'accept-language': language };
        expect((await t.get(`/api/info-pages/${slug}`, { headers })).status).toBe(404);
      }
      expect((await page(`/en/info/${slug}`)).status).toBe(404);
      expect((await t.get(place(slug), { as: admin })).body.data?.body ?? '').toBe('');
    },
  );

  it.each(Object.keys(SHIPPED))('in %s lead only to pages of the market', async (language) => {
    const links = Object.values(SHIPPED[language] ?? {}).flatMap(({ body }) =>
      [...body.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? ''),
    );
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      expect(link).toMatch(new RegExp(`^/(?:${language}/|docs$)`));
      expect([200, 303]).toContain((await page(link)).status);
    }
  });

  it('are linked by the same list each time, so that cached pages stay valid for all languages', async () => {
    const { infoPages } = t.app.modules;
    await infoPages.reload();
    for (let index = 0; index < 26; index++) {
      const language = `q${String.fromCodePoint(97 + index)}`;
      await t.get('/api/info-pages', { headers: { 'accept-language': language } });
    }
    for (const language of ['fr', 'fr-be', 'qz'])
      expect(infoPages.links(language)).toBe(infoPages.links(language));
    expect(infoPages.links('qz')).toBe(infoPages.links('en'));
    expect(infoPages.links('fr')[0]?.language).toBe('fr');
  });

  it('name who runs the market, and leave out what is not known', async () => {
    const before = (await page('/de/info/imprint')).text;
    expect(before).toContain('Deutschland');
    expect(before).not.toContain('USt-IdNr.');
    expect((await page('/en/info/help')).text).not.toContain('I need to contact support');
    const settings = {
      'billing.sellerName': 'Achse & Co GmbH',
      'billing.sellerAddress': ['Hafenstraße 1', '20457 Hamburg'],
      'billing.sellerVatId': 'DE123456789',
      'site.contactEmail': 'hallo@achse.example',
    };
    await t.patch('/api/admin/settings', { settings }, { as: admin });
    const { text } = await page('/de/info/imprint');
    expect(text).toContain('<strong>Achse &amp; Co GmbH</strong><br/>');
    expect(text).toContain('20457 Hamburg');
    expect(text).toContain('USt-IdNr.: DE123456789');
    expect(text).toContain('href="mailto:hallo@achse.example"');
    expect((await page('/en/info/help')).text).toContain('I need to contact support');
  });
});

describe('an administrator', () => {
  it('writes a text, which readers see when it is published, and takes it back', async () => {
    const written = await write('about', { title: 'Who we are', body: 'We are *three* people.' });
    expect(written.body.data).toMatchObject({ version: 1, publishedVersion: 0, writtenBy: admin.userId });
    expect((await page('/en/info/about')).text).not.toContain('Who we are');
    expect((await publish('about', 1)).body.data).toMatchObject({ publishedVersion: 1 });
    const aboutPage = (await page('/en/info/about')).text;
    expect(aboutPage).toContain('We are <em>three</em> people.');
    expect((await page('/en/')).text).toContain('>Who we are</a>');
    await publish('about', 0);
    expect((await page('/en/info/about')).text).not.toContain('Who we are');
  });

  it('is rejected when another has written in the meantime', async () => {
    const read = await t.get(place('terms'), { as: admin });
    expect(read.headers['etag']).toBe('"v0"');
    const ifMatch = '"v0"';
    const texts = ['first', 'second'].map((body) => ({ title: 'Terms', body }));
    const responses = await Promise.all(texts.map((text) => write('terms', text, { ifMatch })));
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412']);
  });

  it('reads every version that was written', async () => {
    for (const body of ['one', 'two', 'three']) await write('help', { title: 'Help', body });
    const { body } = await t.get(`${place('help')}/versions?limit=2`, { as: admin });
    expect(body.data.versions.map((row: { version: number }) => row.version)).toEqual([3, 2]);
    expect(body.data.pagination.total).toBe(3);
    const second = await t.get(`${place('help')}/versions/2`, { as: admin });
    expect(second.body.data).toMatchObject({ version: 2, body: 'two' });
    const shipped = await t.get(`${place('help')}/versions/0`, { as: admin });
    expect(shipped.body.data.body).toBe(SHIPPED['en']?.['help']?.body);
    for (const version of ['4', 'x', '-1'])
      expect((await t.get(`${place('help')}/versions/${version}`, { as: admin })).status).toBe(404);
    expect((await publish('help', 9)).status).toBe(422);
  });

  it('adds custom pages and takes them down', async () => {
    expect((await t.get(place('delivery'), { as: admin })).status).toBe(404);
    expect((await publish('delivery', 0)).status).toBe(404);
    await write('delivery', { title: 'Lieferung', body: 'Frei Haus.' }, { language: 'de' });
    await publish('delivery', 1, 'de');
    const english = (await page('/en/info/delivery')).text;
    expect(english).toContain('<article class="wrap markup" lang="de">');
    expect(english).toContain('Frei Haus.');
    const list = await t.get('/api/info-pages', { headers: { 'accept-language': 'de' } });
    expect(list.body.data.pages.at(-1)).toEqual({ slug: 'delivery', title: 'Lieferung', language: 'de' });
    await publish('delivery', 0, 'de');
    expect((await page('/de/info/delivery')).status).toBe(404);
  });

  it('has published in another language what goes before what ships', async () => {
    await write('privacy', { title: 'Our privacy', body: 'True in English.' });
    await publish('privacy', 1);
    expect((await page('/de/info/privacy')).text).toContain('True in English.');
    await publish('privacy', 0);
    expect((await page('/de/info/privacy')).text).toContain('Datenschutz');
  });

  it('leaves each change in the audit log', async () => {
    await write('buying', { title: 'Buying', body: 'Look first.' });
    await publish('buying', 1);
    const { body } = await t.get('/api/admin/audit-log?limit=2', { as: admin });
    expect(body.data.entries.map((entry: { action: string }) => entry.action)).toEqual([
      'info_page.published',
      'info_page.written',
    ]);
  });

  it('gets an error for an invalid text', async () => {
    const text = { title: 'T', body: 'B' };
    expect(fieldsOf(await write('Not A Slug', text))).toEqual(['slug']);
    expect(fieldsOf(await write('about', text, { language: 'english' }))).toEqual(['language']);
    expect(fieldsOf(await write('about', { title: 'T', body: 'Call {phone}' }))).toEqual(['body']);
    expect(fieldsOf(await write('about', { title: '', body: 'x'.repeat(30_001) })).toSorted()).toEqual([
      'body',
      'title',
    ]);
  });

  it('has exclusive access', async () => {
    const buyer = await createBuyer(t);
    expect((await t.get('/api/admin/info-pages', { as: buyer })).status).toBe(403);
    expect((await t.put(place('about'), { title: 'T', body: 'B' })).status).toBe(401);
  });

  it('edits the texts of pages, and pages have them', async () => {
    const edit = (entries: object) => t.put('/api/admin/translations/en', { entries }, { as: admin });
    await edit({ 'ui.search.button': 'Look it up' });
    expect((await page('/en/search')).text).toContain('Look it up');
    expect((await edit({ 'ui.search.button': 'Find {count}' })).status).toBe(422);
    expect((await edit({ 'ui.search.results.few': '{count} trucks' })).status).toBe(200);
  });
});

describe('markup', () => {
  it('makes nothing of HTML, of scripts in links, and of images from elsewhere', async () => {
    const body = [
      '# Big',
      '<script>alert(1)</script><b onclick="alert(2)">bold</b>',
      '[run](javascript:alert(3)) [data](data:text/html,x) [other](//evil.example) [good](https://good.example/a)',
      '![a picture](https://evil.example/x.png)',
      '| a | b |\n|:--|--:|\n| 1 | 2 |',
      '<iframe src="https://evil.example"></iframe>',
    ].join('\n\n');
    await write('about', { title: '<b>Title</b>', body });
    const { body: draft } = await t.get(place('about'), { as: admin });
    await publish('about', draft.data.version);
    const { text } = await page('/en/info/about');
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect(main).toContain('&lt;b&gt;Title&lt;/b&gt;');
    expect(main).not.toMatch(/<(?:script|b|iframe|img)[ >]|style=|href="(?:javascript|data|\/\/)/);
    expect(main).toContain('<h2 id="big">Big</h2>');
    expect(main).toContain('href="https://good.example/a"');
    expect(main).toContain('<table>');
  });
});
