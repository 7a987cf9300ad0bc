import { AsyncLocalStorage } from 'node:async_hooks';

const due = new AsyncLocalStorage<number>();

/** Runs `work`, which may query the cluster until `dueMs` on the machine's monotonic clock. */
export function withDue<T>(dueMs: number, work: () => Promise<T>): Promise<T> {
  return due.run(dueMs, work);
}

/** Runs `work` without a deadline, because callers with different deadlines share it. */
export function withoutDue<T>(work: () => Promise<T>): Promise<T> {
  return due.run(Infinity, work);
}

/** Returns the current deadline; undefined without one. */
export function dueMs(): number | undefined {
  return due.getStore();
}
