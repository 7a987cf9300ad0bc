import { afterAll, beforeAll, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true });
  await publish(t, seller, { title: 'MAN TGX 18.500' });
  await t.put(
    '/api/seller/profile',
    {
      phone: '+494066969100',
      whatsapp: '+494066969123',
      languages: ['de', 'pl'],
      openingHours: { timeZone: 'Europe/Berlin', monday: [{ from: '08:00', to: '17:30' }] },
    },
    { as: seller },
  );
  await t.app.settle();
});

afterAll(() => t.close());

it('shows who the dealer is, its figures and how it is reached', async () => {
  const { status, text } = await t.get(`/en/dealer/${seller.slug}`);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Hansa Trucks</h1>');
  expect(text).toMatch(/class="sign"[^>]*>HT</);
  expect(text).toContain('href="tel:+494066969100"');
  expect(text).toContain('href="https://wa.me/494066969123?text=');
  expect(text).toContain(`href="/en/dealer/${seller.slug}/inquiry?ask=call"`);
  expect(text).toContain('German and Polish');
  expect(text).toMatch(/Monday<\/th><td>08:00–17:30<[\s\S]*Sunday<\/th><td>closed</);
  expect(text).toContain('MAN TGX 18.500');
  expect(text).not.toContain('Answers in');
});

it('is followed by a saved search for its vehicles', async () => {
  const buyer = await createBuyer(t);
  const browser = new BrowserSession(t);
  await browser.call('POST', '/web/session', { email: buyer.email, password: TEST_PASSWORD });
  const path = `/en/saved/new?seller=${seller.sellerId}`;
  expect((await browser.open(path)).text).toContain('value="Hansa Trucks"');
  const form = { do: 'save', once: 'f', name: 'Hansa Trucks', alert_frequency: 'instant' };
  expect((await browser.submit(path, form)).status).toBe(303);
  const { body } = await t.get('/api/search/saved', { as: buyer });
  expect(body.data.saved_searches[0].query).toEqual({ seller: seller.sellerId });
});
