import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { DAY_MS, addMs, SECOND_MS } from '../../platform/clock.ts';
import { afterCommit, inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import {
  found,
  invalidField,
  invalidFields,
  invalidState,
  notFound,
  unavailable,
} from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import type { CountedRows, KeysetPage } from '../../platform/http/keyset.ts';
import type { UserActor } from '../../platform/actor.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  type AttemptRow,
  findAttempt,
  findSentBody,
  isSample,
  listAttempts,
  type LogFilter,
} from './attempts.repository.ts';
import {
  DELIVERIES_CHANNEL,
  insertTestDelivery,
  replayDeliveries,
  requestRetry,
} from './deliveries.repository.ts';
import { canRead, ownerOf, ownerOfWebhook, type WebhookOwner } from './authority.ts';
import type { Dispatcher } from './dispatcher.ts';
import { envelopeOf } from './envelope.repository.ts';
import { assertKnownNames, EVERY_EVENT, findUnknownNames, publicEvents } from './event-names.ts';
import { assertNotPaused } from './pauses.ts';
import { RETENTION_DAYS } from './retention.repository.ts';
import { firstDueAt } from './schedule.ts';
import type { LogQuery, ReplayBody } from './schemas.ts';
import type { WebhookService } from './service.ts';
import { assertNotSilent } from './silence.repository.ts';
import type { WebhookRow } from './tables.ts';
import { lockWebhook } from './webhooks.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Maximum per replay; request another one for more. */
const REPLAY_MAX = 10_000;
/** Concurrent test deliveries per process; each keeps its request waiting. */
const TESTS_AT_ONCE_MAX = 64;
/** Limit per seller or user, so that a hanging receiver cannot block tests of other accounts. */
const TESTS_AT_ONCE_OF_ONE_MAX = 2;

interface Parts extends Pick<Platform, 'db' | 'clock' | 'events' | 'pgNotifier'> {
  readonly webhooks: WebhookService;
  readonly dispatcher: Dispatcher;
  readonly retrySeconds: readonly number[];
  readonly leaseSeconds: number;
}

interface Replayed {
  readonly replayed: number;
  readonly hasMore: boolean;
}
interface Range {
  readonly now: Date;
  readonly since: Date;
  readonly until: Date;
}
/** In the same transaction. */
type Also = (trx: Transaction, replayed: number) => Promise<void>;
interface Resending {
  readonly body: ReplayBody;
  readonly personId: string | null;
  readonly also?: Also;
}

/** The delivery log of a webhook, and sending again. */
export class DeliveryService extends Service<Parts> {
  #testsRunning = 0;
  /** Counts by seller, or by the user of a webhook without a seller. */
  readonly #testsRunningOf = new Map<string, number>();

  async listLogs(
    actor: UserActor,
    webhookId: string,
    query: LogQuery,
    page: KeysetPage,
  ): Promise<CountedRows<AttemptRow>> {
    const { id } = await this.parts.webhooks.get(actor, webhookId);
    assertKnownNames(
      query.event_type === undefined ? [] : [query.event_type],
      this.parts.events.catalogue,
      'event_type',
    );
    const filter: LogFilter = {
      viewerId: actor.userId,
      status: query.status,
      eventType: query.event_type,
    };
    return listAttempts(this.parts.db, id, filter, page);
  }

  /** One entry with request and response; includes both bodies only if the actor can read the event. */
  async getLog(
    actor: UserActor,
    webhookId: string,
    logId: string,
  ): Promise<{ entry: AttemptRow; body: Buffer | null }> {
    const { id } = await this.parts.webhooks.get(actor, webhookId);
    const { db } = this.parts;
    const entry = found(
      'delivery log entry',
      isId('dlv', logId) && (await findAttempt(db, id, logId, actor.userId)),
    );
    const { catalogue } = this.parts.events;
    const definition = publicEvents(catalogue).find(({ type }) => type === entry.event_type);
    if (canRead(actor, definition) || (await isSample(db, id, entry.event_id)))
      return { entry, body: await findSentBody(db, entry.event_id) };
    // Receivers repeat what they are sent.
    return { entry: { ...entry, response_body: null }, body: null };
  }

