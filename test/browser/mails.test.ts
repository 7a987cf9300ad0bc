/** Every email as email programs show it, on a phone and on a desktop. */
import { describe, expect, it } from 'vitest';
import { renderMail, type TemplatedMail } from '../../src/platform/mail/templated-mail.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

const BASE = 'https://market.example';
const LONG = 'Geschwindigkeitsbegrenzungseinrichtungsprüfbescheinigung';

const names = (language: string): string[] =>
  Object.keys(t.app.platform.wording.builtIn(language)).flatMap(
    (key) => /^mails\.(\w+)\.subject$/.exec(key)?.[1] ?? [],
  );

function mailOf(name: string, language: string): TemplatedMail {
  const values = (t.app.platform.wording.placeholdersIn(`mails.${name}.`) ?? []).map(
    (value) => [value, value === 'code' ? '123456' : LONG] as const,
  );
  return {
    to: 'a@example.org',
    language,
    name,
    values: Object.fromEntries(values),
    subjectValues: { code: '123456', number: 'R-1', label: LONG },
    code: '123456',
    actionUrl: `${BASE}/reset-password?token=${'a'.repeat(120)}`,
    cards: [1, 2].map((number) => ({
      title: `MAN TGX 18.500 ${LONG}`,
      url: `${BASE}/listings/${number}`,
      imageUrl: number === 1 ? null : `${BASE}/icon.svg`,
      price: '1.234.567,89 €',
      lines: [LONG, 'Hamburg, Deutschland'],
    })),
  };
}

describe.each([
  { width: 320, dark: false },
  { width: 320, dark: true },
  { width: 640, dark: false },
])('emails at $width pixels, dark: $dark,', ({ width, dark }) => {
  it.each(['en', 'de', 'pl'])('fit and have no barrier, in %s', async (language) => {
    const context = await b.browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    // Readers decide whether to load images, so the email must work without them.
    await page.route('**/*', (route) => route.abort());
    expect(names(language).length).toBeGreaterThan(8);
    for (const name of names(language)) {
      const { html = '' } = renderMail(mailOf(name, language), t.app.platform.wording, BASE);
      await page.setContent(html);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, overflow]).toEqual([name, 0]);
      expect(await page.locator('h1').innerText()).not.toBe('');
      expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
    }
    await context.close();
  });
});
