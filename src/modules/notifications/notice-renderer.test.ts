import { expect, it } from 'vitest';
import { shippedWording } from '../../platform/shipped-texts.ts';
import { NoticeRenderer } from './notice-renderer.ts';
import { noticeTexts } from './words.ts';

it('a notice is put into words once for all who read it in one language', () => {
  const wording = shippedWording();
  wording.define(noticeTexts());
  const vehicle = {
    title: 'MAN TGX',
    link: '/listings/x',
    image: null,
    price: 40_000,
    previousPrice: 45_000,
  };
  const place = { currency: 'EUR', city: 'Bremen', country: 'DE', vatDeductible: true, isNew: false };
  const facts = {
    firstRegistration: '2018-09',
    year: 2018,
    mileage: 616_664,
    operatingHours: null,
    powerKw: 316,
    driveType: '4x2',
    euroStandard: 'euro6',
  };
  const data = {
    listingId: 'lst_1',
    title: 'MAN TGX',
    price: 40_000,
    previousPrice: 45_000,
    currency: 'EUR',
    vatDeductible: true,
  };
  const rendered = new NoticeRenderer(
    { type: 'price_drop', data, link: '/listings/x', vehicles: [{ ...vehicle, ...place, facts }] },
    { wording, baseUrl: 'https://market.example' },
  );
  expect(rendered.in('de')).toBe(rendered.in('de'));
  const [german] = rendered.in('de').cards;
  expect(german?.price).toMatch(/^40\.000\s€ netto$/);
  expect(german?.highlight).toMatch(/45\.000\s€ netto$/);
  expect(german?.facts).toBe('09/2018 · 616.664\u00a0km · 430\u00a0PS · 4x2 · Euro 6');
  expect(rendered.in('en').cards[0]?.facts).toBe('09/2018 · 616,664\u00a0km · 430 hp · 4x2 · Euro 6');
  expect(rendered.in('en').cards[0]?.price).toBe('€40,000 net');
  expect(rendered.in('en').words.body).toBe('It now costs €40,000 net instead of €45,000 net.');
  expect(rendered.in('en').words.title).not.toBe(rendered.in('de').words.title);
});
