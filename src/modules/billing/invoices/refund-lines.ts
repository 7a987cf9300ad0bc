import { share } from './amounts.ts';
import { type BillLine, totalsOf } from './bill.ts';

/**
 * Returns the lines of a credit note for a part of an invoice, tax included. Each tax rate gets its share of
 * everything refunded so far, minus the shares of earlier parts: parts that make up the whole add up to its net
 * amounts and taxes, to the cent.
 */
export function refundLines(
  lines: readonly BillLine[],
  { earlierMinor, amountMinor }: { readonly earlierMinor: number; readonly amountMinor: number },
): readonly BillLine[] {
  const groups = totalsOf(lines)
    .taxes.map((group) => ({ ...group, grossMinor: group.netMinor + group.taxMinor }))
    .filter(({ grossMinor }) => grossMinor !== 0)
    .toSorted((a, b) => Math.abs(b.grossMinor) - Math.abs(a.grossMinor));
  const before = parts(groups, earlierMinor);
  const after = parts(groups, earlierMinor + amountMinor);
  return groups.flatMap(({ rateBp }, index) => {
    const netMinor = (before[index]?.netMinor ?? 0) - (after[index]?.netMinor ?? 0);
    const vatMinor = (before[index]?.taxMinor ?? 0) - (after[index]?.taxMinor ?? 0);
    const planLine = planOf(lines, rateBp);
    if (planLine === undefined || (netMinor === 0 && vatMinor === 0)) return [];
    return [{ ...planLine, kind: 'refund' as const, netMinor, vatBp: rateBp, vatMinor }];
  });
}

interface Group {
  readonly netMinor: number;
  readonly grossMinor: number;
}

/** Splits an amount among the rates. The largest rate is first and takes the rounding difference. */
function parts(
  groups: readonly Group[],
  amountMinor: number,
): readonly { netMinor: number; taxMinor: number }[] {
  const total = groups.reduce((sum, { grossMinor }) => sum + grossMinor, 0);
  const gross = groups.map(({ grossMinor }) => share(amountMinor, grossMinor, total));
  const otherRates = gross.slice(1).reduce((sum, amount) => sum + amount, 0);
  gross[0] = amountMinor - otherRates;
  return groups.map((group, index) => {
    const netMinor = signedShare(gross[index] ?? 0, group.netMinor, group.grossMinor);
    return { netMinor, taxMinor: (gross[index] ?? 0) - netMinor };
  });
}

/** Like `share`, but the whole can be negative. */
function signedShare(amountMinor: number, part: number, whole: number): number {
  return whole < 0 ? share(amountMinor, -part, -whole) : share(amountMinor, part, whole);
}

function planOf(lines: readonly BillLine[], rateBp: number): BillLine | undefined {
  const plans = lines.filter((line) => line.kind === 'plan');
  return plans.find((line) => line.vatBp === rateBp) ?? plans[0] ?? lines[0];
}
