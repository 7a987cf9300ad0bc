import { sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { CountedRows, KeysetPage } from '../../platform/http/keyset.ts';
import './tables.ts';

export const TRADER_PARTS = ['address', 'phone', 'email', 'registration', 'certification'] as const;
type TraderPart = (typeof TRADER_PARTS)[number];

export interface TraderRow {
  readonly id: string;
  readonly slug: string;
  readonly company_name: string;
  readonly country: string | null;
  readonly verified: boolean;
  /** Missing parts in the order of TRADER_PARTS. */
  readonly missing: readonly TraderPart[];
  readonly trader_asked_at: Date | null;
  readonly created_at: Date;
  readonly owner_id: string | null;
}

/** Conditions of the column `is_traceable`. */
const MISSING = sql<readonly TraderPart[]>`array_remove(array[
  case when s.street is null or s.city is null or s.country is null then 'address' end,
  case when s.phone is null then 'phone' end,
  case when s.email is null then 'email' end,
  case when s.vat_id is null and s.trade_register is null then 'registration' end,
  case when s.certified_at is null then 'certification' end
], null)`;

const OWNER = sql`(select m.user_id from team_members m where m.seller_id = s.id and m.role = 'OWNER'
  order by m.created_at, m.id limit 1)`;

const COLUMNS = sql`s.id, s.slug, s.company_name, s.country, s.verified, ${MISSING} as missing,
  s.trader_asked_at, s.created_at, ${OWNER} as owner_id`;

/** Active sellers with incomplete information, oldest first. */
export async function listUntraceable(db: Queryable, page: KeysetPage): Promise<CountedRows<TraderRow>> {
  const lacking = sql`not s.is_traceable and s.status = 'active'`;
  const begin =
    page.after === null
      ? sql`true`
      : sql`(s.created_at, s.id) > (${page.after[0]}::timestamptz, ${page.after[1]})`;
  // Skipped rows are only read in the index; the rows of the page are looked up.
  const { rows } = await sql<TraderRow>`
    with chosen as materialized (
      select s.id from sellers s where ${lacking} and ${begin}
      order by s.created_at, s.id limit ${page.limit} offset ${page.offset}
    )
    select ${COLUMNS} from chosen join sellers s on s.id = chosen.id order by s.created_at, s.id`.execute(db);
  const count = await countUpTo(db, sql`select from sellers s where ${lacking}`, COUNT_MAX);
  return { rows, count, countMax: COUNT_MAX };
}

export async function findTrader(db: Queryable, sellerId: string): Promise<TraderRow | undefined> {
  const { rows } = await sql<TraderRow>`
    select ${COLUMNS} from sellers s where s.id = ${sellerId} and s.status = 'active'`.execute(db);
  return rows[0];
}
