import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/transaction.ts';
import '../tables.ts';

/** A counted attempt, which is removed if the password turns out to be right. */
export interface Attempt {
  readonly account: Buffer;
  readonly source: Buffer;
}

interface FailureCount {
  readonly failures: number;
  readonly window_ends_at: Date;
}

/** Counts one more, in a new window when the last one has ended. */
export async function countFailure(
  db: Queryable,
  { account, source }: Attempt,
  { now, windowEndsAt }: { readonly now: Date; readonly windowEndsAt: Date },
): Promise<FailureCount> {
  const { rows } = await sql<FailureCount>`
    insert into sign_in_failures as f (account_hash, source_hash, failures, window_ends_at)
    values (${account}, ${source}, 1, ${windowEndsAt})
    on conflict (account_hash, source_hash) do update set
      failures = case when f.window_ends_at <= ${now} then 1 else f.failures + 1 end,
      window_ends_at = case when f.window_ends_at <= ${now} then ${windowEndsAt} else f.window_ends_at end
    returning failures, window_ends_at`.execute(db);
  return rows[0] ?? { failures: 0, window_ends_at: windowEndsAt };
}

/** Takes back what one source has had wrong, there and in the sum of all unknown ones. */
export async function forgiveFailures(
  db: Queryable,
  { account, source }: Attempt,
  all: Buffer,
): Promise<void> {
  await sql`
    with own as (
      delete from sign_in_failures where account_hash = ${account} and source_hash = ${source}
      returning failures
    )
    update sign_in_failures f set failures = greatest(0, f.failures - own.failures) from own
    where f.account_hash = ${account} and f.source_hash = ${all}`.execute(db);
}

export async function forgiveAllFailures(db: Queryable, account: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('account_hash', '=', account).execute();
}
