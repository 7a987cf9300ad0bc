/**
 * Events are rows, written in the transaction of the change that they report. Handlers are registered in two ways:
 *
 * - `within`: runs in that same transaction, for effects that must commit with the change (webhook deliveries). It must be short
 *   and use the database only.
 * - `after`: runs as a job once the change has committed, at least once, for all other effects (emails, notifications, derived
 *   numbers).
 */
import { sql } from 'kysely';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../clock.ts';
import { anyOf } from '../db/any-of.ts';
import type { Database } from '../db/database.ts';
import { defer } from '../db/deferred.ts';
import { prepared } from '../db/prepared.ts';
import type { Transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import type { AnyJobDefinition, JobContext, JobDefinition, JobLane } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Audience, EventDefinition, StoredEvent } from './event.ts';
import { Service } from '../service.ts';

type WithinReaction = (trx: Transaction, events: readonly StoredEvent[]) => Promise<void>;
interface EventPayload {
  readonly eventIds: readonly string[];
}
interface PickedPayload {
  readonly picked: readonly unknown[];
}

/** A handler, and the jobs that it gets for the events of one change. */
interface AfterReaction<Payload = EventPayload | PickedPayload> {
  readonly job: JobDefinition<Payload>;
  readonly payloadsOf: (events: readonly StoredEvent[]) => readonly Payload[];
}

const EVERY_TYPE = '*';
/**
 * Events per job: few enough for one statement and one lease, yet a large import makes about twenty jobs rather than
 * ten thousand.
 */
const BATCH_MAX = 500;

interface EventBusParts {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly clock: Clock;
}

export class EventBus extends Service<EventBusParts> {
  readonly #definitions = new Map<string, EventDefinition>();
  readonly #within = new Map<string, WithinReaction[]>();
  readonly #after = new Map<string, AfterReaction[]>();

