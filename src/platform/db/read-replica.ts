/**
 * Reads that may be a few seconds old, on a replica (DATABASE_REPLICA_URL) while one keeps up.
 *
 * The lag is measured once a second: the position of the primary in its log is recorded with the time, and the replica is as old
 * as the newest position that it has replayed. A replica that is unavailable or more than five seconds behind is not used until
 * it has recovered; a read that fails on it runs on the primary. While the primary is unavailable, nothing can be measured, so
 * the last result applies: stale reads are then better than errors.
 */
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { isUnavailable } from './sql-errors.ts';
import { Service } from '../service.ts';

/** Where reads go that need not see the latest writes. */
export interface Reads {
  /** For numbers and lists that may be some seconds old. `read` may run twice. */
  stale<T>(read: (db: Database) => Promise<T>): Promise<T>;
  /**
   * As `stale` for anonymous readers. Signed-in readers may have just written what they read, so they get the
   * primary.
   */
  publicFor<T>(actor: Actor, read: (db: Database) => Promise<T>): Promise<T>;
}

/** Positions in the write-ahead log, in bytes; the replica's is null when it is not a standby and replays nothing. */
export interface LogPositions {
  primary(): Promise<number>;
  replica(): Promise<number | null>;
}

const LOOK_MS = SECOND_MS;
const LAG_MS_MAX = 5 * SECOND_MS;

export function primaryReads(db: Database): Reads {
  return { stale: (read) => read(db), publicFor: (_actor, read) => read(db) };
}

interface ReadReplicaParts {
  readonly primary: Database;
  readonly replica: Database;
  readonly log: Logger;
  readonly positions?: LogPositions;
}

export class ReadReplica extends Service<ReadReplicaParts> implements Reads {
  readonly #positions: LogPositions =
    this.parts.positions ?? logPositions(this.parts.primary, this.parts.replica);
  #noted: { readonly position: number; readonly atMs: number }[] = [];
  #isUsed = false;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  get isUsed(): boolean {
    return this.#isUsed;
  }

  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.parts.replica.destroy();
  }

  async stale<T>(read: (db: Database) => Promise<T>): Promise<T> {
    if (!this.#isUsed) return read(this.parts.primary);
    try {
      return await read(this.parts.replica);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#use(false, error);
      return read(this.parts.primary);
    }
  }

  publicFor<T>(actor: Actor, read: (db: Database) => Promise<T>): Promise<T> {
    return actor.kind === 'anonymous' ? this.stale(read) : read(this.parts.primary);
  }

  /** Measures the replica; never throws. */
  look(): Promise<void> {
    this.#looking ??= this.#measure().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #measure(): Promise<void> {
    const atMs = monotonicMs();
    const primary = await this.#positions.primary().catch(() => null);
    if (primary !== null) this.#noted.push({ position: primary, atMs });
    try {
      const replayed = await this.#positions.replica();
      if (primary !== null) this.#use(this.#isFresh(replayed));
    } catch (error) {
      this.#use(false, error);
    }
    const oldestOverMax = this.#noted.findLast((sample) => atMs - sample.atMs > LAG_MS_MAX);
    this.#noted = this.#noted.filter(
      (sample) => sample === oldestOverMax || atMs - sample.atMs <= LAG_MS_MAX,
    );
  }

  #isFresh(replayed: number | null): boolean {
    if (replayed === null) return true;
    const reached = this.#noted.findLast((sample) => sample.position <= replayed);
    return reached !== undefined && monotonicMs() - reached.atMs <= LAG_MS_MAX;
  }

  #use(isUsed: boolean, error?: unknown): void {
    if (this.#isUsed === isUsed) return;
    this.#isUsed = isUsed;
    if (isUsed) this.parts.log.info('the read replica is used');
    else
      this.parts.log.warn(
        { err: error },
        'the read replica is unavailable or behind; the primary serves its reads',
      );
  }
}

function logPositions(primary: Database, replica: Database): LogPositions {
  return {
    async primary() {
      const { rows } = await sql<{ position: number }>`
        select pg_current_wal_lsn() - '0/0'::pg_lsn as position`.execute(primary);
      return rows[0]?.position ?? 0;
    },
    async replica() {
      const { rows } = await sql<{ position: number | null }>`
        select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position`.execute(replica);
      return rows[0]?.position ?? null;
    },
  };
}
