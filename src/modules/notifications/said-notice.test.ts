import { expect, it } from 'vitest';
import { Wording } from '../../platform/wording.ts';
import { SaidNotice } from './said-notice.ts';
import { noticeTexts } from './words.ts';

it('a notice is put into words once for all who read it in one language', () => {
  const wording = new Wording();
  wording.define(noticeTexts);
  const vehicle = {
    title: 'MAN TGX',
    link: '/listings/x',
    image: null,
    price: 40_000,
    previousPrice: 45_000,
  };
  const place = { currency: 'EUR', city: 'Bremen', country: 'DE', isNew: false };
  const data = {
    listingId: 'lst_1',
    title: 'MAN TGX',
    price: 40_000,
    previousPrice: 45_000,
    currency: 'EUR',
  };
  const said = new SaidNotice(
    { type: 'price_drop', data, link: '/listings/x', vehicles: [{ ...vehicle, ...place }] },
    { wording, baseUrl: 'https://market.example' },
  );
  expect(said.in('de')).toBe(said.in('de'));
  expect(said.in('de').cards[0]?.price).toContain('40.000');
  expect(said.in('en').cards[0]?.price).toContain('40,000');
  expect(said.in('en').words.title).not.toBe(said.in('de').words.title);
});
