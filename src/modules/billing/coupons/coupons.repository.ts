import {
  type Insertable,
  type Selectable,
  sql,
  type Updateable,
  type ColumnType,
  type Generated,
} from 'kysely';
import { COUNT_MAX, countUpTo } from '../../../platform/db/count-up-to.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { CountedRows, KeysetPage } from '../../../platform/http/keyset.ts';
import type { RunningCoupon } from './running-coupon.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    coupons: CouponTable;
    coupon_redemptions: RedemptionTable;
  }
}

interface CouponTable {
  id: string;
  code: string;
  name: string;
  note: string | null;
  percent: number | null;
  amount_minor: number | null;
  currency: string | null;
  periods: number | null;
  plan_ids: ColumnType<string[] | null, readonly string[] | null, readonly string[] | null>;
  valid_from: Date | null;
  valid_until: Date | null;
  redemptions_max: number | null;
  redeemed: Generated<number>;
  active: boolean;
  created_at: Date;
}

interface RedemptionTable {
  id: string;
  coupon_id: string;
  seller_id: string;
  periods_used: Generated<number>;
  reduced_period: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

export type CouponRow = Selectable<CouponTable>;
export type RedemptionRow = Selectable<RedemptionTable>;
export type CouponChanges = Updateable<CouponTable>;

/** Violates coupons_code_key if another coupon has the code. */
export function insertCoupon(trx: Transaction, coupon: Insertable<CouponTable>): Promise<CouponRow> {
  return trx.insertInto('coupons').values(coupon).returningAll().executeTakeFirstOrThrow();
}

export function updateCoupon(trx: Transaction, couponId: string, changes: CouponChanges): Promise<CouponRow> {
  return trx
    .updateTable('coupons')
    .set(changes)
    .where('id', '=', couponId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCoupon(trx: Transaction, couponId: string): Promise<void> {
  await trx.deleteFrom('coupons').where('id', '=', couponId).execute();
}

export function findCoupon(db: Queryable, couponId: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupons').selectAll().where('id', '=', couponId).executeTakeFirst();
}

/** Locks the coupon against redemption until the transaction ends. */
export function lockCoupon(trx: Transaction, couponId: string): Promise<CouponRow | undefined> {
  return trx.selectFrom('coupons').selectAll().where('id', '=', couponId).forUpdate().executeTakeFirst();
}

export function findCouponByCode(db: Queryable, code: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupons').selectAll().where('code', '=', code.toUpperCase()).executeTakeFirst();
}

export async function hasRedeemed(db: Queryable, couponId: string, sellerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_redemptions')
    .select('id')
    .where('coupon_id', '=', couponId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts another redemption. Returns the coupon, whose row stays locked; undefined if the limit is reached. */
export async function reserveRedemption(
  trx: Transaction,
  couponId: string,
  now: Date,
): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`
    update coupons set redeemed = redeemed + 1
    where id = ${couponId} and active and (redemptions_max is null or redeemed < redemptions_max)
      and (valid_from is null or valid_from <= ${now}) and (valid_until is null or valid_until > ${now})
    returning *`.execute(trx);
  return rows[0];
}

/** False if the seller has redeemed the coupon before. */
export async function insertRedemption(
  trx: Transaction,
  redemption: Insertable<RedemptionTable>,
): Promise<boolean> {
  const rows = await trx
    .insertInto('coupon_redemptions')
    .values(redemption)
    .onConflict((conflict) => conflict.columns(['coupon_id', 'seller_id']).doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Reverses a redemption whose payment has failed. */
export async function releaseRedemption(trx: Transaction, redemptionId: string): Promise<void> {
  await sql`
    with released as (delete from coupon_redemptions where id = ${redemptionId} returning coupon_id)
    update coupons c set redeemed = redeemed - 1 from released where c.id = released.coupon_id`.execute(trx);
}

export async function recordReducedPeriod(
  trx: Transaction,
  redemptionId: string,
  start: Date,
): Promise<void> {
  await trx
    .updateTable('coupon_redemptions')
    .set((eb) => ({ periods_used: eb('periods_used', '+', 1), reduced_period: start }))
    .where('id', '=', redemptionId)
    .execute();
}

export async function endRedemption(trx: Transaction, redemptionId: string, now: Date): Promise<void> {
  await trx.updateTable('coupon_redemptions').set({ ended_at: now }).where('id', '=', redemptionId).execute();
}

export async function getRunningCoupon(db: Queryable, redemptionId: string): Promise<RunningCoupon> {
  const { coupon_id: couponId, ...redemption } = await db
    .selectFrom('coupon_redemptions')
    .selectAll()
    .where('id', '=', redemptionId)
    .executeTakeFirstOrThrow();
  const coupon = await db
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow();
  return runningCoupon(coupon, redemption);
}

export function runningCoupon(
  coupon: CouponRow,
  redemption: Pick<RedemptionRow, 'id' | 'periods_used' | 'reduced_period'>,
): RunningCoupon {
  return {
    redemptionId: redemption.id,
    code: coupon.code,
    percent: coupon.percent,
    amountMinor: coupon.amount_minor,
    currency: coupon.currency,
    planIds: coupon.plan_ids,
    periods: coupon.periods,
    periodsUsed: redemption.periods_used,
    reducedPeriod: redemption.reduced_period,
  };
}

/** Newest first. */
export async function listCoupons(
  db: Queryable,
  filters: { readonly active?: boolean; readonly code?: string },
  page: KeysetPage,
): Promise<CountedRows<CouponRow>> {
  const conditions = [sql`true`];
  if (filters.active !== undefined) conditions.push(sql`c.active = ${filters.active}`);
  if (filters.code !== undefined) conditions.push(sql`c.code = ${filters.code.toUpperCase()}`);
  const where = sql.join(conditions, sql` and `);
  const after =
    page.after === null
      ? sql`true`
      : sql`(c.created_at, c.id) < (${page.after[0]}::timestamptz, ${page.after[1]})`;
  const { rows } = await sql<CouponRow>`
    select c.* from coupons c where ${where} and ${after}
    order by c.created_at desc, c.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await countUpTo(db, sql`select from coupons c where ${where}`, COUNT_MAX);
  return { rows, count, countMax: COUNT_MAX };
}

/** Newest first. */
export async function listRedemptions(
  db: Queryable,
  couponId: string,
  page: KeysetPage,
): Promise<CountedRows<RedemptionRow>> {
  const after =
    page.after === null
      ? sql`true`
      : sql`(r.created_at, r.id) < (${page.after[0]}::timestamptz, ${page.after[1]})`;
  const { rows } = await sql<RedemptionRow>`
    select r.* from coupon_redemptions r where r.coupon_id = ${couponId} and ${after}
    order by r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await countUpTo(
    db,
    sql`select from coupon_redemptions r where r.coupon_id = ${couponId}`,
    COUNT_MAX,
  );
  return { rows, count, countMax: COUNT_MAX };
}
