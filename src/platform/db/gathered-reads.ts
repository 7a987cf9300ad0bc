/**
 * Short reads that are asked for in the same turn of the event loop, by whichever requests, share one connection: waking
 * the database costs more than most of them do. In the driver's pipeline each keeps its own result or error.
 *
 *     sql`select … where id = ${id}`.execute(gathered(db))
 *
 * A read waits for those asked before it in its turn. So this is for what is found by a key, or by an index as far as a page.
 */
import { PipelineConnection, PipelineDriver } from './driver.ts';
import type { Database } from './tables.ts';
import type { Queryable } from './transaction.ts';

const gatheringOf = new WeakMap<Queryable, Database>();

/** Within a transaction, the transaction itself. */
export function gathered(db: Queryable): Queryable {
  return gatheringOf.get(db) ?? db;
}

export function gatherReadsOf(db: Database, gathering: Database): void {
  gatheringOf.set(db, gathering);
}

/** The connection of one turn; it goes back to the pool when the turn is over and the last read is answered. */
class SharedConnection extends PipelineConnection {
  #reads = 0;
  #isTurnOver = false;

  join(): void {
    this.#reads++;
  }

  leave(): void {
    this.#reads--;
    this.#releaseIfDone();
  }

  endTurn(): void {
    this.#isTurnOver = true;
    this.#releaseIfDone();
  }

  #releaseIfDone(): void {
    if (this.#isTurnOver && this.#reads === 0) this.release();
  }
}

export class GatheringDriver extends PipelineDriver {
  #ofThisTurn: Promise<SharedConnection> | null = null;

  override async acquireConnection(): Promise<SharedConnection> {
    this.#ofThisTurn ??= this.#beginTurn();
    const shared = await this.#ofThisTurn;
    shared.join();
    return shared;
  }

  async #beginTurn(): Promise<SharedConnection> {
    const shared = this.connect().then((client) => new SharedConnection(client));
    // Runs after the sockets that are ready have been read, so that their requests can join.
    setImmediate(() => {
      this.#ofThisTurn = null;
      // Those who wait for the connection have joined by then.
      shared.then((connection) => setImmediate(() => connection.endTurn())).catch(() => {});
    });
    return shared;
  }

  override async releaseConnection(connection: SharedConnection): Promise<void> {
    connection.leave();
  }

  /** The pool is ended by the database whose reads these are. */
  override async destroy(): Promise<void> {}
}
