import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectNotices } from '../listings/bodies.ts';
import { createBuyer, createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, eventsOf, readConversation } from './scene.ts';

let t: TestApp;
let notices: readonly unknown[];

beforeAll(async () => {
  t = await createTestApp();
  notices = collectNotices(t);
});

afterAll(() => t.close());

const MESSAGE = 'Please call me back.';

async function ask(callBack: unknown) {
  const seller = await createSeller(t);
  const buyer = await createBuyer(t);
  const { listingId } = await createListing(t, seller);
  const body = { listing_id: listingId, message: MESSAGE, call_back: callBack };
  return { seller, buyer, response: await t.post(CONVERSATIONS, body, { as: buyer }) };
}

it('the dealer sees the number and the time, and its systems receive them', async () => {
  const { seller, buyer, response } = await ask({ phone: '+49 (0)40 66969-123', time: 'morning' });
  expect(response.status).toBe(201);
  const { id } = response.body.data.conversation;
  const callBack = { phone: '+494066969123', time: 'morning' };
  const read = await readConversation(t, seller, id);
  expect(read.body.data.messages[0]).toMatchObject({ content: MESSAGE, call_back: callBack });
  const thread = await t.get(`/api/messages/${id}`, { as: buyer });
  expect(thread.body.data.messages[0].callBack).toEqual(callBack);
  const ofThis = (event: { seller_id: string | null }): boolean => event.seller_id === seller.sellerId;
  const [received] = (await eventsOf(t, 'message.received')).filter(ofThis);
  expect(received?.data.message.call_back).toEqual(callBack);
  const [created] = (await eventsOf(t, 'inquiry.created')).filter(ofThis);
  expect(created?.data.inquiry.message.call_back).toEqual(callBack);
  await t.drainJobs();
  expect(JSON.stringify(notices)).toContain(`+494066969123 – ${MESSAGE}`);
});

it('any time by default; other messages have none', async () => {
  const { seller, response } = await ask({ phone: '+494066969123' });
  const { id } = response.body.data.conversation;
  expect((await readConversation(t, seller, id)).body.data.messages[0].call_back.time).toBe('any');
  await t.post(`${CONVERSATIONS}/${id}`, { content: 'I will.' }, { as: seller });
  expect((await readConversation(t, seller, id)).body.data.messages[0]).not.toHaveProperty('call_back');
});

it.each([{ phone: '040 123' }, { phone: '+494066969123', time: 'midnight' }, { time: 'any' }])(
  '422: %o',
  async (callBack) => {
    expect((await ask(callBack)).response.status).toBe(422);
  },
);
