import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
const url = '/api/seller/profile';

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

const HOURS = {
  timeZone: 'Europe/Berlin',
  monday: [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '17:30' },
  ],
  saturday: [{ from: '09:00', to: '13:00' }],
};
const REACH = { whatsapp: '+49 40 66969-123', languages: ['de', 'en'], openingHours: HOURS };
const SHOWN = { ...REACH, whatsapp: '+494066969123' };

it('the profile takes them, and the dealer and its listings show them', async () => {
  const seller = await createSeller(t);
  const { listingId } = await createListing(t, seller);
  const bare = await t.get(`/api/listings/${listingId}`);
  expect(bare.body.data.contact).not.toHaveProperty('openingHours');
  const saved = await t.put(url, { ...REACH, phone: '+494066969100' }, { as: seller });
  expect(saved.status).toBe(200);
  expect(saved.body.data).toMatchObject(SHOWN);
  const contact = { ...SHOWN, phone: '+494066969100' };
  expect((await t.get(`/api/sellers/${seller.slug}`)).body.data.contact).toEqual(contact);
  expect((await t.get(`/api/listings/${listingId}`)).body.data.contact).toMatchObject(contact);
});

it('the same again changes nothing; null clears', async () => {
  const seller = await createSeller(t);
  const first = await t.put(url, REACH, { as: seller });
  t.clock.advance(1000);
  const again = await t.put(url, REACH, { as: seller });
  expect(again.body.data.updatedAt).toBe(first.body.data.updatedAt);
  const cleared = await t.put(url, { whatsapp: null, languages: null, openingHours: null }, { as: seller });
  expect(cleared.body.data).toMatchObject({ whatsapp: null, languages: [], openingHours: null });
});

it.each([
  [{ whatsapp: '040 123' }, 'whatsapp'],
  [{ languages: ['tlh'] }, 'languages.0'],
  [{ languages: ['de', 'de'] }, 'languages'],
  [{ openingHours: { monday: [] } }, 'openingHours.timeZone'],
  [{ openingHours: { timeZone: 'Mars/Olympus' } }, 'openingHours.timeZone'],
  [{ openingHours: { ...HOURS, monday: [{ from: '18:00', to: '08:00' }] } }, 'openingHours.monday'],
  [{ openingHours: { ...HOURS, monday: HOURS.monday.toReversed() } }, 'openingHours.monday'],
  [{ openingHours: { ...HOURS, monday: [{ from: '8', to: '24:00' }] } }, 'openingHours.monday.0.from'],
  [
    { openingHours: { ...HOURS, monday: Array.from({ length: 4 }, () => HOURS.monday[0]) } },
    'openingHours.monday',
  ],
])('422: %o is refused at %s', async (body, field) => {
  const seller = await createSeller(t);
  const response = await t.put(url, body, { as: seller });
  expect(response.status).toBe(422);
  expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
});
