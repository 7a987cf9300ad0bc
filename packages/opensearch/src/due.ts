import { AsyncLocalStorage } from 'node:async_hooks';

const due = new AsyncLocalStorage<number>();

/** `work` may ask the cluster until a moment on the machine's own clock, and not after it. */
export function withDue<T>(dueMs: number, work: () => Promise<T>): Promise<T> {
  return due.run(dueMs, work);
}

/** For what several askers share, each with a due moment of its own. */
export function withoutDue<T>(work: () => Promise<T>): Promise<T> {
  return due.run(Infinity, work);
}

/** Until when may be asked; undefined where nothing has been set. */
export function dueMs(): number | undefined {
  return due.getStore();
}
