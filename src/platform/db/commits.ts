/**
 * Counts the commits of this process by the tables that they touch (`touches` in transaction.ts), so that a cache can detect
 * without a query whether it may be stale.
 */

/** Number of accounts whose last write is remembered, latest first; few suffice, because the index follows within seconds. */
const ACCOUNTS_MAX = 10_000;

let commits = 0;
/** By table: the number of the last commit that touched it. */
const lastCommits = new Map<string, number>();
/** The same for the requests of one account, the account that wrote last at the end. */
const lastCommitsBy = new Map<string, Map<string, number>>();

/** @param account the account that sent the request; null for jobs and anonymous clients */
export function recordCommit(tables: Iterable<string>, account: string | null = null): void {
  const touched = [...tables];
  if (touched.length === 0) return;
  commits++;
  for (const table of touched) lastCommits.set(table, commits);
  if (account === null) return;
  const counts = lastCommitsBy.get(account) ?? new Map<string, number>();
  for (const table of touched) counts.set(table, commits);
  lastCommitsBy.delete(account);
  lastCommitsBy.set(account, counts);
  if (lastCommitsBy.size <= ACCOUNTS_MAX) return;
  const [oldest = ''] = lastCommitsBy.keys();
  lastCommitsBy.delete(oldest);
}

/** Rises with each commit of this process that may have changed one of the tables. */
export function lastCommitTo(tables: readonly string[]): number {
  return lastOf(lastCommits, tables);
}

/** Value of `lastCommitTo` after the last commit by a request of the account; 0 without one. */
export function lastCommitBy(account: string, tables: readonly string[]): number {
  return lastOf(lastCommitsBy.get(account), tables);
}

function lastOf(numbers: ReadonlyMap<string, number> | undefined, tables: readonly string[]): number {
  return tables.reduce((last, table) => Math.max(last, numbers?.get(table) ?? 0), 0);
}
