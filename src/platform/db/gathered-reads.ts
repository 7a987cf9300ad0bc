/**
 * Sends reads that are asked for at the same time in one message, on one connection: waking the database costs more than
 * most of these reads do. Each stays a statement of its own, with its own result or error. All of a message are answered
 * when the last one is done; reads that come up meanwhile use another connection.
 *
 * Short reads carry a mark and are sent together with those of other requests in the same turn of the event loop:
 *
 *     sql`${gathered} select … where id = ${id}`
 *
 * Longer reads of one request are gathered among themselves:
 *
 *     await gatherReads(() => Promise.all([readDays(db), readTopListings(db)]))
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Answer, answersTo, type BatchResult, type Statement } from './batch.ts';
import { isRead } from './commits.ts';
import { isReadTimeout } from './sql-errors.ts';

const MARK = '/* gathered */';

export const gathered = sql.raw<never>(MARK);

/** How far into a statement the mark is looked for: query builders put it behind the first keyword. */
const MARK_WITHIN = 60;
/** A message this long is sent before the turn ends, so that its first read does not wait for too many others. */
const MESSAGE_MAX = 32;

/** Stands for one call of `gatherReads`. */
type Gathering = Record<never, never>;

const gatherings = new AsyncLocalStorage<Gathering>();

/** Reads that `work` asks for in parallel, outside of transactions, go to the database in one message. */
export function gatherReads<T>(work: () => Promise<T>): Promise<T> {
  return gatherings.run({}, work);
}

interface Asked extends Statement {
  resolve(result: BatchResult): void;
  reject(error: unknown): void;
}

/** The reads of one pool that wait to be sent. */
export class GatheredReads {
  readonly #pool: pg.Pool;
  readonly #types: pg.CustomTypesConfig;
  readonly #ofEverybody: Asked[] = [];
  readonly #ofOne = new WeakMap<Gathering, Asked[]>();

  constructor(pool: pg.Pool, types: pg.CustomTypesConfig) {
    this.#pool = pool;
    this.#types = types;
  }

  /**
   * null when the statement must be sent by itself. Writes always are: a failure behind them in the same message would
   * undo them.
   */
  ask(text: string, values: readonly unknown[]): Promise<BatchResult> | null {
    const waiting = this.#placeFor(text);
    if (waiting === null || !isRead(text)) return null;
    return new Promise((resolve, reject) => {
      waiting.push({ text, values, resolve, reject });
      // Runs after the sockets that are ready have been read, so that their requests can join.
      if (waiting.length === 1) setImmediate(() => void this.#send(waiting.splice(0)));
      else if (waiting.length === MESSAGE_MAX) void this.#send(waiting.splice(0));
    });
  }

  #placeFor(text: string): Asked[] | null {
    if (text.slice(0, MARK_WITHIN).includes(MARK)) return this.#ofEverybody;
    const gathering = gatherings.getStore();
    if (gathering === undefined) return null;
    const known = this.#ofOne.get(gathering) ?? [];
    this.#ofOne.set(gathering, known);
    return known;
  }

  async #send(asked: readonly Asked[]): Promise<void> {
    if (asked.length === 0) return;
    try {
      const answers = await this.#answersTo(asked);
      asked.forEach((one, i) => {
        const answer = answers[i] ?? null;
        if (answer instanceof Error) one.reject(answer);
        else if (answer !== null) one.resolve(answer);
        // It was left out because one before it failed: it is sent again by itself.
        else void this.#send([one]);
      });
    } catch (error) {
      for (const one of asked) one.reject(error);
    }
  }

  async #answersTo(statements: readonly Statement[]): Promise<readonly Answer[]> {
    const client = await this.#pool.connect();
    let silence: Error | undefined;
    try {
      return await answersTo(client, statements, { types: this.#types });
    } catch (error) {
      if (isReadTimeout(error)) silence = error;
      throw error;
    } finally {
      client.release(silence);
    }
  }
}
