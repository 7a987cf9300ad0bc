/**
 * Deliveries per second to a receiver that responds at once, and the time from an event's commit to its receipt while
 * another target hangs with a long queue. The receiver is a separate process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import { launch, type Launched } from '../src/app/launch.ts';
import { readConfig } from '../src/config/config.ts';
import { addMs, MINUTE_MS } from '../src/platform/clock.ts';
import { inTransaction } from '../src/platform/db/transaction.ts';
import { defineEvent } from '../src/platform/events/event.ts';
import { newId } from '../src/platform/ids.ts';
import { SECRET_PURPOSE } from '../src/modules/webhooks/sender.ts';
import { newSigningSecret } from '../src/modules/webhooks/signing.ts';
import { temporaryDataDirectory } from './support/data-directory.ts';
import { printTable } from './support/table.ts';

const TARGETS = 50;
const BURST_SECONDS = 8;
const BURST_EVENTS = 20_000;
const STEADY_SECONDS = 8;
const STEADY_EVENTS_PER_SECOND = 200;
const HANGING_QUEUE = 1000;

const parcelSent = defineEvent({
  scope: 'webhooks:manage',
  type: 'bench.parcel_sent',
  when: 'While measuring.',
  data: Type.Object({ text: Type.String() }),
  sample: { text: 'x'.repeat(500) },
});

export async function benchWebhooks(): Promise<void> {
  const dataDir = await temporaryDataDirectory();
  const launched = await launch(
    readConfig({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', WEBHOOKS_ALLOW_PRIVATE: '1' }),
  );
  const receiver = await startReceiver();
  try {
    launched.app.platform.events.define([parcelSent]);
    await launched.app.start();
    const sellers = await addTargets(launched, TARGETS, `${receiver.url}/fast`);
    const burst = await measureBurst(launched, sellers, receiver);
    const steady = await measureSteady(launched, sellers, receiver);
    printTable(
      `Webhook deliveries, ${TARGETS} targets`,
      ['what', 'deliveries/s', 'p50 ms', 'p99 ms', 'missing'],
      [burst, steady],
    );
  } finally {
    await launched.stop();
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Row = [string, number, number | string, number | string, number];

/** A queue that is there when the workers start. */
async function measureBurst(
  launched: Launched,
  sellers: readonly string[],
  receiver: BenchReceiver,
): Promise<Row> {
  for (let i = 0; i < BURST_EVENTS; i += 1000)
    await emit(launched, sellers[(i / 1000) % TARGETS] ?? '', 1000);
  const startedAt = performance.now();
  await launched.app.startJobs();
  await waitUntil(async () => (await receiver.count()) >= BURST_EVENTS, BURST_SECONDS * 1000);
  const received = await receiver.count();
  const seconds = (performance.now() - startedAt) / 1000;
  await drop(launched);
  return ['a queue, as fast as it goes', Math.round(received / seconds), '', '', 0];
}

async function measureSteady(
  launched: Launched,
  sellers: readonly string[],
  receiver: BenchReceiver,
): Promise<Row> {
  const [hanging] = await addTargets(launched, 1, `${receiver.url}/hang`);
  await emit(launched, hanging ?? '', HANGING_QUEUE);
  const committedAt = new Map<string, number>();
  const pauseMs = 1000 / STEADY_EVENTS_PER_SECOND;
  const count = STEADY_SECONDS * STEADY_EVENTS_PER_SECOND;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, startedAt + i * pauseMs - performance.now()));
      const [id] = await emit(launched, sellers[i % TARGETS] ?? '', 1);
      if (id !== undefined) committedAt.set(id, performance.timeOrigin + performance.now());
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  let receivedAt = await receiver.times();
  await waitUntil(async () => {
    receivedAt = await receiver.times();
    return [...committedAt.keys()].every((id) => receivedAt.has(id));
  }, 2000);
  const delays = [...committedAt]
    .flatMap(([id, at]) => (receivedAt.has(id) ? [(receivedAt.get(id) ?? at) - at] : []))
    .toSorted((x, y) => x - y);
  const percentile = (share: number): number =>
    Math.max(0, Math.round(delays[Math.floor((delays.length - 1) * share)] ?? 0));
  return [
    `${STEADY_EVENTS_PER_SECOND}/s beside a target that hangs with ${HANGING_QUEUE} queued, commit to receipt`,
    Math.round(committedAt.size / seconds),
    percentile(0.5),
    percentile(0.99),
    committedAt.size - delays.length,
  ];
}

async function emit({ app }: Launched, sellerId: string, count: number): Promise<readonly string[]> {
  const items = Array.from({ length: count }, () => ({ data: parcelSent.sample, audience: { sellerId } }));
  const events = await inTransaction(app.db, (trx) => app.platform.events.emitMany(trx, parcelSent, items));
  return events.map((event) => event.id);
}

async function addTargets({ app }: Launched, count: number, url: string): Promise<readonly string[]> {
  const { clock, keys } = app.platform;
  const now = addMs(clock.now(), -MINUTE_MS);
  const sellers: string[] = [];
  for (let i = 0; i < count; i++) {
    const sellerId = newId('sel', now);
    await app.db
      .insertInto('sellers')
      .columns(['id', 'slug', 'company_name', 'created_at', 'updated_at'])
      .values({
        id: sellerId,
        slug: sellerId.toLowerCase(),
        company_name: 'Bench',
        created_at: now,
        updated_at: now,
      } as never)
      .execute();
    await app.db
      .insertInto('webhooks')
      .values({
        id: newId('whk', now),
        seller_id: sellerId,
        url,
        events: ['*'],
        secret: keys.seal(SECRET_PURPOSE, newSigningSecret()),
        previous_secret: null,
        previous_secret_until: null,
        disabled_at: null,
        deleted_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    sellers.push(sellerId);
  }
  return sellers;
}

/** Deletes leftovers of the burst, so that they do not affect the next measurement. */
async function drop({ app }: Launched): Promise<void> {
  await app.db
    .deleteFrom('webhook_deliveries')
    .where('due_at', 'is not', null)
    .where('lease_until', 'is', null)
    .execute();
}

interface BenchReceiver {
  readonly url: string;
  /** Returns the number of received events. */
  count(): Promise<number>;
  /** Returns the time of receipt by event ID. */
  times(): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

async function startReceiver(): Promise<BenchReceiver> {
  const receiver = fork(path.join(import.meta.dirname, 'webhooks-receiver.js'));
  const [url] = (await once(receiver, 'message')) as [string];
  const ask = async (question: 'count' | 'times'): Promise<unknown> => {
    receiver.send(question);
    const [response] = (await once(receiver, 'message')) as [unknown];
    return response;
  };
  return {
    url,
    count: async () => Number(await ask('count')),
    times: async () => new Map((await ask('times')) as [string, number][]),
    close: () => receiver.disconnect(),
  };
}

async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition()) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
