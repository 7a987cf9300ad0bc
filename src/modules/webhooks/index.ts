import type { Static } from 'typebox';
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts';
import { afterCommit, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import type { AnyJobDefinition } from '../../platform/jobs/job.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { Notice } from '../../platform/notices.ts';
import { findOwners } from '../companies/index.ts';
import { accountReclaimed, memberReleased } from '../auth/index.ts';
import { messagesErased } from '../messaging/index.ts';
import { webhookAdminRoutes } from './admin.routes.ts';
import { WebhookAdminService } from './admin.service.ts';
import { accountEventRoutes } from './account-events.routes.ts';
import { AccountEvents } from './account-events.service.ts';
import { ACCOUNT_EVENTS_CHANNEL, EventStreams } from './event-streams.ts';
import { findWaiting } from './claims.repository.ts';
import { DELIVERIES_CHANNEL, insertDeliveries } from './deliveries.repository.ts';
import { DeliveryService } from './deliveries.service.ts';
import { Dispatcher } from './dispatcher.ts';
import { publicEvents } from './event-names.ts';
import { DeliveryHolds } from './delivery-holds.ts';
import { type AttemptResult, Outcomes } from './outcomes.ts';
import {
  eraseSomeEvents,
  eraseWebhooks,
  exportWebhooks,
  forgetMessages,
} from './personal-data.repository.ts';
import { purgeDeliveries } from './retention.repository.ts';
import { webhookRoutes } from './routes.ts';
import { firstDueAt } from './schedule.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { WebhookService } from './service.ts';
import type { TargetPolicy } from './target-url.ts';
import {
  countWebhooks,
  disableWebhooksBy,
  holdDeliveriesKeptBy,
  holdDeliveriesOf,
  releaseWebhooks,
} from './webhooks.repository.ts';

export { SECRET_PURPOSE } from './sender.ts';
export { renderEventsPage } from './events-page.ts';
export { webhookHealth, type FailingWebhook, type WebhookHealth } from './health.repository.ts';
export type { Dispatcher } from './dispatcher.ts';

export interface Webhooks {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
  /** Makes every due attempt and returns their number; for tests and the sandbox, which advance the clock. */
  deliverDue(): Promise<number>;
  /** How many webhooks of the plan's limit are in use. */
  readonly count: (db: Queryable, sellerId: string) => Promise<number>;
  /** Ends the pending deliveries of a seller whose suspension starts or ends. */
  readonly holdDeliveriesOf: (trx: Transaction, sellerId: string) => Promise<void>;
  /** Does the same for the webhooks of a member whose suspension starts or ends. */
  readonly holdDeliveriesKeptBy: (trx: Transaction, userId: string) => Promise<void>;
  /** Creates another worker besides the module's own, with other deadlines if wanted; for tests. */
  createDispatcher(outbound?: Pick<SenderOptions, 'limits' | 'resolve'>): Dispatcher;
}

/** Short, because a hanging receiver must not delay the stop: another process, or this one after a restart, repeats the attempt. */
const STOP_GRACE_MS = SECOND_MS;

export function createWebhooks(platform: Platform): Webhooks {
  const { config, listener } = platform;
  const { retrySeconds, leaseSeconds } = config.webhooks;
  const policy: TargetPolicy = {
    production: config.production,
    allowPrivate: config.webhooks.allowPrivate,
    baseUrl: config.baseUrl,
    isSandbox: config.mode === 'sandbox',
  };
  const holding = new DeliveryHolds(platform);
  const outcomes = new Outcomes({ ...platform, retrySeconds, holding });
  const observe = addMetrics(platform);
  const createDispatcher: Webhooks['createDispatcher'] = (outbound = {}) =>
    new Dispatcher({
      ...platform,
      sender: new Sender({ ...platform, policy, ...outbound }),
      outcomes,
      leaseSeconds,
      observe,
    });
  const dispatcher = createDispatcher();
  const wake = (): void => dispatcher.wake();
  const webhooks = new WebhookService({ ...platform, policy, holding });
  const deliveries = new DeliveryService({ ...platform, webhooks, dispatcher, retrySeconds, leaseSeconds });
  const accountEvents = new AccountEvents(platform);
  const streams = new EventStreams({ ...platform, accountEvents });
  deliverEvents(platform, wake);
  platform.events.within(messagesErased, async (trx, erased) => {
    for (const { data } of erased)
      await forgetMessages(trx, (data as Static<(typeof messagesErased)['data']>).message_ids);
  });
  platform.events.within(accountReclaimed, async (trx, reclaimed) => {
    for (const { data } of reclaimed) {
      const { user_id: userId } = data as Static<(typeof accountReclaimed)['data']>;
      await disableWebhooksBy(trx, userId, platform.clock.now(), holding);
    }
  });
  platform.events.within(memberReleased, async (trx, released) => {
    for (const { data } of released) {
      const { seller_id: sellerId, user_id: userId } = data as Static<(typeof memberReleased)['data']>;
      await releaseAndTell(trx, platform, holding, { sellerId, userId });
    }
  });
  return {
    module: {
      name: 'webhooks',
      routes: [
        ...webhookRoutes(webhooks, deliveries),
        ...accountEventRoutes(accountEvents, streams),
        ...webhookAdminRoutes(new WebhookAdminService({ ...platform, holding, deliveries })),
      ],
      jobs: [purgeJob(platform), holding.job],
      start: () => streams.start(),
      stop: async () => streams.closeAll(),
      extend: (app) => {
        // A stream is a request that never ends: the server could not close while one is open.
        app.addHook('preClose', async () => streams.closeAll());
      },
      async startWork() {
        await listener.subscribe(DELIVERIES_CHANNEL, { onMessage: wake, onReconnect: wake });
        dispatcher.start();
      },
      stopWork: () => dispatcher.stop(STOP_GRACE_MS),
    },
    personalData: {
      export: exportWebhooks,
      erase: (trx, person, now) => eraseWebhooks(trx, person, now, holding),
      batches: { events: eraseSomeEvents },
    },
    deliverDue: () => dispatcher.deliverDue(),
    count: (db, sellerId) => countWebhooks(db, { sellerId }),
    holdDeliveriesOf: (trx, sellerId) => holdDeliveriesOf(trx, sellerId, platform.clock.now(), holding),
    holdDeliveriesKeptBy: (trx, userId) => holdDeliveriesKeptBy(trx, userId, platform.clock.now(), holding),
    createDispatcher,
  };
}

/** Notifies the owners, because only they can hand the webhooks over. */
async function releaseAndTell(
  trx: Transaction,
  { clock, notices }: Platform,
  holding: DeliveryHolds,
  member: { readonly sellerId: string; readonly userId: string },
): Promise<void> {
  const now = clock.now();
  const webhooks = await releaseWebhooks(trx, member, now, holding);
  if (webhooks.length === 0) return;
  const owners = (await findOwners(trx, member.sellerId)).filter((userId) => userId !== member.userId);
  await notices.add(
    trx,
    ...owners.flatMap((userId) =>
      webhooks.map(({ id, url }): Notice => ({
        userId,
        type: 'webhook_left',
        data: { webhookId: id, url },
        link: `/seller/webhooks/${id}`,
        dedupeKey: `webhook_left:${id}:${now.toISOString()}`,
      })),
    ),
  );
}

/** Wakes the streams of whom it concerns, and inserts the deliveries in the transaction of the change that the event reports. */
function deliverEvents({ events, clock, config, pgNotifier }: Platform, wake: () => void): void {
  events.within('*', async (trx, emitted) => {
    const definition: EventDefinition | undefined = publicEvents(events.catalogue).find(
      ({ type }) => type === emitted[0]?.type,
    );
    if (definition === undefined) return;
    for (const { sellerId, userId } of emitted) {
      const account = sellerId ?? userId;
      if (account !== null) pgNotifier.notify(trx, ACCOUNT_EVENTS_CHANNEL, account);
    }
    const now = clock.now();
    const { result } = await insertDeliveries(
      trx,
      emitted.map((event) => event.id),
      definition,
      { now, dueAt: firstDueAt(now, config.webhooks.retrySeconds) },
    );
    result.then(
      ({ rowCount }) => {
        if (rowCount === 0) return;
        pgNotifier.notify(trx, DELIVERIES_CHANNEL);
        afterCommit(trx, wake);
      },
      // A failed insert also fails the transaction.
      () => {},
    );
  });
}

function purgeJob({ db, clock }: Platform): AnyJobDefinition {
  return {
    name: 'webhooks.purge-deliveries',
    everyMs: HOUR_MS,
    leaseMs: HOUR_MS,
    run: (_payload, { signal }) => purgeDeliveries(db, clock.now(), signal),
  };
}

function addMetrics({ metrics, db, clock }: Platform): (result: AttemptResult) => void {
  const attempts = metrics.counter('webhook_attempts_total', 'Attempts to deliver an event, by outcome', [
    'outcome',
  ]);
  const seconds = metrics.histogram('webhook_attempt_seconds', 'Time that receivers took to answer');
  const waiting = oneAtATime(() => findWaiting(db, clock.now()));
  const options = { aggregator: 'max' } as const;
  metrics.gauge(
    'webhook_oldest_due_seconds',
    'Longest time that a webhook with due deliveries has waited for a worker',
    async () => (await waiting()).lateSeconds,
    options,
  );
  metrics.gauge(
    'webhook_receiver_backlog_seconds',
    'Age of the oldest due delivery that waits behind attempts of the same webhook',
    async () => (await waiting()).behindReceiverSeconds,
    options,
  );
  return (result) => {
    attempts.inc({ outcome: result.error ?? 'delivered' });
    seconds.observe(result.responseTimeMs / 1000);
  };
}
