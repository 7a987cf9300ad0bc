/** A conversation that both sides have deleted leaves no trace: not in events, deliveries, emails or stored responses. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mail } from '../../../src/platform/mail/mailer.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  type TestUser,
} from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { tablesWith } from '../../support/table-texts.ts';
import { type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS } from './scene.ts';

let t: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  const send = async (_mail: Mail): Promise<void> => {
    throw new Error('the mail server is away');
  };
  t = await createTestApp({ mailer: { send } });
  receiver = await startReceiver();
  receiver.usually(500);
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});

let keys = 0;
const write = (as: TestUser, url: string, body: unknown, key = `both-${++keys}`): Promise<TestResponse> =>
  t.post(url, body, { as, headers: { 'idempotency-key': key } });

/** Exchanges an inquiry and a reply; webhook deliveries fail, and emails are queued or have failed permanently. */
async function talk(question: string, reply: string) {
  const [buyer, seller] = [await createBuyer(t), await createSeller(t)];
  const { listingId } = await createListing(t, seller);
  const hook = { url: `${receiver.url}/in`, events: ['*'] };
  expect((await t.post('/v1/webhooks', hook, { as: seller })).status).toBe(201);
  const key = `both-${++keys}`;
  const inquiry = { listing_id: listingId, message: question };
  const started = await write(buyer, CONVERSATIONS, inquiry, key);
  expect(started.status).toBe(201);
  const conversationId: string = started.body.data.conversation.id;
  await t.drainJobs({ mayFail: ['mail.send'] });
  expect((await write(seller, `${CONVERSATIONS}/${conversationId}`, { content: reply })).status).toBe(201);
  await t.drainJobs({ mayFail: ['mail.send'] });
  await t.app.modules.webhooks.deliverDue();
  const askAgain = () => write(buyer, CONVERSATIONS, inquiry, key);
  const leave = async (as: TestUser) =>
    expect((await t.del(`${CONVERSATIONS}/${conversationId}`, { as })).status).toBe(204);
  return { buyer, seller, askAgain, leave };
}

const EVERYWHERE = [
  'events',
  'idempotency_keys',
  'jobs',
  'live_events',
  'messages',
  'notifications',
  'webhook_payloads',
];

it('when both have deleted it, and not before', async () => {
  const deletedTalk = await talk('zzasked', 'zzanswered');
  await talk('zzkept', 'zzkept too');
  await t.db.updateTable('jobs').set({ failed_at: t.clock.now() }).where('name', '=', 'mail.send').execute();
  expect((await tablesWith(t, 'zzasked')).toSorted()).toEqual(EVERYWHERE);
  expect((await tablesWith(t, 'zzanswered')).toSorted()).toEqual(EVERYWHERE);
  await deletedTalk.leave(deletedTalk.seller);
  for (const text of ['zzasked', 'zzanswered'])
    expect(await tablesWith(t, text)).toEqual(expect.arrayContaining(['messages', 'events']));
  await deletedTalk.leave(deletedTalk.buyer);
  for (const text of ['zzasked', 'zzanswered']) expect([text, await tablesWith(t, text)]).toEqual([text, []]);
  expect((await tablesWith(t, 'zzkept')).toSorted()).toEqual(EVERYWHERE);
  // The idempotency key of the first message stays, so the message is not sent again.
  expect((await deletedTalk.askAgain()).status).toBe(404);
  expect(await tablesWith(t, 'zzasked')).toEqual([]);
});

it('when one has deleted it and the other is erased', async () => {
  const { buyer, seller, leave } = await talk('zzfirst', 'zzsecond');
  await leave(buyer);
  const admin = await createAdmin(t);
  const erased = await t.call('DELETE', `/api/admin/users/${seller.userId}`, { as: admin });
  expect(erased.status).toBeLessThan(300);
  for (const text of ['zzfirst', 'zzsecond']) expect([text, await tablesWith(t, text)]).toEqual([text, []]);
});

it('message by message, where it went on after one side had deleted it', async () => {
  const { buyer, seller, leave } = await talk('zzearly', 'zzreply');
  await leave(buyer);
  const { conversations } = (await t.get(CONVERSATIONS, { as: seller })).body.data;
  const url = `${CONVERSATIONS}/${conversations[0].id}`;
  expect((await write(seller, url, { content: 'zzlater' })).status).toBe(201);
  await leave(seller);
  for (const text of ['zzearly', 'zzreply']) expect([text, await tablesWith(t, text)]).toEqual([text, []]);
  expect(await tablesWith(t, 'zzlater')).toEqual(expect.arrayContaining(['messages', 'events']));
});
