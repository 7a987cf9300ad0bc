import { type Static, Type } from 'typebox';
import { isoOrNull } from '../../../platform/clock.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import { Money, NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { money } from '../invoices/amounts.ts';
import type { NamedRedemption } from './coupon-administration.ts';
import type { CouponRow } from './coupons.repository.ts';

export const CouponView = NamedObject('Coupon', {
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  note: Nullable(Type.String()),
  percent: Nullable(Type.Integer()),
  amount: Nullable(Money),
  periods: Nullable(Type.Integer()),
  planIds: Nullable(Type.Array(Type.String())),
  validFrom: Nullable(Timestamp),
  validUntil: Nullable(Timestamp),
  redemptionsMax: Nullable(Type.Integer()),
  redeemed: Type.Integer(),
  active: Type.Boolean(),
  createdAt: Timestamp,
});

export const RedemptionView = NamedObject('CouponRedemption', {
  id: Type.String(),
  seller: Type.Object({ id: Type.String(), name: Nullable(Type.String()) }),
  periodsUsed: Type.Integer(),
  redeemedAt: Timestamp,
  endedAt: Nullable(Timestamp),
});

export function couponView(row: CouponRow): Static<typeof CouponView> {
  return fromRow(CouponView, row, {
    amount: row.amount_minor === null ? null : money(row.amount_minor, row.currency ?? ''),
  });
}

export function redemptionView(row: NamedRedemption): Static<typeof RedemptionView> {
  return {
    id: row.id,
    seller: { id: row.seller_id, name: row.sellerName },
    periodsUsed: row.periods_used,
    redeemedAt: row.created_at.toISOString(),
    endedAt: isoOrNull(row.ended_at),
  };
}
