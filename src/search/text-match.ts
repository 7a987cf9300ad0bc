import { hasBit, setAll, type Bits } from './bitset.ts';
import type { Block } from './block.ts';
import type { Catalog } from './catalog.ts';
import { NAMES_WEIGHT, WEIGHT_STEP } from './document-terms.ts';
import { addFeatures, addValues } from './scan.ts';
import { FIELD } from './fields.ts';
import { PREFIX_FACTOR, saturated } from './text-groups.ts';
import type { SealedPostings } from './sealed-postings.ts';
import type { GroupPlan } from './text-plan.ts';

const WEIGHTS = 256;
// What a stored weight adds before its factor, and what a name does.
const SATURATED = Float64Array.from({ length: WEIGHTS }, (_, weight) => saturated(weight / WEIGHT_STEP));
const SATURATED_NAME = saturated(NAMES_WEIGHT);

// Sets the documents of a block that match a word group.
export function addMatches(block: Block, plan: GroupPlan, catalog: Catalog, bits: Bits): void {
  addValues(block, FIELD.categoryNames, plan.categories, bits);
  addFeatures(block, plan.features, bits);
  if (block.sealed) {
    const { postings } = block.sealed;
    for (const { term } of plan.terms) {
      const at = postings.find(catalog.lexicon, term);
      if (at >= 0)
        setAll(bits, postings.docs, postings.starts[at] as number, postings.starts[at + 1] as number);
    }
    if (plan.prefix === null) return;
    const [from, to] = postings.prefixRun(catalog.lexicon, plan.prefix);
    setAll(bits, postings.docs, postings.starts[from] as number, postings.starts[to] as number);
    return;
  }
  for (const { term } of plan.terms) block.tail?.addTo(bits, term);
  if (plan.prefix === null) return;
  for (const term of catalog.lexicon.withPrefix(plan.prefix)) block.tail?.addTo(bits, term);
}

// What no document of a block scores more than for a word group; Infinity where that is not quickly known.
export function scoreBound(block: Block, plan: GroupPlan, catalog: Catalog): number {
  if (!block.sealed) return Infinity;
  const { postings } = block.sealed;
  let bound = 0;
  for (const { factor } of plan.named) bound = Math.max(bound, factor * SATURATED_NAME);
  for (const { term, factor } of plan.terms) {
    const at = postings.find(catalog.lexicon, term);
    if (at >= 0) bound = Math.max(bound, factor * bestOf(postings, at, at + 1));
  }
  if (plan.prefix === null) return bound;
  const [from, to] = postings.prefixRun(catalog.lexicon, plan.prefix);
  return Math.max(bound, PREFIX_FACTOR * bestOf(postings, from, to));
}

function bestOf({ weights, starts }: SealedPostings, from: number, to: number): number {
  let best = 0;
  const end = starts[to] as number;
  for (let posting = starts[from] as number; posting < end; posting++) {
    const weight = weights[posting] as number;
    if (weight > best) best = weight;
  }
  return SATURATED[best] as number;
}

// Raises the scores of one word group by slot, for documents of one block. Scores start at 0 and are put back to 0 by
// whoever reads them.
export class GroupScorer {
  readonly best: Float64Array;
  private readonly named: Bits;
  private readonly catalog: Catalog;

  constructor(capacity: number, catalog: Catalog) {
    this.best = new Float64Array(capacity);
    this.named = new Uint32Array(capacity >>> 5);
    this.catalog = catalog;
  }

  score(block: Block, plan: GroupPlan, among: Bits): void {
    this.raiseToNames(block, plan, among);
    for (const { term, factor } of plan.terms) this.raiseToTerm(block, term, factor, among);
    if (plan.prefix !== null) this.raiseToPrefix(block, plan.prefix, among);
  }

  // Every document with one of the words in its names scores at least the weight of a name.
  private raiseToNames(block: Block, plan: GroupPlan, among: Bits): void {
    const { best, named } = this;
    for (const { factor, categories, features } of plan.named) {
      named.fill(0);
      addValues(block, FIELD.categoryNames, categories, named);
      addFeatures(block, features, named);
      const score = factor * SATURATED_NAME;
      for (let at = 0; at < named.length; at++) {
        let word = (named[at] as number) & (among[at] as number);
        while (word !== 0) {
          const lowest = word & -word;
          const slot = (at << 5) + 31 - Math.clz32(lowest);
          if ((best[slot] as number) < score) best[slot] = score;
          word ^= lowest;
        }
      }
    }
  }

  private raiseToTerm(block: Block, term: number, factor: number, among: Bits): void {
    if (block.sealed) {
      const { postings } = block.sealed;
      const at = postings.find(this.catalog.lexicon, term);
      if (at >= 0) this.raiseAt(postings, at, factor, among);
      return;
    }
    const { tail } = block;
    if (!tail?.has(term)) return;
    const { best } = this;
    tail.each(term, (slot, weight) => {
      const score = factor * (SATURATED[weight] as number);
      if (hasBit(among, slot) && score > (best[slot] as number)) best[slot] = score;
    });
  }

  private raiseToPrefix(block: Block, prefix: string, among: Bits): void {
    const { lexicon } = this.catalog;
    if (!block.sealed) {
      for (const term of lexicon.withPrefix(prefix)) this.raiseToTerm(block, term, PREFIX_FACTOR, among);
      return;
    }
    const { postings } = block.sealed;
    const [from, to] = postings.prefixRun(lexicon, prefix);
    for (let at = from; at < to; at++) this.raiseAt(postings, at, PREFIX_FACTOR, among);
  }

  private raiseAt(postings: SealedPostings, at: number, factor: number, among: Bits): void {
    const { best } = this;
    const { docs, weights } = postings;
    const to = postings.starts[at + 1] as number;
    for (let posting = postings.starts[at] as number; posting < to; posting++) {
      const slot = docs[posting] as number;
      if (!hasBit(among, slot)) continue;
      const score = factor * (SATURATED[weights[posting] as number] as number);
      if (score > (best[slot] as number)) best[slot] = score;
    }
  }
}
