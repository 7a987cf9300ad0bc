import { describe, expect, it } from 'vitest';
import { NOTICE_TYPES } from './notice-types.ts';
import { Wording } from '../../platform/wording.ts';
import { noticeTexts, phrasesIn, wordsOf } from './words.ts';

const wording = new Wording();
wording.define(noticeTexts);

describe.each(['en', 'de', 'fr', 'nl', 'pl'])('the words in %s', (language) => {
  it.each(NOTICE_TYPES)('make sense of a %s without any values', (type) => {
    const { title, body } = wordsOf({ type, data: {} }, language, wording);
    for (const text of [title, body]) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/undefined|null|NaN|\{\{/);
    }
    expect(phrasesIn(language).notices[type].label).toMatch(/\S/);
  });
});

describe('a price drop', () => {
  const data = { title: 'MAN TGX', previousPrice: 49_900, price: 45_900.5, currency: 'EUR' };

  it('names both prices in the way of the language', () => {
    expect(wordsOf({ type: 'price_drop', data }, 'en', wording).body).toBe(
      'It now costs €45,900.50 instead of €49,900.',
    );
    expect(wordsOf({ type: 'price_drop', data }, 'de', wording).body.replaceAll('\u00a0', ' ')).toBe(
      'Das Fahrzeug kostet jetzt 45.900,50 € statt 49.900 €.',
    );
  });

  it('falls back to English for a language without words', () => {
    expect(wordsOf({ type: 'price_drop', data }, 'ro', wording)).toEqual(
      wordsOf({ type: 'price_drop', data }, 'en', wording),
    );
    expect(wordsOf({ type: 'price_drop', data }, 'de-AT', wording).title).toBe('Preis gesenkt: MAN TGX');
  });
});

it('says what a webhook was disabled for', () => {
  const data = { url: 'https://hooks.example/x', error: 'timeout' };
  expect(wordsOf({ type: 'webhook_disabled', data }, 'en', wording).body).toBe(
    'All six attempts of a delivery failed at https://hooks.example/x. Last error: timeout. Undelivered events are kept.',
  );
});

it('says which change a subscription has gone through', () => {
  const data = { change: 'trial_ending', plan: 'Starter', at: '2026-05-04T10:00:00.000Z', listings: 3 };
  expect(wordsOf({ type: 'subscription', data }, 'en', wording)).toMatchObject({
    title: 'Your trial of Starter ends soon',
    body: 'Effective 4 May 2026. Listings affected: 3.',
  });
  expect(wordsOf({ type: 'subscription', data: { change: 'constructor' } }, 'en', wording).title).toBe(
    'News about your subscription',
  );
});

describe('texts of administrators', () => {
  const notice = {
    type: 'price_drop',
    data: { title: 'MAN TGX', previousPrice: 49_900, price: 45_900.5, currency: 'EUR' },
  } as const;

  it('are shown what can be put into them', () => {
    expect(wording.builtIn('en')['notices.price_drop.body']).toBe(
      'It now costs {price} instead of {previousPrice}.',
    );
    expect(wording.placeholdersIn('notices.price_drop.')).toEqual(['previousPrice', 'price', 'title']);
  });

  it('take the place of ours in their language only, values included', () => {
    const edited = new Wording();
    edited.define(noticeTexts);
    edited.replaceEdited([
      { language: 'de', key: 'notices.price_drop.title', text: '{title}: jetzt {price}, {nothing}' },
      { language: 'ro', key: 'notices.price_drop.action', text: 'Vezi' },
    ]);
    expect(wordsOf(notice, 'de', edited)).toMatchObject({
      title: 'MAN TGX: jetzt 45.900,50\u00a0€, {nothing}',
      body: wordsOf(notice, 'de', wording).body,
    });
    expect(wordsOf(notice, 'en', edited)).toEqual(wordsOf(notice, 'en', wording));
    expect(wordsOf(notice, 'ro-RO', edited)).toEqual({ ...wordsOf(notice, 'en', wording), action: 'Vezi' });
  });
});