  define(definitions: readonly EventDefinition[]): void {
    for (const definition of definitions) {
      if (this.#definitions.has(definition.type)) throw new Error(`two events are named ${definition.type}`);
      this.#definitions.set(definition.type, definition);
    }
  }

  /** All event definitions, in order of definition. */
  get catalogue(): readonly EventDefinition[] {
    return [...this.#definitions.values()];
  }

  /** Registers a handler that runs in the transaction of the change; `'*'` receives every event. */
  within(type: EventDefinition | typeof EVERY_TYPE, reaction: WithinReaction): void {
    append(this.#within, type === EVERY_TYPE ? EVERY_TYPE : type.type, reaction);
  }

  /**
   * Registers a handler that runs after the commit, as a job with this name (`module.verb-noun`), at least once for
   * each event.
   */
  after<S extends TSchema>(
    definition: EventDefinition<S>,
    jobName: string,
    reaction: (event: StoredEvent<Static<S>>) => Promise<void>,
    options: { readonly lane?: JobLane } = {},
  ): AnyJobDefinition {
    const job: JobDefinition<EventPayload> = {
      name: jobName,
      ...options,
      run: async (payload) => {
        for (const event of await this.#eventsOf(payload)) await reaction(event as StoredEvent<Static<S>>);
      },
    };
    const payloadsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => ({ eventIds: [id] }));
    append(this.#after, definition.type, { job, payloadsOf });
    return job;
  }

  /**
   * Like `after`, for frequent events: the handler gets up to 500 events of one change together, as the values (JSON)
   * that `pick` takes from each, so that no event has to be read back.
   */
  afterMany<S extends TSchema, Picked>(
    definition: EventDefinition<S>,
    jobName: string,
    pick: (data: Static<S>) => Picked,
    reaction: (picked: readonly Picked[], context: JobContext) => Promise<void>,
  ): AnyJobDefinition {
    const pickAll = (events: readonly StoredEvent[]) => events.map(({ data }) => pick(data as Static<S>));
    const job: JobDefinition<PickedPayload> = {
      name: jobName,
      run: ({ picked }, context) => reaction(picked as readonly Picked[], context),
    };
    const payloadsOf = (events: readonly StoredEvent[]) =>
      inSlices(pickAll(events), BATCH_MAX).map((picked) => ({ picked }));
    append(this.#after, definition.type, { job, payloadsOf });
    return job;
  }

  /** The job definitions behind `after` and `afterMany`, for the runner. */
  get jobs(): readonly AnyJobDefinition[] {
    return [...this.#after.values()].flat().map(({ job }) => job);
  }

  async emit<S extends TSchema>(
    trx: Transaction,
    definition: EventDefinition<S>,
    data: Static<S>,
    audience: Audience,
  ): Promise<StoredEvent<Static<S>>> {
    const [event] = await this.emitMany(trx, definition, [{ data, audience }]);
    if (event === undefined) throw new Error('an event was not written');
    return event;
  }

  async emitMany<S extends TSchema>(
    trx: Transaction,
    definition: EventDefinition<S>,
    items: readonly { data: Static<S>; audience: Audience }[],
  ): Promise<readonly StoredEvent<Static<S>>[]> {
    if (items.length === 0) return [];
    const createdAt = this.parts.clock.now();
    const events = items.map(({ data, audience }) => ({
      id: newId('evt', createdAt),
      type: definition.type,
      data,
      sellerId: audience.sellerId ?? null,
      userId: audience.userId ?? null,
      createdAt,
    }));
    await this.#insert(trx, events);
    for (const reaction of [
      ...(this.#within.get(definition.type) ?? []),
      ...(this.#within.get(EVERY_TYPE) ?? []),
    ]) {
      await reaction(trx, events);
    }
    for (const reaction of this.#after.get(definition.type) ?? [])
      await this.parts.jobs.enqueueMany(trx, reaction.job, reaction.payloadsOf(events), {
        account: accountOf(events),
      });
    return events;
  }

  /** Shares events about a person with sellers. For `within` reactions to the event's own type: they come first. */
  async share(trx: Transaction, eventId: string, sellerIds: readonly string[]): Promise<void> {
    if (sellerIds.length === 0) return;
    await trx
      .updateTable('events')
      .set({ shared_with: [...sellerIds] })
      .where('id', '=', eventId)
      .execute();
  }

  async #insert(trx: Transaction, events: readonly StoredEvent[]): Promise<void> {
    const columns = {
      ids: events.map((event) => event.id),
      data: JSON.stringify(events.map((event) => event.data)),
      sellers: events.map((event) => event.sellerId),
      users: events.map((event) => event.userId),
    };
    await defer(
      trx,
      sql`
      ${prepared} insert into events (id, type, data, seller_id, user_id, created_at)
      select t.id, ${events[0]?.type ?? ''}, t.data, t.seller_id, t.user_id, ${events[0]?.createdAt ?? null}
      from rows from (
        unnest(${columns.ids}::text[], ${columns.sellers}::text[], ${columns.users}::text[]),
        json_array_elements(${columns.data}::json)
      ) as t(id, seller_id, user_id, data)`,
    );
  }

  /** In the order in which they were emitted. */
  async #eventsOf({ eventIds }: EventPayload): Promise<StoredEvent[]> {
    const rows = await this.parts.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', anyOf(eventIds))
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      data: row.data,
      sellerId: row.seller_id,
      userId: row.user_id,
      createdAt: row.created_at,
    }));
  }
}

/** Account that caused the events, if it is the same for all. */
function accountOf(events: readonly StoredEvent[]): string | null {
  const accounts = new Set(events.map(({ sellerId, userId }) => sellerId ?? userId));
  const [only = null] = accounts;
  return accounts.size === 1 ? only : null;
}

function inSlices<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const existing = map.get(key);
  if (existing === undefined) map.set(key, [value]);
  else existing.push(value);
}
