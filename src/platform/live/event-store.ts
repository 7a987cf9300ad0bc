import { type RawBuilder, sql } from 'kysely';
import { type Clock, DAY_MS, HOUR_MS, addMs } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { defer } from '../db/deferred.ts';
import { prepared } from '../db/prepared.ts';
import { afterCommit, inTransaction, type Transaction } from '../db/transaction.ts';
import type { JobDefinition } from '../jobs/job.ts';
import { type EventSequencer, lockOutbox } from './event-sequencer.ts';
import './tables.ts';
import { Service } from '../service.ts';

/** How far back a stream can be resumed. */
const KEPT_MS = DAY_MS;
const KEPT_PER_CHANNEL = 1000;
const PURGE_BATCH = 5000;
/** Small, because no event is numbered meanwhile. */
const AGED_BATCH = 1000;
/** Matches the index live_events_thousandth: only a channel with an event in it can have too many events. */
const IS_MARK = sql.raw(`seq % ${KEPT_PER_CHANNEL} = 0`);

export interface LiveEvent {
  readonly channel: string;
  readonly seq: number;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
}

/** An event for one channel. */
export interface NewLiveEvent {
  readonly channel: string;
  readonly data: unknown;
}

export interface ChannelBounds {
  /** The oldest number still kept; 1 when nothing has been deleted, and one more than the newest when nothing is kept. */
  readonly oldest: number;
  readonly newest: number;
}

interface LiveEventStoreParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly sequencer: EventSequencer;
}

/** Writes and reads the events of live streams. */
export class LiveEventStore extends Service<LiveEventStoreParts> {
  /** Writes events to the outbox; their channels receive them soon after the transaction has committed. */
  async append(trx: Transaction, type: string, events: readonly NewLiveEvent[]): Promise<void> {
    const channels = events.map((event) => event.channel);
    const data = events.map((event) => JSON.stringify(event.data));
    await defer(
      trx,
      sql`
      ${prepared} insert into live_outbox (channel, type, data, created_at)
      select channel, ${type}, data::json, ${this.parts.clock.now()}::timestamptz
      from unnest(${channels}::text[], ${data}::text[]) as event(channel, data)`,
    );
    afterCommit(trx, () => this.parts.sequencer.wake());
  }

  /** The events after the given positions, in order, at most `limit` per channel. */
  async readAfter(
    positions: readonly { channel: string; seq: number }[],
    limit: number,
  ): Promise<readonly LiveEvent[]> {
    const channels = positions.map((position) => position.channel);
    const seqs = positions.map((position) => position.seq);
    const { rows } = await sql<LiveEvent>`
      ${prepared} select e.channel, e.seq, e.type, e.data::text as data
      from unnest(${channels}::text[], ${seqs}::bigint[]) as wanted(channel, after)
      cross join lateral (
        select * from live_events e
        where e.channel = wanted.channel and e.seq > wanted.after
        order by e.seq limit ${limit}::integer
      ) e
      order by e.channel, e.seq`.execute(this.parts.db);
    return rows;
  }

  /** The first and last number that each channel can be read from; both 0 for a channel that never had an event. */
  async bounds(channels: readonly string[]): Promise<readonly ChannelBounds[]> {
    const { rows } = await sql<ChannelBounds & { channel: string }>`
      select c.channel, c.last_seq as newest,
        case when e.oldest = c.first_seq + 1 then 1 else coalesce(e.oldest, c.last_seq + 1) end as oldest
      from live_channels c
      cross join lateral (select min(e.seq) as oldest from live_events e where e.channel = c.channel) e
      where c.channel = any(${[...channels]}::text[])`.execute(this.parts.db);
    const byChannel = new Map(rows.map((row) => [row.channel, row]));
    return channels.map((channel) => byChannel.get(channel) ?? { oldest: 1, newest: 0 });
  }

  /**
   * Deletes the events of channels: all of them, with the channels themselves, or those for which `where`, a condition on `data`,
   * is true.
   */
  async forget(trx: Transaction, channels: readonly string[], where?: RawBuilder<boolean>): Promise<void> {
    // Otherwise an event could be moving from one table to the other and be seen in neither.
    await lockOutbox(trx);
    for (const table of ['live_outbox', 'live_events'] as const) {
      await sql`
        delete from ${sql.table(table)}
        where channel = any(${[...channels]}::text[]) and ${where ?? sql<boolean>`true`}`.execute(trx);
    }
    await deleteQuietChannels(trx, channels);
  }

  readonly purgeJob: JobDefinition = {
    name: 'live.purge-events',
    everyMs: HOUR_MS,
    run: async () => {
      const before = addMs(this.parts.clock.now(), -KEPT_MS);
      while ((await inTransaction(this.parts.db, (trx) => purgeAged(trx, before))) === AGED_BATCH);
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from live_events where ctid = any(array(
            select e.ctid from (select distinct channel from live_events where ${IS_MARK}) long
            join live_channels c on c.channel = long.channel
            join live_events e on e.channel = c.channel and e.seq <= c.last_seq - ${KEPT_PER_CHANNEL}
            limit ${PURGE_BATCH}
          ))`.execute(this.parts.db);
        if (numAffectedRows < BigInt(PURGE_BATCH)) break;
      }
    },
  };
}

/** Deletes a batch of events that are too old, and channels without any event left. Returns the number of events. */
async function purgeAged(trx: Transaction, before: Date): Promise<number> {
  // Otherwise an event could be numbered for a channel whose row is being deleted.
  await lockOutbox(trx);
  const { rows } = await sql<{ channel: string }>`
    delete from live_events where ctid = any(array(
      select e.ctid from live_events e where e.created_at < ${before} limit ${AGED_BATCH}
    )) returning channel`.execute(trx);
  await deleteQuietChannels(trx, [...new Set(rows.map(({ channel }) => channel))]);
  return rows.length;
}

/** Deletes those of the channels that have no events, because channels contain IDs of users. */
async function deleteQuietChannels(trx: Transaction, channels: readonly string[]): Promise<void> {
  if (channels.length === 0) return;
  await sql`
    delete from live_channels c where c.channel = any(${[...channels]}::text[])
      and not exists (select from live_events e where e.channel = c.channel)`.execute(trx);
}
