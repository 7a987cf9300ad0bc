import { AsyncLocalStorage } from 'node:async_hooks';

/** After the statement's own time is over: then it is not the statement that is slow, but the network that is silent. */
export const NETWORK_GRACE_MS = 400;

const allowedTime = new AsyncLocalStorage<number>();

/** Extends the client-side wait for statements of `work` to the timeout that PostgreSQL enforces. */
export function withStatementTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return allowedTime.run(ms, work);
}

/** Undefined if the pool's limit applies. */
export function statementTimeoutMs(): number | undefined {
  return allowedTime.getStore();
}
