import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../../platform/db/transaction.ts';
import { alreadyExists, found, invalidField, invalidState } from '../../../platform/errors/app-error.ts';
import type { CountedRows, KeysetPage } from '../../../platform/http/keyset.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Customers } from '../customers.ts';
import { listPlans } from '../repository.ts';
import {
  type CouponChanges,
  type CouponRow,
  deleteCoupon,
  findCoupon,
  insertCoupon,
  listCoupons,
  listRedemptions,
  lockCoupon,
  type RedemptionRow,
  updateCoupon,
} from './coupons.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Terms of a coupon, which are fixed once it has been redeemed. */
interface CouponTerms {
  readonly code?: string;
  readonly percent?: number | null;
  readonly amount?: { readonly amount: number; readonly currency: string } | null;
  readonly periods?: number | null;
  readonly planIds?: readonly string[] | null;
}

interface CouponRequest extends CouponTerms {
  readonly name?: string;
  readonly note?: string | null;
  readonly validFrom?: string | null;
  readonly validUntil?: string | null;
  readonly redemptionsMax?: number | null;
  readonly active?: boolean;
}

type NewCouponRequest = CouponRequest & { readonly code: string; readonly name: string };
export type NamedRedemption = RedemptionRow & { readonly sellerName: string | null };

const TERMS = [
  'code',
  'percent',
  'amount',
  'periods',
  'planIds',
] as const satisfies readonly (keyof CouponTerms)[];

type CouponColumns = Partial<Omit<CouponRow, 'id' | 'redeemed' | 'created_at'>>;

type Parts = Pick<Platform, 'db' | 'clock' | 'audit'> & {
  readonly customers: Customers;
};

/** Administration of coupons; audited. */
export class CouponAdministration extends Service<Parts> {
  list(
    filters: { readonly active?: boolean; readonly code?: string },
    page: KeysetPage,
  ): Promise<CountedRows<CouponRow>> {
    return listCoupons(this.parts.db, filters, page);
  }

  async get(couponId: string): Promise<CouponRow> {
    return found('coupon', isId('cpn', couponId) && (await findCoupon(this.parts.db, couponId)));
  }

  async redemptions(couponId: string, page: KeysetPage): Promise<CountedRows<NamedRedemption>> {
    const { db, customers } = this.parts;
    const { id } = await this.get(couponId);
    const found = await listRedemptions(db, id, page);
    const names = await customers.names(
      db,
      found.rows.map((row) => row.seller_id),
    );
    return {
      ...found,
      rows: found.rows.map((row) => ({ ...row, sellerName: names.get(row.seller_id) ?? null })),
    };
  }

