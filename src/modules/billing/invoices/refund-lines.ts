import { share } from './amounts.ts';
import { type BillLine, totalsOf } from './bill.ts';

/**
 * The lines of a credit note over a part of an invoice, tax included. Each tax rate gets its share of what has been given back in
 * all, less what earlier parts gave: parts that make up the whole add up to its net amounts and taxes, to the cent.
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
  return groups.flatMap(({ rateBp }, at) => {
    const netMinor = (before[at]?.netMinor ?? 0) - (after[at]?.netMinor ?? 0);
    const vatMinor = (before[at]?.taxMinor ?? 0) - (after[at]?.taxMinor ?? 0);
    const of = planOf(lines, rateBp);
    if (of === undefined || (netMinor === 0 && vatMinor === 0)) return [];
    return [{ ...of, kind: 'refund' as const, netMinor, vatBp: rateBp, vatMinor }];
  });
}

interface Group {
  readonly netMinor: number;
  readonly grossMinor: number;
}

/** What of an amount each rate has; the largest, which comes first, takes what rounding leaves. */
function parts(
  groups: readonly Group[],
  amountMinor: number,
): readonly { netMinor: number; taxMinor: number }[] {
  const total = groups.reduce((sum, { grossMinor }) => sum + grossMinor, 0);
  const gross = groups.map(({ grossMinor }) => share(amountMinor, grossMinor, total));
  const others = gross.slice(1).reduce((sum, one) => sum + one, 0);
  gross[0] = amountMinor - others;
  return groups.map((group, at) => {
    const netMinor = signedShare(gross[at] ?? 0, group.netMinor, group.grossMinor);
    return { netMinor, taxMinor: (gross[at] ?? 0) - netMinor };
  });
}

/** As `share`, where the whole may be negative. */
function signedShare(amountMinor: number, part: number, whole: number): number {
  return whole < 0 ? share(amountMinor, -part, -whole) : share(amountMinor, part, whole);
}

function planOf(lines: readonly BillLine[], rateBp: number): BillLine | undefined {
  const plans = lines.filter((line) => line.kind === 'plan');
  return plans.find((line) => line.vatBp === rateBp) ?? plans[0] ?? lines[0];
}
