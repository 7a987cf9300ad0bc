/** Renders every email of the marketplace from its shipped texts, with hostile values from users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMail, type TemplatedMail } from '../../src/platform/mail/templated-mail.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const BASE = 'https://market.example';
const HOSTILE = `"><script>alert('1')</script><a href="https://evil.example">x</a>\n{code} & co`;
/** Gmail truncates emails above 102 kB. */
const BYTES_MAX = 102 * 1024;

/** Emails that only dealers receive exist only in English and German. */
const names = (language: string): string[] =>
  Object.keys(t.app.platform.wording.builtIn(language)).flatMap(
    (key) => /^mails\.(\w+)\.subject$/.exec(key)?.[1] ?? [],
  );

function mailOf(name: string, language: string): TemplatedMail {
  const { wording } = t.app.platform;
  const values = (wording.placeholdersIn(`mails.${name}.`) ?? []).map((value) => [value, HOSTILE] as const);
  return {
    to: 'a@example.org',
    language,
    name,
    values: Object.fromEntries(values),
    subjectValues: { code: '123456', number: 'R-1', label: 'prices' },
    actionUrl: `${BASE}/reset-password?token=a&b="c"`,
    unsubscribeUrl: `${BASE}/notifications/unsubscribe?token=one`,
    unsubscribeAllUrl: `${BASE}/notifications/unsubscribe?token=all`,
    cards: Array.from({ length: 20 }, (_, index) => ({
      title: `${HOSTILE} ${index}`,
      url: `${BASE}/listings/${index}`,
      imageUrl: index === 0 ? null : `${BASE}/media/${index}.jpg`,
      price: HOSTILE,
      lines: [HOSTILE, 'Hamburg, Germany'],
    })),
    belowCards: HOSTILE,
  };
}

describe.each(['en', 'de', 'fr', 'nl', 'pl'])('every email in %s', (language) => {
  it('has a text and an HTML part that say the same, and nothing of others as markup', () => {
    expect(names(language).length).toBeGreaterThan(10);
    for (const name of names(language)) {
      const { text, html = '', subject } = renderMail(mailOf(name, language), t.app.platform.wording, BASE);
      expect([name, subject]).not.toEqual([name, '']);
      expect(html).toContain(`lang="${language}"`);
      expect(html).not.toMatch(/<(?:script|link|form|iframe)[ >]| on\w+=|evil\.example"/);
      expect(html).not.toContain('<a href="https://evil');
      expect(Buffer.byteLength(html)).toBeLessThan(BYTES_MAX);
      expect(text).not.toMatch(/<(?:p|table|br)[ >/]/);
      const visibleText = html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ');
      for (const line of text
        .split('\n')
        .filter((candidate) => candidate.length > 30 && !candidate.includes('<'))) {
        const words = line.split(/: https:/)[0] ?? '';
        const escaped = words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
        if (!words.startsWith('https:')) expect(visibleText).toContain(escaped);
      }
    }
  });

  it('leads to pages of the market only, each with words on it', () => {
    for (const name of names(language)) {
      const { html = '' } = renderMail(mailOf(name, language), t.app.platform.wording, BASE);
      const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
      for (const [, href = '', inside = ''] of links) {
        expect(href).toMatch(/^https:\/\/market\.example\//);
        expect(inside.includes('<img') || inside.replaceAll(/<[^>]+>/g, '').trim() !== '').toBe(true);
      }
      const targets = links.map(([, href]) => href);
      for (const slug of ['imprint', 'privacy']) expect(targets).toContain(`${BASE}/info/${slug}`);
    }
  });
});

it('subjects have no values but our own', () => {
  const subjects = ['en', 'de', 'fr', 'nl', 'pl'].flatMap((language) =>
    Object.entries(t.app.platform.wording.builtIn(language)).filter(([key]) =>
      /^mails\.\w+\.subject$/.test(key),
    ),
  );
  expect(subjects.length).toBeGreaterThan(50);
  const otherSubjects = subjects.filter(([, text]) => /\{(?!(?:code|number|label|what)\})/.test(text));
  expect(otherSubjects).toEqual([]);
});

it('the links at the end of each email open pages, in the language of the reader', async () => {
  for (const slug of ['imprint', 'privacy']) {
    const redirected = await t.get(`/info/${slug}`, {
      headers: { 'accept-language': 'de', accept: 'text/html' },
    });
    expect([redirected.status, redirected.headers['location']]).toEqual([302, `/de/info/${slug}`]);
  }
});