  create(actor: Actor, request: NewCouponRequest, origin: Origin): Promise<CouponRow> {
    const now = this.parts.clock.now();
    return this.#write(async (trx) => {
      const coupon = await insertCoupon(trx, {
        ...BLANK,
        ...(await this.#columnsOf(trx, { percent: null, amount: null, ...request }, null)),
        id: newId('cpn', now),
        code: request.code.toUpperCase(),
        name: request.name,
        active: request.active ?? true,
        created_at: now,
      });
      await this.#audit(trx, actor, 'coupon.created', { coupon, after: auditView(coupon), origin });
      recordCreated(trx, coupon.id);
      return coupon;
    });
  }

  change(actor: Actor, couponId: string, request: CouponRequest, origin: Origin): Promise<CouponRow> {
    return this.#write(async (trx) => {
      const before = await this.#lock(trx, couponId);
      const terms = TERMS.filter((name) => request[name] !== undefined);
      const changes = changed(before, await this.#columnsOf(trx, request, before));
      if (Object.keys(changes).length === 0) return before;
      const isOtherTerms = Object.keys(changes).some((column) => TERM_COLUMNS.has(column));
      if (before.redeemed > 0 && isOtherTerms)
        throw invalidState(
          t(
            'This coupon has been redeemed, so these fields cannot change: {terms}. Deactivate it and create another one.',
            { terms: terms.join(', ') },
          ),
        );
      const after = await updateCoupon(trx, before.id, changes);
      await this.#audit(trx, actor, 'coupon.changed', {
        coupon: after,
        before: pick(auditView(before), changes),
        after: pick(auditView(after), changes),
        origin,
      });
      return after;
    });
  }

  async remove(actor: Actor, couponId: string, origin: Origin): Promise<void> {
    await this.#write(async (trx) => {
      const coupon = await this.#lock(trx, couponId);
      if (coupon.redeemed > 0) throw invalidState(t('This coupon has been redeemed. Deactivate it instead.'));
      await deleteCoupon(trx, coupon.id);
      await this.#audit(trx, actor, 'coupon.deleted', { coupon, before: auditView(coupon), origin });
    });
  }

  async #write<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await inTransaction(this.parts.db, work);
    } catch (error) {
      throw isUniqueViolation(error, 'coupons_code_key')
        ? alreadyExists(t('A coupon with this code already exists.'))
        : error;
    }
  }

  async #lock(trx: Transaction, couponId: string): Promise<CouponRow> {
    return found('coupon', isId('cpn', couponId) && (await lockCoupon(trx, couponId)));
  }

  /** Returns the columns of a request, validated together with the unchanged columns. */
  async #columnsOf(
    trx: Transaction,
    request: CouponRequest,
    before: CouponRow | null,
  ): Promise<CouponColumns> {
    const plans = await listPlans(trx, { activeOnly: false });
    const { code, name, note, periods, planIds, validFrom, validUntil, redemptionsMax, active } = request;
    const columns: CouponColumns = {
      ...(code === undefined ? {} : { code: code.toUpperCase() }),
      ...(name === undefined ? {} : { name }),
      ...(note === undefined ? {} : { note }),
      ...(periods === undefined ? {} : { periods }),
      ...(planIds === undefined ? {} : { plan_ids: planIdsOf(planIds, plans) }),
      ...(validFrom === undefined ? {} : { valid_from: instantOf(validFrom) }),
      ...(validUntil === undefined ? {} : { valid_until: instantOf(validUntil) }),
      ...(redemptionsMax === undefined ? {} : { redemptions_max: redemptionsMax }),
      ...(active === undefined ? {} : { active }),
      ...discountOf(request, plans, before),
    };
    const { valid_from: from, valid_until: until } = { ...before, ...columns };
    if (isSet(from) && isSet(until) && from >= until)
      throw invalidField('validUntil', t('must be after validFrom'));
    if (isSet(redemptionsMax) && before !== null && redemptionsMax < before.redeemed)
      throw invalidField(
        'redemptionsMax',
        t('must be at least {count}, as often as it has been redeemed', { count: before.redeemed }),
      );
    return columns;
  }

  async #audit(
    trx: Transaction,
    actor: Actor,
    action: string,
    what: {
      readonly coupon: CouponRow;
      readonly before?: Record<string, unknown>;
      readonly after?: Record<string, unknown>;
      readonly origin: Origin;
    },
  ): Promise<void> {
    const { coupon, ...entry } = what;
    await this.parts.audit.record(trx, {
      actor,
      action,
      subject: { type: 'coupon', id: coupon.id },
      ...entry,
    });
  }
}

const BLANK = {
  note: null,
  percent: null,
  amount_minor: null,
  currency: null,
  periods: null,
  plan_ids: null,
  valid_from: null,
  valid_until: null,
  redemptions_max: null,
} as const;

const TERM_COLUMNS: ReadonlySet<string> = new Set([
  'code',
  'percent',
  'amount_minor',
  'currency',
  'periods',
  'plan_ids',
]);

function isSet<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/** Either a percentage or an amount; setting one replaces the other, and null for the unset one changes nothing. */
function discountOf(
  { percent, amount }: CouponTerms,
  plans: readonly { readonly currency: string }[],
  before: CouponRow | null,
): CouponColumns {
  const isPercentKept = percent === undefined || (percent === null && before?.percent === null);
  const isAmountKept = amount === undefined || (amount === null && before?.amount_minor === null);
  if (isPercentKept && isAmountKept) return {};
  if (isSet(percent) === isSet(amount))
    throw invalidField('percent', t('or amount is required, but not both'));
  if (!isSet(amount)) return { percent: percent ?? null, amount_minor: null, currency: null };
  if (!plans.some(({ currency }) => currency === amount.currency))
    throw invalidField('amount.currency', t('is not a currency of the plans'));
  return { percent: null, amount_minor: Math.round(amount.amount * 100), currency: amount.currency };
}

function planIdsOf(
  requested: readonly string[] | null,
  plans: readonly { readonly id: string; readonly slug: string }[],
): string[] | null {
  if (requested === null) return null;
  const found = requested.map((name) => {
    const plan = plans.find(({ id, slug }) => id === name || slug === name);
    if (plan === undefined)
      throw invalidField('planIds', t('contains an unknown plan; GET /admin/plans lists them'));
    return plan.id;
  });
  return [...new Set(found)];
}

const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function changed(before: CouponRow, columns: CouponChanges): CouponChanges {
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) => JSON.stringify(before[column as keyof CouponRow]) !== JSON.stringify(value),
    ),
  );
}

/** Entry for the audit log. */
function auditView({ id: _id, redeemed: _redeemed, created_at: _at, ...columns }: CouponRow) {
  return columns;
}

function pick(columns: Record<string, unknown>, changes: CouponChanges): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).filter(([column]) => Object.hasOwn(changes, column)));
}
