import { sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { CountedRows, Key, KeysetPage } from '../../platform/http/keyset.ts';
import '../auth/tables.ts';

export const TRADER_PARTS = ['address', 'phone', 'email', 'registration', 'certification'] as const;
export type TraderPart = (typeof TRADER_PARTS)[number];

export interface TraderRow {
  readonly id: string;
  readonly slug: string;
  readonly company_name: string;
  readonly country: string | null;
  readonly verified: boolean;
  /** In the order of TRADER_PARTS. */
  readonly missing: readonly TraderPart[];
  readonly trader_asked_at: Date | null;
  readonly created_at: Date;
  readonly owner_id: string | null;
}

/** The conditions of the column `is_traceable`, one by one. */
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

/** Active sellers of whom something is not known, the oldest first. */
export async function listUntraceable(db: Queryable, page: KeysetPage): Promise<CountedRows<TraderRow>> {
  const lacking = sql`not s.is_traceable and s.status = 'active'`;
  const begin =
    page.after === null
      ? sql`true`
      : sql`(s.created_at, s.id) > (${page.after[0]}::timestamptz, ${page.after[1]})`;
  // Rows that a page number skips are in the index; only those shown are looked up.
  const { rows } = await sql<TraderRow>`
    with chosen as materialized (
      select s.id from sellers s where ${lacking} and ${begin}
      order by s.created_at, s.id limit ${page.limit} offset ${page.offset}
    )
    select ${COLUMNS} from chosen join sellers s on s.id = chosen.id order by s.created_at, s.id`.execute(db);
  const count = await countUpTo(db, sql`select from sellers s where ${lacking}`, COUNT_MAX);
  return { rows, count, countMax: COUNT_MAX };
}

export function traderKey(row: TraderRow): Key {
  return [row.created_at.toISOString(), row.id];
}

export async function findTrader(db: Queryable, sellerId: string): Promise<TraderRow | undefined> {
  const { rows } = await sql<TraderRow>`
    select ${COLUMNS} from sellers s where s.id = ${sellerId} and s.status = 'active'`.execute(db);
  return rows[0];
}

/** False where somebody has asked since, or nothing is missing. */
export async function noteAsked(
  trx: Transaction,
  sellerId: string,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sellers')
    .set({ trader_asked_at: now })
    .where('id', '=', sellerId)
    .where('status', '=', 'active')
    .where('is_traceable', '=', false)
    .where((eb) => eb.or([eb('trader_asked_at', 'is', null), eb('trader_asked_at', '<=', since)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Who can fill in the company's page. */
export function listOwners(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('m.role', '=', 'OWNER')
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .execute();
}
