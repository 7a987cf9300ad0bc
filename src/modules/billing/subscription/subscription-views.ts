import { fromRow } from '../../../platform/http/from-row.ts';
import { isoOrNull } from '../../../platform/clock.ts';
import type { Static } from 'typebox';
import { money } from '../invoices/amounts.ts';
import { type BillLine, type TaxGroup, totalsOf } from '../invoices/bill.ts';
import { invoiceWords } from '../invoices/invoice-words.ts';
import type { InvoiceLineRow, InvoiceRow } from '../invoices/invoices.repository.ts';
import type { InvoiceDetail, Overview, Preview } from '../billing-reader.ts';
import type { PaymentRow } from '../payments/payments.repository.ts';
import { fitsPlan, periodsLeft } from '../coupons/running-coupon.ts';
import type { PlanRow } from './purchase.ts';
import type { Account } from '../repository.ts';
import {
  type CouponUse,
  type CurrentView,
  type InvoiceDetailView,
  InvoiceView,
  type OutcomeView,
  PaymentView,
  type PreviewView,
  SubscriptionView,
} from '../schemas.ts';
import type { Outcome } from '../service.ts';
import type { Usage } from '../limits/usage.ts';

export function subscriptionView(account: Account): Static<typeof SubscriptionView> {
  const { subscription: row, plan, nextPlan } = account;
  return fromRow(SubscriptionView, row, {
    plan: planName(plan),
    price: money(row.price_minor, row.currency),
    trialAvailable: row.trial_used_at === null,
    scheduledChange:
      nextPlan === null
        ? null
        : {
            plan: planName(nextPlan),
            billingCycle: row.next_billing_cycle,
            at: isoOrNull(row.current_period_end),
          },
    coupon: couponView(account),
    paymentMethod:
      row.payment_method === null ? null : { label: row.payment_method_label ?? row.payment_method },
    createdAt: (row.started_at ?? row.created_at).toISOString(),
  });
}

export function currentView(overview: Overview, usage: Usage): Static<typeof CurrentView> {
  const { account, creditMinor, openInvoice, pending } = overview;
  return {
    subscription: subscriptionView(account),
    limits: account.plan.limits,
    usage,
    credit: money(creditMinor, account.plan.currency),
    openInvoice: openInvoice === null ? null : invoiceView(openInvoice),
    pendingPayment: pending === null ? null : paymentView(pending),
  };
}

export function outcomeView(outcome: Outcome): Static<typeof OutcomeView> {
  const { account, invoice, payment, clientSecret } = outcome;
  return {
    subscription: subscriptionView(account),
    invoice: invoice === null ? null : invoiceView(invoice),
    payment: payment === null ? null : { ...paymentView(payment), clientSecret },
  };
}

export function paymentView(payment: PaymentRow): Static<typeof PaymentView> {
  return fromRow(PaymentView, payment, { amount: money(payment.amount_minor, payment.currency) });
}

export function invoiceView(invoice: InvoiceRow): Static<typeof InvoiceView> {
  return fromRow(InvoiceView, invoice, {
    net: invoice.net_minor / 100,
    vat: invoice.vat_minor / 100,
    total: invoice.total_minor / 100,
    creditApplied: invoice.credit_applied_minor / 100,
    amountDue: invoice.status === 'open' ? invoice.due_minor / 100 : 0,
  });
}

export function invoiceDetailView(detail: InvoiceDetail, language: string): Static<typeof InvoiceDetailView> {
  const lines = detail.lines.map(asBillLine);
  return {
    ...invoiceView(detail.invoice),
    lines: lines.map((line) => lineView(line, language)),
    taxes: totalsOf(lines).taxes.map(taxView),
    taxNote: detail.invoice.tax_note,
    corrects: detail.corrects,
    issuer: { ...detail.invoice.issuer, address: [...detail.invoice.issuer.address] },
    customer: { ...detail.invoice.customer, address: [...detail.invoice.customer.address] },
  };
}

export function previewView(preview: Preview, language: string): Static<typeof PreviewView> {
  const { purchase, totals, next } = preview;
  return {
    plan: planName(preview.plan),
    billingCycle: preview.cycle,
    effective: preview.effective,
    effectiveAt: preview.effectiveAt.toISOString(),
    trialEnd: isoOrNull(purchase?.trialEnd ?? null),
    periodEnd: isoOrNull(purchase?.period.end ?? null),
    lines: (purchase?.lines ?? []).map((line) => lineView(line, language)),
    taxes: totals.taxes.map(taxView),
    taxNote: purchase === null || purchase.lines.length === 0 ? null : purchase.tax.note,
    currency: preview.plan.currency,
    net: totals.netMinor / 100,
    vat: totals.vatMinor / 100,
    total: totals.totalMinor / 100,
    creditApplied: preview.creditAppliedMinor / 100,
    amountDue: preview.dueMinor / 100,
    nextCharge:
      next === null
        ? null
        : { at: next.at.toISOString(), net: next.netMinor / 100, discount: next.discountMinor / 100 },
    pausedListings: [...preview.pausedListings],
  };
}

export function asBillLine(row: InvoiceLineRow): BillLine {
  return {
    kind: row.kind,
    planId: row.plan_id,
    planName: row.plan_name,
    cycle: row.cycle,
    period: { start: row.period_start, end: row.period_end },
    netMinor: row.net_minor,
    vatBp: row.vat_bp,
    ...(row.vat_minor === null ? {} : { vatMinor: row.vat_minor }),
    ...(row.coupon_code === null ? {} : { couponCode: row.coupon_code }),
  };
}

function lineView(line: BillLine, language: string) {
  return {
    kind: line.kind,
    description: invoiceWords(language).line(line),
    periodStart: line.period.start.toISOString(),
    periodEnd: line.period.end.toISOString(),
    net: line.netMinor / 100,
    vatRate: line.vatBp / 100,
  };
}

function taxView(group: TaxGroup) {
  return { rate: group.rateBp / 100, net: group.netMinor / 100, amount: group.taxMinor / 100 };
}

function couponView({ coupon, plan, nextPlan }: Account): Static<typeof CouponUse> | null {
  if (coupon === null) return null;
  return {
    code: coupon.code,
    percent: coupon.percent,
    amount: coupon.amountMinor === null ? null : money(coupon.amountMinor, coupon.currency ?? ''),
    periodsLeft: periodsLeft(coupon),
    fitsPlan: fitsPlan(coupon, nextPlan ?? plan),
  };
}

function planName(plan: PlanRow) {
  return { id: plan.id, slug: plan.slug, name: plan.name };
}
