import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { found, invalidField } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { dueOf, type Totals, totalsOf } from './invoices/bill.ts';
import type { InvoiceStatus } from './invoices/invoice-tables.ts';
import type { Invoicing } from './invoices/invoicing.ts';
import type { Customers } from './customers.ts';
import { previewCoupon } from './coupons/redeeming.ts';
import { afterNewPeriod, offNewPeriod, type RunningCoupon } from './coupons/running-coupon.ts';
import {
  decideChange,
  decideSubscription,
  nextTargetOf,
  requireRunning,
  type Target,
  targetOf,
  runningOf,
} from './subscription/decisions.ts';
import {
  findOpenInvoice,
  findOwnInvoice,
  getInvoice,
  type InvoiceLineRow,
  type InvoiceRow,
  listLines,
  listOwnInvoices,
} from './invoices/invoices.repository.ts';
import type { ListingName, ListingSlots, Usage, UsageReader } from './limits/usage.ts';
import { findPendingPayment, type PaymentRow } from './payments/payments.repository.ts';
import type { PlanRow, Purchase } from './subscription/purchase.ts';
import { type Account, findPlan, getAccount, getFreePlan, listPlans } from './repository.ts';
import type { BillingCycle } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

interface PreviewRequest {
  readonly planId?: string;
  readonly billingCycle?: BillingCycle;
  readonly trial?: boolean;
  readonly couponCode?: string;
}

export interface Preview {
  readonly plan: PlanRow;
  readonly cycle: BillingCycle | null;
  readonly effective: 'now' | 'period_end';
  readonly effectiveAt: Date;
  /** Immediate purchase; null if nothing is charged before the next period. */
  readonly purchase: Purchase | null;
  readonly totals: Totals;
  readonly creditAppliedMinor: number;
  readonly dueMinor: number;
  /** Price of the next period, minus the discount of the coupon. */
  readonly next: { readonly at: Date; readonly netMinor: number; readonly discountMinor: number } | null;
  readonly pausedListings: readonly ListingName[];
}

export interface Overview {
  readonly account: Account;
  readonly creditMinor: number;
  readonly openInvoice: InvoiceRow | null;
  readonly pending: PaymentRow | null;
}

export interface InvoiceDetail {
  readonly invoice: InvoiceRow;
  readonly lines: readonly InvoiceLineRow[];
  /** Number of the invoice that a credit note reverses. */
  readonly corrects: string | null;
}

type BillingReaderParts = Pick<Platform, 'db' | 'clock'> & {
  readonly invoicing: Invoicing;
  readonly usage: UsageReader;
  readonly customers: Customers;
  readonly slots: ListingSlots;
};

/** Sellers' view of their billing. Read-only. */
export class BillingReader extends Service<BillingReaderParts> {
  /** Plans on offer. */
  plans(): Promise<PlanRow[]> {
    return listPlans(this.parts.db, { activeOnly: true });
  }

  async current(sellerId: string): Promise<Overview> {
    const account = await getAccount(this.parts.db, sellerId);
    const subscriptionId = account.subscription.id;
    return {
      account,
      creditMinor: await this.parts.invoicing.creditMinor(this.parts.db, sellerId),
      openInvoice: (await findOpenInvoice(this.parts.db, subscriptionId)) ?? null,
      pending: (await findPendingPayment(this.parts.db, subscriptionId)) ?? null,
    };
  }

  usage(account: Account): Promise<Usage> {
    return this.parts.usage.read(this.parts.db, account.subscription.seller_id, account.plan.limits);
  }

