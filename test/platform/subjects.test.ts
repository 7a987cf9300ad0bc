/** Subjects of emails contain only our text: no name, title or file name from users, in any language. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMail } from '../../src/platform/mail/templated-mail.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Placeholders for numbers and texts that the server creates. */
const OWN_PLACEHOLDERS = ['{code}', '{number}', '{label}'];

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const subjects = (language: string): [string, string][] => {
  const texts = t.app.platform.wording.builtIn(language);
  return Object.entries(texts).filter(([key]) => /^mails\.\w+\.subject$/.test(key));
};

describe.each(['en', 'de'])('the subjects of all emails in %s', (language) => {
  it('have no placeholder for texts of other users', () => {
    expect(subjects(language).length).toBeGreaterThan(8);
    for (const [key, text] of subjects(language)) {
      const foreign = (text.match(/\{[^{}]*\}/g) ?? []).filter((name) => !OWN_PLACEHOLDERS.includes(name));
      expect([key, foreign]).toEqual([key, []]);
    }
  });

  it('show none either when an administrator has written one in', () => {
    const { wording } = t.app.platform;
    for (const [key] of subjects(language)) {
      wording.replaceEdited([{ language, key, text: 'About {company} and {title}' }]);
      const letter = { to: 'a@example.org', language, name: key.split('.')[1] ?? '' };
      const values = { company: 'Spam & Co', title: 'Spam' };
      expect([key, renderMail({ ...letter, values }, wording, 'https://market.example').subject]).toEqual([
        key,
        'About and',
      ]);
    }
    wording.replaceEdited([]);
  });
});
