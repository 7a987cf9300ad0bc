import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeller } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type WorkerProcesses, workerProcesses } from '../support/worker-process.ts';
import { createWebhook, prepareWebhookTests, sendParcel } from '../http/webhooks/setup.ts';

const EVENTS = 60;
const KILL_AT = [12, 30, 48];

let t: TestApp;
let receiver: Receiver;
let workers: WorkerProcesses;

beforeAll(async () => {
  t = await createTestApp();
  workers = workerProcesses(t);
  prepareWebhookTests(t);
  receiver = await startReceiver();
}, 120_000);
afterAll(async () => {
  workers.killAll();
  await receiver.close();
  await t.close();
});

/** Starts a worker with a lease that is short enough to wait for. */
const startWorker = () => workers.start({ WEBHOOKS_ALLOW_PRIVATE: '1', WEBHOOK_LEASE_SECONDS: '1' });

it(
  'delivers every committed event, and no other, although its workers are killed',
  { timeout: 120_000 },
  async () => {
    // The parcels are sent as a user: workers hold back events of an API key whose type they do not know, such as parcels.
    const seller = await createSeller(t);
    await createWebhook(t, seller, receiver.url);
    const sent = await Promise.all(
      Array.from({ length: EVENTS }, (_, i) => sendParcel(t, seller, `prc_${i}`)),
    );
    let worker = startWorker();
    let kills = 0;
    receiver.usually((response) => {
      response.writeHead(200).end(() => {
        // The worst moment: the receiver has the request, but the worker has not recorded the outcome.
        if (receiver.requests.length < (KILL_AT[kills] ?? Infinity)) return;
        kills++;
        worker.kill('SIGKILL');
      });
    });
    for (let i = 0; i < KILL_AT.length; i++) {
      await once(worker, 'exit');
      worker = startWorker();
    }
    const bodies = new Map<string, Set<string>>();
    for (let wanted = EVENTS; bodies.size < EVENTS; wanted++) {
      await receiver.received(wanted);
      for (const request of receiver.requests) {
        const id = String(request.headers['webhook-id']);
        bodies.set(id, (bodies.get(id) ?? new Set()).add(request.body));
      }
    }
    expect([...bodies.keys()].toSorted()).toEqual(sent.map((event) => event.id).toSorted());
    for (const [id, different] of bodies) expect([id, different.size]).toEqual([id, 1]);
    expect(kills).toBe(KILL_AT.length);
    expect(receiver.requests.length - EVENTS).toBeLessThanOrEqual(4 * KILL_AT.length);
  },
);