  /** Previews a change with the same decision as the change itself, without applying it. */
  async preview(sellerId: string, request: PreviewRequest): Promise<Preview> {
    const account = await getAccount(this.parts.db, sellerId);
    const now = this.parts.clock.now();
    const running = runningOf(account);
    if (request.planId === undefined && running === null)
      throw invalidField('planId', t('is required because there is no subscription to change'));
    const plan = request.planId === undefined ? account.plan : await findPlan(this.parts.db, request.planId);
    if (plan?.slug === 'free' && running !== null) return this.#previewEnd(account);
    if (
      request.couponCode !== undefined &&
      request.planId === undefined &&
      request.billingCycle === undefined
    )
      return this.#previewCoupon(account, request.couponCode, now);
    const cycle = request.billingCycle ?? running?.cycle ?? 'monthly';
    const target = targetOf(plan, cycle, running === null ? null : account.plan);
    const { couponCode: code } = request;
    const coupon =
      code === undefined
        ? account.coupon
        : await previewCoupon(this.parts.db, { code, account, plan: target.plan, now });
    const tax = this.parts.invoicing.taxOf(await this.parts.customers.get(this.parts.db, sellerId));
    const terms = { tax, now, coupon };
    const decision =
      running === null
        ? {
            at: 'now' as const,
            purchase: decideSubscription(account, target, request.trial === true, terms),
          }
        : decideChange(account, target, terms);
    const purchase = decision.at === 'now' ? decision.purchase : null;
    const totals = totalsOf(purchase?.lines ?? []);
    const nextAt = purchase?.period.end ?? running?.period.end ?? now;
    return {
      plan: target.plan,
      cycle,
      effective: decision.at === 'now' ? 'now' : 'period_end',
      effectiveAt: decision.at === 'period_end' ? decision.effectiveAt : now,
      purchase,
      totals,
      ...dueOf(totals.totalMinor, await this.parts.invoicing.creditMinor(this.parts.db, sellerId)),
      next: nextCharge(nextAt, target, purchase === null ? coupon : couponAfter(purchase, coupon)),
      pausedListings: await this.parts.slots.listOverLimit(
        this.parts.db,
        sellerId,
        target.plan.limits.activeListings,
      ),
    };
  }

  /** Preview of a coupon alone, which only changes the price of future periods. */
  async #previewCoupon(account: Account, code: string, now: Date): Promise<Preview> {
    const { at, ...target } = nextTargetOf(account);
    const coupon = await previewCoupon(this.parts.db, { code, account, plan: target.plan, now });
    return {
      plan: target.plan,
      cycle: target.cycle,
      effective: 'period_end',
      effectiveAt: at,
      purchase: null,
      totals: totalsOf([]),
      creditAppliedMinor: 0,
      dueMinor: 0,
      next: nextCharge(at, target, coupon),
      pausedListings: [],
    };
  }

  async #previewEnd(account: Account): Promise<Preview> {
    const free = await getFreePlan(this.parts.db);
    return {
      plan: free,
      cycle: null,
      effective: 'period_end',
      effectiveAt: requireRunning(account).period.end,
      purchase: null,
      totals: totalsOf([]),
      creditAppliedMinor: 0,
      dueMinor: 0,
      next: null,
      pausedListings: await this.parts.slots.listOverLimit(
        this.parts.db,
        account.subscription.seller_id,
        free.limits.activeListings,
      ),
    };
  }

  async invoices(
    sellerId: string,
    page: Page,
    status: InvoiceStatus | undefined,
  ): Promise<{ invoices: InvoiceRow[]; total: number }> {
    const { rows, total } = await listOwnInvoices(this.parts.db, sellerId, page, status);
    return { invoices: rows, total };
  }

  async invoice(sellerId: string, invoiceId: string): Promise<InvoiceDetail> {
    const invoice = found(
      'invoice',
      isId('inv', invoiceId) && (await findOwnInvoice(this.parts.db, sellerId, invoiceId)),
    );
    return detailOf(this.parts.db, invoice);
  }
}

function nextCharge(at: Date, target: Target, coupon: RunningCoupon | null): Preview['next'] {
  const discountMinor = offNewPeriod(coupon, target);
  return { at, netMinor: target.priceMinor - discountMinor, discountMinor };
}

function couponAfter(purchase: Purchase, coupon: RunningCoupon | null): RunningCoupon | null {
  if (purchase.coupon === null || !purchase.coupon.isUsed) return coupon;
  return afterNewPeriod(coupon, purchase.period.start, true);
}

export async function detailOf(db: Queryable, invoice: InvoiceRow): Promise<InvoiceDetail> {
  const { corrects_invoice_id: correctsId } = invoice;
  return {
    invoice,
    lines: await listLines(db, invoice.id),
    corrects: correctsId === null ? null : (await getInvoice(db, correctsId)).number,
  };
}
