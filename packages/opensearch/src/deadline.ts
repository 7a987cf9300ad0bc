import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<number>();

/** Runs `work`, which may query the cluster until `deadline` on the machine's monotonic clock. */
export function withDeadline<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  return deadlines.run(deadline, work);
}

/** Runs `work` without a deadline, because callers with different deadlines share it. */
export function withoutDeadline<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.run(Infinity, work);
}

/** Returns the current deadline; undefined without one. */
export function deadlineMs(): number | undefined {
  return deadlines.getStore();
}
