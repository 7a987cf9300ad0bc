import { afterAll, beforeAll, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let sellers: readonly TestSeller[];
let trucks: readonly { id: string; slug: string }[];

beforeAll(async () => {
  t = await createTestApp();
  const hansa = await createSeller(t, { companyName: 'Hansa Trucks' });
  const nord = await createSeller(t, { companyName: 'Nord Trucks' });
  sellers = [hansa, nord];
  trucks = [
    await publish(t, hansa, { title: 'MAN TGX 18.500' }),
    await publish(t, nord, { title: 'Scania R 450' }),
  ];
  await t.app.settle();
});

afterAll(() => t.close());

async function signedIn() {
  const buyer = await createBuyer(t);
  const browser = new BrowserSession(t);
  await browser.call('POST', '/web/session', { email: buyer.email, password: TEST_PASSWORD });
  const messages = async (): Promise<readonly string[]> => {
    const { body } = await t.get('/api/messages/conversations', { as: buyer });
    return body.data.conversations.map(
      (one: { listing: { title: string }; last_message: { content: string } }) =>
        `${one.listing.title}: ${one.last_message.content}`,
    );
  };
  return { browser, buyer, messages };
}

const addressOf = (ids: readonly string[]): string => `/en/inquiries?ids=${ids.join(',')}`;
const all = (): readonly string[] => trucks.map(({ id }) => id);

it('one message reaches the dealers of several vehicles, once', async () => {
  const { browser, messages } = await signedIn();
  const page = await browser.open(addressOf(all()));
  expect(page.text).toContain('<h1>Write about 2 vehicles</h1>');
  expect(page.text).toMatch(/MAN TGX 18\.500[\s\S]*Scania R 450/);
  const form = { do: 'send', once: 'twice', content: 'Still there?' };
  const [first, second] = [
    await browser.submit(addressOf(all()), form),
    await browser.submit(addressOf(all()), form),
  ];
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(first.headers['location']).toBe('/en/messages?done=done.sentAll');
  expect((await messages()).toSorted()).toEqual([
    'MAN TGX 18.500: Still there?',
    'Scania R 450: Still there?',
  ]);
});

it('says which could not be sent, and sends the rest again', async () => {
  const { browser, buyer, messages } = await signedIn();
  const nord = sellers[1];
  if (nord === undefined) throw new Error('no seller');
  const inquiry = { listing_id: trucks[1]?.id ?? '', message: 'First' };
  await t.post('/v1/messages/conversations', inquiry, { as: buyer });
  await t.post('/v1/messages/blocks', { participant_id: buyer.userId }, { as: nord });
  const sent = await browser.submit(addressOf(all()), { do: 'send', once: 'a', content: 'Hello' });
  expect(sent.status).toBe(200);
  expect(sent.text).toMatch(/MAN TGX[\s\S]*class="good">Sent<[\s\S]*Scania[\s\S]*role="alert"/);
  expect(sent.text).toContain(`name="ids" value="${trucks[1]?.id ?? ''}"`);
  expect(sent.text).toContain('>Hello</textarea>');
  await t.del(`/v1/messages/blocks/${buyer.userId}`, { as: nord });
  const again = await browser.submit(addressOf(all()), {
    do: 'send',
    once: 'b',
    content: 'Hello',
    ids: trucks[1]?.id ?? '',
  });
  expect(again.status).toBe(303);
  expect(await messages()).toHaveLength(2);
});

it('leaves out vehicles that are gone; 404 without any', async () => {
  const { browser } = await signedIn();
  const some = await browser.open(addressOf([trucks[0]?.id ?? '', 'lst_0', 'x'.repeat(100)]));
  expect(some.text).toContain('Write about 1 vehicle<');
  expect((await browser.open(addressOf([]))).status).toBe(404);
  expect((await browser.open(addressOf(['nothing']))).status).toBe(404);
});

it('asks for a call: with the number and the time', async () => {
  const { browser } = await signedIn();
  const path = `/en/inquiry/${trucks[0]?.slug ?? ''}?ask=call`;
  const page = await browser.open(path);
  expect(page.text).toContain('Please call me back about this vehicle.');
  const form = { do: 'send', once: 'c', content: 'Call me.', time: 'evening' };
  const refused = await browser.submit(path, { ...form, phone: '040 123' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Enter the number with its country code.');
  const sent = await browser.submit(path, { ...form, once: 'd', phone: '+49 40 66969 123' });
  expect(sent.status).toBe(303);
  const thread = await browser.open(String(sent.headers['location']));
  expect(thread.text).toContain('Call back at +494066969123: In the evening');
});

it('a dealer is written to about one of its vehicles', async () => {
  const { browser, messages } = await signedIn();
  const path = `/en/dealer/${sellers[0]?.slug ?? ''}/inquiry`;
  expect((await browser.open(path)).text).toContain('MAN TGX 18.500</option>');
  const sent = await browser.submit(path, {
    do: 'send',
    once: 'e',
    content: 'Hi',
    listing: trucks[0]?.id ?? '',
  });
  expect(sent.status).toBe(303);
  expect(await messages()).toEqual(['MAN TGX 18.500: Hi']);
  expect((await browser.submit(path, { do: 'send', once: 'f', content: 'Hi' })).status).toBe(404);
});
