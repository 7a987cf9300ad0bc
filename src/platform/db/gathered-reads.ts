/**
 * Reads that are asked for at the same time travel in one message, on one connection: to wake the database costs more than
 * most of them do. They stay statements of their own, each with the result that it would have alone; the answer is there
 * when the last of them is done. What is asked for while they are on their way takes another connection.
 *
 * Short ones carry the mark, and go with those of other requests of the same turn of the event loop:
 *
 *     sql`${gathered} select … where id = ${id}`
 *
 * Longer ones of one request are gathered among themselves:
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

/** The mark may stand behind the first keyword, where query builders put what goes to the front, or behind another mark. */
const MARK_WITHIN = 60;
/** More are sent without waiting for the end of the turn: the first of a message should not wait for too many. */
const MESSAGE_MAX = 32;

/** One call of `gatherReads`. */
type Gathering = Record<never, never>;

const gatherings = new AsyncLocalStorage<Gathering>();

/** Statements that `work` asks for outside of transactions, and in parallel, go to the database in one message. */
export function gatherReads<T>(work: () => Promise<T>): Promise<T> {
  return gatherings.run({}, work);
}

interface Asked extends Statement {
  resolve(result: BatchResult): void;
  reject(error: unknown): void;
}

/** What is asked of one pool. */
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
   * null: this one travels alone, as writes do: what they did would be undone with one that fails behind them.
   */
  ask(text: string, values: readonly unknown[]): Promise<BatchResult> | null {
    const waiting = this.#placeFor(text);
    if (waiting === null || !isRead(text)) return null;
    return new Promise((resolve, reject) => {
      waiting.push({ text, values, resolve, reject });
      // After the sockets that are ready now have been read: their requests may ask as well.
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
        // One before it could not be answered, which is no reason for this one.
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
