import { sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { companies } from '../companies/index.ts';

export interface WaitingRow {
  readonly seller_id: string;
  readonly company_name: string;
  readonly slug: string;
  readonly country: string | null;
  readonly city: string | null;
  readonly postal_code: string | null;
  readonly vat_id: string | null;
  /** User who sent the first of the documents. */
  readonly user_id: string;
  readonly since: Date;
}

/** Unverified sellers that have sent documents, longest waiting first. */
export async function listWaiting(
  db: Queryable,
  page: Page,
): Promise<{ rows: readonly WaitingRow[]; total: number }> {
  const { rows } = await sql<WaitingRow>`
    select w.seller_id, s.company_name, s.slug, s.country, s.city, s.postal_code, s.vat_id, w.user_id, w.since
    from (
      select seller_id, user_id, since from verification_queue
      order by since, seller_id limit ${page.limit} offset ${page.offset}
    ) w
    join ${companies} s on s.id = w.seller_id
    order by w.since, w.seller_id`.execute(db);
  return { rows, total: await countWaiting(db) };
}

async function countWaiting(db: Queryable): Promise<number> {
  return Math.min(COUNT_MAX, await countUpTo(db, sql`select from verification_queue`, COUNT_MAX));
}

/** Counts the waiting sellers; `oldest`: since when the first one waits. */
export async function readWaiting(db: Queryable): Promise<{ waiting: number; oldest: Date | null }> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(since) as oldest from verification_queue`.execute(db);
  return { waiting: await countWaiting(db), oldest: rows[0]?.oldest ?? null };
}
