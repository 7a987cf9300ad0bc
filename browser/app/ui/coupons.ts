/** Texts about coupons. */
import type { DeskWords } from '../words.ts';

export function discountText(
  {
    percent,
    amount,
  }: { percent: number | null; amount: { readonly amount: number; readonly currency: string } | null },
  words: DeskWords,
): string {
  const discount =
    amount === null ? words.percent(percent ?? 0) : words.money(amount.amount, amount.currency);
  return words.text('desk.coupons.off', { discount });
}

/** null: as long as the plan runs. */
export function durationText(periods: number | null, words: DeskWords): string {
  return periods === null ? words.text('desk.coupons.forever') : words.count('desk.coupons.periods', periods);
}
