/** Whether two engines find the same, search by search. */
import { type SearchResults, figuresOf, type Judgment } from './judged.ts';
import type { Searcher } from './searcher.ts';

export interface Comparison {
  /** Searches that find other listings, or others among the ten cheapest. */
  readonly others: readonly string[];
  /** Searches whose first ten results differ, or are in another order. */
  readonly otherFirst: readonly string[];
  readonly p10: readonly [one: number, other: number];
}

export async function compareEngines(
  judgments: readonly Judgment[],
  one: Searcher,
  other: Searcher,
): Promise<Comparison> {
  const differences: string[] = [];
  const otherFirst: string[] = [];
  const sums: [number, number] = [0, 0];
  for (const judgment of judgments) {
    const { q } = judgment.query;
    const responses = [await one.search(q), await other.search(q)] as const;
    const [a, b] = responses;
    if (foundBy(a) !== foundBy(b)) differences.push(q);
    if (a.ranked.join() !== b.ranked.join()) otherFirst.push(q);
    sums[0] += figuresOf(judgment, a).p10;
    sums[1] += figuresOf(judgment, b).p10;
  }
  const total = judgments.length;
  return { others: differences, otherFirst, p10: [sums[0] / total, sums[1] / total] };
}

const foundBy = ({ all, cheapest }: SearchResults): string =>
  JSON.stringify({ all: all.toSorted(), cheapest });
