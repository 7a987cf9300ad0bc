import { DAY_MS, addMs } from '../../../platform/clock.ts';
import type { Row } from './copy.ts';
import { type Fill, range } from './fill.ts';

const DAYS = 500;
const DEALERS_PER_COUPON = 100;

/** Coupons of campaigns that are over; the first was redeemed by every second dealer, the others by one in turn. */
export async function fillCoupons(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('coupons', couponRows(fill));
  await copy.rows('coupon_redemptions', redemptionRows(fill));
}

const countOf = (fill: Fill): number => 4 + Math.floor(fill.counts.dealers / DEALERS_PER_COUPON);
const couponOf = (fill: Fill, dealer: number): number => (dealer % 2 === 0 ? 0 : dealer % countOf(fill));
const madeAt = (fill: Fill, n: number): Date => fill.at(n, countOf(fill), DAYS);

function* couponRows(fill: Fill): Generator<Row> {
  const redeemed = new Map<number, number>();
  for (const dealer of range(fill.counts.dealers)) {
    const n = couponOf(fill, dealer);
    redeemed.set(n, (redeemed.get(n) ?? 0) + 1);
  }
  for (const n of range(countOf(fill))) {
    const at = madeAt(fill, n);
    yield {
      id: fill.id('cpn', at, n),
      code: `SEED-${String(n + 1).padStart(4, '0')}`,
      name: `Campaign ${n + 1}`,
      percent: 10,
      periods: 1,
      valid_until: addMs(at, DAY_MS),
      redeemed: redeemed.get(n) ?? 0,
      active: false,
      created_at: at,
    };
  }
}

function* redemptionRows(fill: Fill): Generator<Row> {
  for (const dealer of range(fill.counts.dealers)) {
    const n = couponOf(fill, dealer);
    const createdAt = madeAt(fill, n);
    const at = addMs(createdAt, dealer);
    yield {
      id: fill.id('rdm', at, dealer),
      coupon_id: fill.id('cpn', createdAt, n),
      seller_id: fill.seller(dealer).id,
      periods_used: 1,
      reduced_period: at,
      created_at: at,
      ended_at: addMs(at, 31 * DAY_MS),
    };
  }
}
