import { describe, expect, it } from 'vitest';
import { NOTICE_TYPES } from './notice-types.ts';
import { Wording } from '../../platform/wording.ts';
import { noticeTexts, wordsOf } from './words.ts';

const wording = new Wording();
wording.define(noticeTexts());

describe.each(['en', 'de', 'fr', 'nl', 'pl'])('the words in %s', (language) => {
  it.each(NOTICE_TYPES)('make sense of a %s without any values', (type) => {
    for (const text of Object.values(wordsOf({ type, data: {} }, language, wording))) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/undefined|null|NaN|\{/);
    }
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

const title = 'MAN TGX';
const amounts = { title, price: 45_900, previousPrice: 49_900, currency: 'EUR' };
const priced = { title, price: 45_900, currency: 'EUR' };

it.each([
  ['message', { title, preview: 'Hello' }, 'New message from a user', 'About “MAN TGX”: “Hello”'],
  ['message', { sender: 'Ada', title }, 'New message from Ada', 'About “MAN TGX”'],
  ['message', { sender: 'Ada', preview: 'Hello' }, 'New message from Ada', '“Hello”'],
  ['message', {}, 'New message from a user', 'You have a new message.'],
  [
    'saved_search_match',
    { name: 'Tippers', count: 2 },
    'New match for Tippers',
    '2 listings match your saved search.',
  ],
  [
    'saved_search_match',
    { reason: 'price_drop', ...amounts },
    'Price drop for your saved search',
    'MAN TGX, €45,900 instead of €49,900',
  ],
  ['saved_search_match', priced, 'New match for your saved search', 'MAN TGX, €45,900'],
  ['saved_search_match', { title }, 'New match for your saved search', 'MAN TGX'],
  ['price_drop', { price: 9, currency: 'EUR' }, 'Price drop: one of your favourites', 'It now costs €9.'],
  [
    'listing_rejected',
    { title, reason: 'No photos' },
    'MAN TGX was not approved',
    'Please change the listing and submit it again. Reason: No photos',
  ],
  ['listing_rejected', {}, 'your listing was not approved', 'Please change the listing and submit it again.'],
  [
    'listing_expiring',
    { title, expiresAt: '2026-05-04T10:00:00Z' },
    'MAN TGX expires soon',
    'Renew it to keep it live after 4 May 2026.',
  ],
  ['listing_sold', { title }, 'MAN TGX is marked as sold', 'Congratulations on the sale.'],
  [
    'review_received',
    { author: 'Ada', rating: 4, title: 'Fair' },
    'New review from Ada',
    '4 of 5 stars. “Fair”',
  ],
  ['review_received', { title: 'Fair' }, 'New review from a buyer', '“Fair”'],
  [
    'payment_failed',
    { amount: 49, currency: 'EUR', plan: 'Pro', reason: 'declined', nextAttemptAt: '2026-05-04T10:00:00Z' },
    'A payment failed',
    'We could not collect €49 for Pro. Reason: declined We will try again on 4 May 2026.',
  ],
  [
    'payment_failed',
    {},
    'A payment failed',
    'We could not collect the payment for your plan. Please check your payment method.',
  ],
  [
    'import_finished',
    { created: 1200, failed: 1 },
    'Your import has finished with errors',
    '1,200 created, 0 updated, 1 failed.',
  ],
  ['team_joined', { role: 'AGENT' }, 'A new member has joined your team', 'Role: AGENT.'],
  [
    'report_decided',
    { status: 'dismissed' },
    'We have decided on your report',
    'An administrator has reviewed your report and found no breach of the law or of our terms.',
  ],
  [
    'report_decided',
    { status: 'resolved', contentMeasure: 'listing.deleted', accountMeasure: 'user.suspended' },
    'We have decided on your report',
    'An administrator has reviewed your report. Thank you. The listing was deleted. The account was suspended.',
  ],
] as const)('a %s with %o chooses the sentences that its values allow', (type, data, expectedTitle, body) => {
  expect(wordsOf({ type, data }, 'en', wording)).toMatchObject({ title: expectedTitle, body });
});

it('states why a webhook was disabled', () => {
  const data = { url: 'https://hooks.example/x', error: 'timeout' };
  expect(wordsOf({ type: 'webhook_disabled', data }, 'en', wording).body).toBe(
    'All six attempts to deliver an event to https://hooks.example/x have failed. Last error: timeout. Undelivered events are kept.',
  );
});

it('says which change a subscription has gone through', () => {
  const data = { change: 'trial_ending', plan: 'Starter', at: '2026-05-04T10:00:00.000Z', listings: 3 };
  expect(wordsOf({ type: 'subscription', data }, 'en', wording)).toMatchObject({
    title: 'Your trial of Starter ends soon',
    body: 'Effective 4 May 2026. Listings affected: 3.',
  });
  expect(wordsOf({ type: 'subscription', data: { change: 'constructor' } }, 'en', wording).title).toBe(
    'Update on your subscription',
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
    edited.define(noticeTexts());
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
