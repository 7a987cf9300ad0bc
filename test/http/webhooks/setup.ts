import { Type } from 'typebox';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { defineEvent, defineSignal, type StoredEvent } from '../../../src/platform/events/event.ts';
import type { JobDefinition } from '../../../src/platform/jobs/job.ts';
import type { Notice } from '../../../src/platform/notices.ts';
import { createApiKey, createSeller, type TestSeller } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Events that belong to no module, so that these tests do not depend on the events of modules. */
export const parcelSent = defineEvent({
  type: 'parcel.sent',
  scope: 'webhooks:manage',
  when: 'A parcel has left.',
  data: Type.Object({ parcel: Type.Object({ id: Type.String(), weight: Type.Number() }) }),
  sample: { parcel: { id: 'prc_1', weight: 2.5 } },
});
export const parcelLost = defineEvent({
  type: 'parcel.lost',
  scope: 'webhooks:manage',
  when: 'A parcel is gone.',
  data: Type.Object({ parcel: Type.Object({ id: Type.String() }) }),
  sample: { parcel: { id: 'prc_2' } },
});
export const parcelWeighed = defineSignal({
  type: 'parcel.weighed',
  when: 'Between modules only.',
  data: Type.Object({ id: Type.String() }),
  sample: { id: 'prc_3' },
});

const takeNotice: JobDefinition<Notice> = { name: 'test.take-notice', run: async () => {} };

/** Defines the events, and leaves notifications in the queue as jobs without a worker. */
export function prepareWebhookTests(t: TestApp): void {
  t.app.platform.events.define([parcelSent, parcelLost, parcelWeighed]);
  t.app.platform.notices.deliverBy(takeNotice);
}

/** Creates a seller whose `token` is an API key, because a key does not expire when a test moves the clock by days. */
export async function createKeyedSeller(t: TestApp): Promise<TestSeller> {
  const seller = await createSeller(t);
  return { ...seller, token: await createApiKey(t, seller.userId, ['webhooks:manage']) };
}

/** Deletes all deliveries, so that none of one test is due in the next. */
export async function forgetDeliveries(t: TestApp): Promise<void> {
  await t.db.deleteFrom('webhook_deliveries').execute();
}

export async function noticesOf(
  t: TestApp,
  userId: string,
  type: Notice['type'] = 'webhook_disabled',
): Promise<Notice[]> {
  const jobs = await t.db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', takeNotice.name)
    .orderBy('id')
    .execute();
  return jobs
    .map((job) => job.payload as Notice)
    .filter((notice) => notice.userId === userId && notice.type === type);
}

export function sendParcel(
  t: TestApp,
  seller: { readonly sellerId: string },
  id = 'prc_9',
): Promise<StoredEvent> {
  return inTransaction(t.db, (trx) =>
    t.app.platform.events.emit(trx, parcelSent, { parcel: { id, weight: 1 } }, { sellerId: seller.sellerId }),
  );
}

export function sendParcels(
  t: TestApp,
  seller: { readonly sellerId: string },
  count: number,
): Promise<readonly StoredEvent[]> {
  const items = Array.from({ length: count }, (_, i) => ({
    data: { parcel: { id: `prc_${i}`, weight: i } },
    audience: { sellerId: seller.sellerId },
  }));
  return inTransaction(t.db, (trx) => t.app.platform.events.emitMany(trx, parcelSent, items));
}

export interface TestWebhook {
  readonly id: string;
  readonly secret: string;
}

export async function createWebhook(
  t: TestApp,
  as: { readonly token: string },
  url: string,
  events: readonly string[] = ['*'],
): Promise<TestWebhook> {
  const response = await t.post('/api/seller/webhooks', { url, events }, { as });
  if (response.status !== 201) throw new Error(response.text);
  return response.body.data.webhook as TestWebhook;
}

// eslint-disable-next-line typescript/no-explicit-any -- log entries as a client reads them
export async function logsOf(t: TestApp, as: { token: string }, id: string, query = ''): Promise<any[]> {
  const response = await t.get(`/v1/webhooks/${id}/logs?limit=100${query}`, { as });
  return response.body.data.logs;
}
