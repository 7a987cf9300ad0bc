/**
 * Numbers the events that transactions have left in the outbox, and wakes the streams.
 *
 * One transaction at a time does so across all processes, in outbox order. Two events of one conversation, or of one
 * user's notifications, are written under a common lock and so are never swapped. The transaction does not wait for
 * the disk: what a crash of the database loses is still in the outbox. The process whose transaction left something
 * starts at once; what a killed process left is found by the next poll of any other.
 */
import { sql } from 'kysely';
import { SECOND_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type Deferred, defer } from '../db/deferred.ts';
import { prepared } from '../db/prepared.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import type { Logger } from '../log.ts';
import './tables.ts';
import { Service } from '../service.ts';

/** The database channel; its payload names the live channel that has something new. */
export const LIVE_CHANNEL = 'fifthwheel_live';

const POLL_MS = SECOND_MS;
const BATCH = 500;
/** Pause between two batches, so that under load one transaction handles what many have left. */
const PAUSE_MS = 20;

export class EventSequencer extends Service<{ db: Database; log: Logger }> {
  #timer: NodeJS.Timeout | undefined;
  #sequencing: Promise<void> | null = null;
  #again = false;

  start(): void {
    this.#timer = setInterval(() => void this.#poll(), POLL_MS).unref();
    this.wake();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sequencing;
  }

  wake(): void {
    this.#again = true;
    this.#sequencing ??= this.#sequenceAll().finally(() => {
      this.#sequencing = null;
      // Woken after the outbox was last read.
      if (this.#again) this.wake();
    });
  }

  /** Resolves when everything committed before the call has its number. */
  async settle(): Promise<void> {
    while (await this.#hasOutbox()) await this.#sequence();
  }

  async #hasOutbox(): Promise<boolean> {
    // In order, so by the index: it forgets the rows that were taken, where a walk of the table would pass them until a vacuum.
    const { rows } = await sql`${prepared} select 1 from live_outbox order by id limit 1`.execute(
      this.parts.db,
    );
    return rows.length > 0;
  }

  async #poll(): Promise<void> {
    await this.settle().catch((error: unknown) => {
      this.parts.log.warn({ err: error }, 'the live event outbox could not be read');
    });
  }

  /** Returns the number of events that left the outbox. */
  async #sequence(): Promise<number> {
    const { rows } = await (await inTransaction(this.parts.db, sequenceBatch)).result;
    return (rows[0] as { taken: number } | undefined)?.taken ?? 0;
  }

  async #sequenceAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        if ((await this.#sequence()) === BATCH) this.#again = true;
      } catch (error) {
        this.parts.log.warn({ err: error }, 'live events could not be numbered yet');
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Keeps events in the outbox until the transaction ends. */
export async function lockOutbox(trx: Transaction): Promise<void> {
  await defer(trx, sql`${prepared} select pg_advisory_xact_lock(hashtextextended('live.sequence', 0))`);
}

/**
 * First number of a channel without a row. It is taken from the clock, because rows of quiet channels are deleted. A client that
 * resumes from an earlier number must not mistake a new event for one that it has received.
 */
const FIRST_SEQ = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/** The lock comes first, so that the statement sees everything numbered before it. */
async function sequenceBatch(trx: Transaction): Promise<Deferred> {
  await lockOutbox(trx);
  return defer(
    trx,
    sql`
    ${prepared} with taken as (
      delete from live_outbox
      where id = any(array(select id from live_outbox order by id limit ${BATCH}::integer for update skip locked))
      returning id, channel, type, data, created_at
    ), numbered as (
      insert into live_channels as c (channel, first_seq, last_seq)
      select channel, ${FIRST_SEQ}, ${FIRST_SEQ} + count(*) from taken group by channel
      on conflict (channel) do update set last_seq = c.last_seq + excluded.last_seq - excluded.first_seq
      returning channel, last_seq
    ), written as (
      insert into live_events (channel, seq, type, data, created_at)
      select t.channel,
        n.last_seq - count(*) over (partition by t.channel) + row_number() over (partition by t.channel order by t.id),
        t.type, t.data, t.created_at
      from taken t join numbered n using (channel)
    ), announced as materialized (select pg_notify(${LIVE_CHANNEL}, channel) from numbered)
    select (select count(*) from taken) as taken, (select count(*) from announced) as announced,
      set_config('synchronous_commit', 'off', true)`,
  );
}