  /** Returns the log entry whose delivery is retried, the time of the retry, and the ID of the next entry. */
  async retry(
    actor: UserActor,
    webhookId: string,
    logId: string,
  ): Promise<{ entry: AttemptRow; dueAt: Date; nextId: string }> {
    const webhook = await this.parts.webhooks.get(actor, webhookId);
    const entry = found(
      'delivery log entry',
      isId('dlv', logId) && (await findAttempt(this.parts.db, webhookId, logId, actor.userId)),
    );
    if (this.parts.webhooks.withheld(webhook).includes(entry.event_type))
      throw invalidState(
        t(
          'The webhook does not receive {event} because the API key that created or changed it cannot read that event.',
          {
            event: entry.event_type,
          },
        ),
      );
    return inTransaction(this.parts.db, async (trx) => {
      await this.#lockActive(trx, ownerOf(actor), webhookId);
      const dueAt = this.parts.clock.now();
      const nextId = newId('dlv', dueAt);
      const delivery = { webhookId, eventId: entry.event_id, logId: nextId };
      const found = await requestRetry(trx, delivery, dueAt);
      if (!found) throw notFound('delivery log entry');
      this.#notify(trx);
      return { entry, dueAt, nextId };
    });
  }

  async replay(actor: UserActor, webhookId: string, body: ReplayBody): Promise<Replayed> {
    const range = this.#rangeOf(body);
    const webhook = await this.parts.webhooks.get(actor, webhookId);
    const personId = webhook.user_id === actor.userId ? actor.userId : null;
    return this.#resend(webhook, { ...range, body, personId });
  }

  /** For administrators, on any webhook: excludes events that only the person who set it up can read. */
  replayFor(webhook: WebhookRow, body: ReplayBody, also: Also): Promise<Replayed> {
    return this.#resend(webhook, { ...this.#rangeOf(body), body, personId: null, also });
  }

