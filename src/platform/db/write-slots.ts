/**
 * Limits how many transactions of one account run at once, before any of them takes a connection. Writes of one account
 * mostly wait for the same rows (its company, its subscription), and each waiting transaction holds one of the few
 * connections of the process. Without a limit, one account could take them all. The limit is per process, like the pool
 * that it protects.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './tables.ts';

/** Concurrent transactions per account. With two, one works, and the next is ready when the lock is released. */
export const RUNNING_MAX = 2;
/** Transactions of one account that wait in memory for one of those places. */
export const WAITING_MAX = 30;
/**
 * Longest wait for a slot. Together with `LOCK_TIMEOUT_MS`, it is below the five seconds within which every request gets a
 * response.
 */
export const WAIT_MS_MAX = 2500;

/** An account has more writes under way than may wait; the request may be sent again in a moment. */
export class TooManyWritesError extends Error {
  constructor() {
    super('too many transactions of one account at once');
    this.name = 'TooManyWritesError';
  }
}

interface Writer {
  /** Null for work of the marketplace itself, which is not bounded. */
  readonly account: string | null;
  /** Jobs wait without a limit, because the runner bounds their number. */
  readonly isBackground: boolean;
  /** Within a transaction that has its place already: a nested one must not wait for another. */
  readonly hasPlace?: true;
}

const writers = new AsyncLocalStorage<Writer>();
const slotsOf = new WeakMap<Database, WriteSlots>();

/** Counts the transactions that `work` opens as those of the account. */
export function asWriter<T>(writer: Omit<Writer, 'hasPlace'>, work: () => Promise<T>): Promise<T> {
  return writers.run(writer, work);
}

export function isBackgroundWork(): boolean {
  return writers.getStore()?.isBackground === true;
}

/** The account of the current request; null for jobs, for anonymous clients and outside of requests. */
export function currentWriter(): string | null {
  const writer = writers.getStore();
  return writer === undefined || writer.isBackground ? null : writer.account;
}

/** Runs a transaction once its account has a place for it. */
export function withWriteSlot<T>(db: Database, transaction: () => Promise<T>): Promise<T> {
  const writer = writers.getStore();
  if (writer === undefined || writer.account === null || writer.hasPlace === true) return transaction();
  let slots = slotsOf.get(db);
  if (slots === undefined) slotsOf.set(db, (slots = new WriteSlots()));
  const inPlace = { ...writer, hasPlace: true } as const;
  return slots.run(writer.account, writer, () => writers.run(inPlace, transaction));
}

interface Line {
  running: number;
  /** First in, first out; calling one gives it the place. */
  readonly waiting: Set<() => void>;
}

export class WriteSlots {
  readonly #lines = new Map<string, Line>();

  /** @throws TooManyWritesError when too many wait already, or the wait has been too long */
  async run<T>(
    account: string,
    { isBackground }: { readonly isBackground: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    const line = this.#lines.get(account) ?? { running: 0, waiting: new Set() };
    this.#lines.set(account, line);
    if (line.running < RUNNING_MAX) line.running++;
    else await wait(line, isBackground);
    try {
      return await work();
    } finally {
      this.#leave(account, line);
    }
  }

  /** Accounts with transactions under way. */
  get size(): number {
    return this.#lines.size;
  }

  #leave(account: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      next();
      return;
    }
    line.running--;
    if (line.running === 0) this.#lines.delete(account);
  }
}

/** Resolves when the place of a finished transaction has been handed over. */
function wait(line: Line, isBackground: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!isBackground && line.waiting.size >= WAITING_MAX) {
      reject(new TooManyWritesError());
      return;
    }
    const enter = (): void => {
      line.waiting.delete(enter);
      clearTimeout(timer);
      resolve();
    };
    const giveUp = (): void => {
      line.waiting.delete(enter);
      reject(new TooManyWritesError());
    };
    const timer = isBackground ? undefined : setTimeout(giveUp, WAIT_MS_MAX);
    line.waiting.add(enter);
  });
}