  #rangeOf(body: ReplayBody): Range {
    const now = this.parts.clock.now();
    const since = new Date(body.since);
    if (since > now) throw invalidField('since', t('must not be in the future'));
    if (since < addMs(now, -RETENTION_DAYS * DAY_MS))
      throw invalidField('since', t('must be within the last {days} days', { days: RETENTION_DAYS }));
    const until = body.until === undefined ? now : new Date(body.until);
    if (until < since) throw invalidField('until', t('must not be before since'));
    return { now, since, until };
  }

  async #resend(
    webhook: WebhookRow,
    { now, since, until, body, personId, also }: Range & Resending,
  ): Promise<Replayed> {
    const withheld = this.parts.webhooks.withheld(webhook);
    const isWanted = this.#filterOf(body.events);
    const sent = this.parts.webhooks
      .subscribed(webhook)
      .filter(({ type }) => !withheld.includes(type) && isWanted(type));
    return inTransaction(this.parts.db, async (trx) => {
      await this.#lockActive(trx, ownerOfWebhook(webhook), webhook.id);
      const replayed = await replayDeliveries(
        trx,
        {
          webhookId: webhook.id,
          sellerId: webhook.seller_id,
          personId,
          types: sent.map(({ type }) => type),
          typesOfAll: sent.flatMap(({ type, forAdministrators }) =>
            forAdministrators === true && webhook.seller_id === null ? [type] : [],
          ),
          since,
          until,
          includeDelivered: body.includeDelivered ?? false,
          limit: REPLAY_MAX,
        },
        { now, dueAt: firstDueAt(now, this.parts.retrySeconds) },
      );
      if (replayed > 0) this.#notify(trx);
      await also?.(trx, replayed);
      return { replayed, hasMore: replayed === REPLAY_MAX };
    });
  }

  /** Sends a sample event now and waits for the outcome, even if the webhook is not active. */
  async test(actor: UserActor, webhookId: string, eventType: string | undefined): Promise<AttemptRow> {
    const webhook = await this.parts.webhooks.get(actor, webhookId);
    const definition = this.#chooseSample(webhook, eventType);
    assertNotPaused(webhook, t('An administrator has paused the webhook, so it does not send test events.'));
    await assertNotSilent(this.parts.db, webhook);
    if (this.#testsRunning >= TESTS_AT_ONCE_MAX) {
      throw unavailable(t('Too many test deliveries are in progress. Try again in a few seconds.'), 10);
    }
    const owner = webhook.seller_id ?? actor.userId;
    const ofOwner = this.#testsRunningOf.get(owner) ?? 0;
    if (ofOwner >= TESTS_AT_ONCE_OF_ONE_MAX) {
      throw rateLimited(
        t('You have {max} test deliveries in progress. Wait for their results.', {
          max: TESTS_AT_ONCE_OF_ONE_MAX,
        }),
        { limit: TESTS_AT_ONCE_OF_ONE_MAX, waitSeconds: 10 },
      );
    }
    this.#testsRunning++;
    this.#testsRunningOf.set(owner, ofOwner + 1);
    try {
      return await this.#sendSample(actor, webhook, definition);
    } finally {
      this.#testsRunning--;
      const left = (this.#testsRunningOf.get(owner) ?? 1) - 1;
      if (left === 0) this.#testsRunningOf.delete(owner);
      else this.#testsRunningOf.set(owner, left);
    }
  }

  async #sendSample(actor: UserActor, webhook: WebhookRow, definition: EventDefinition): Promise<AttemptRow> {
    const { db, clock, dispatcher, leaseSeconds } = this.parts;
    const now = clock.now();
    const eventId = newId('evt', now);
    const body = envelopeOf({
      id: eventId,
      type: definition.type,
      createdAt: now,
      data: definition.sample,
      isTest: true,
    });
    await inTransaction(db, (trx) =>
      insertTestDelivery(trx, {
        webhookId: webhook.id,
        eventId,
        eventType: definition.type,
        body,
        now,
        leaseUntil: addMs(now, leaseSeconds * SECOND_MS),
      }),
    );
    const attemptId = await dispatcher.attempt({
      webhookId: webhook.id,
      eventId,
      eventType: definition.type,
      claims: 1,
      body,
      url: webhook.url,
      secret: webhook.secret,
      previousSecret: webhook.previous_secret,
      previousSecretUntil: webhook.previous_secret_until,
      // A sample contains no personal data.
      scopes: null,
      isForHolder: true,
      logId: null,
    });
    return found(
      'webhook',
      attemptId === null ? undefined : await findAttempt(db, webhook.id, attemptId, actor.userId),
    );
  }

  #chooseSample(webhook: WebhookRow, eventType: string | undefined): EventDefinition {
    const { catalogue } = this.parts.events;
    const problems = eventType === undefined ? [] : findUnknownNames([eventType], catalogue, 'event_type');
    if (problems.length > 0) throw invalidFields(problems);
    const wanted = eventType ?? webhook.events[0];
    const definition = publicEvents(catalogue).find(
      (candidate) => candidate.type === wanted || wanted === EVERY_EVENT,
    );
    if (definition === undefined)
      throw invalidField('event_type', t('is required: the webhook has no events to choose from'));
    return definition;
  }

  /** Filters by the requested names; all events if none are given. */
  #filterOf(names: readonly string[] | undefined): (type: string) => boolean {
    if (names === undefined || names.includes(EVERY_EVENT)) return () => true;
    const problems = findUnknownNames(names, this.parts.events.catalogue, 'events');
    if (problems.length > 0) throw invalidFields(problems);
    return (type) => names.includes(type);
  }

  async #lockActive(trx: Transaction, owner: WebhookOwner, webhookId: string): Promise<void> {
    const webhook = found('webhook', await lockWebhook(trx, owner, webhookId));
    await assertNotSilent(trx, webhook);
    if (webhook.status === 'active') return;
    throw invalidState(
      t('The webhook is {status}. Set its status to active before you resend events.', {
        status: webhook.status,
      }),
    );
  }

  #notify(trx: Transaction): void {
    this.parts.pgNotifier.notify(trx, DELIVERIES_CHANNEL);
    afterCommit(trx, () => this.parts.dispatcher.wake());
  }
}
