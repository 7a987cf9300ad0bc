import { hasBit, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import type { Catalogue } from '../store/catalogue.ts';
import {
  SATURATED,
  SATURATED_NAME,
  type KnownWord,
  type NamedDocuments,
  type PostingRun,
} from './known-words.ts';
import { addNamed } from './scan.ts';
import type { SealedPostings } from '../store/sealed-postings.ts';
import { PREFIX_FACTOR } from '../query/text-groups.ts';
import type { GroupPlan } from './text-plan.ts';

/** Sets the bits of documents in an unsealed block that match a word group. */
export function addMatches(block: Block, plan: GroupPlan, catalogue: Catalogue, bits: Bits): void {
  addNamed(block, plan.all, bits);
  for (const { term } of plan.terms) block.tail?.addTo(bits, term);
  if (plan.prefix === null) return;
  for (const term of catalogue.lexicon.withPrefix(plan.prefix)) block.tail?.addTo(bits, term);
}

/**
 * Computes the scores of one word group for documents of one block, by slot. Scores start at 0, and their
 * reader must reset them to 0.
 */
export class GroupScorer {
  readonly best: Float64Array;
  readonly #named: Bits;
  readonly #catalogue: Catalogue;

  constructor(capacity: number, catalogue: Catalogue) {
    this.best = new Float64Array(capacity);
    this.#named = new Uint32Array(capacity >>> 5);
    this.#catalogue = catalogue;
  }

  /** `word` has the matches of the group if the block is sealed. */
  score(block: Block, plan: GroupPlan, word: KnownWord | null, among: Bits): void {
    if (word !== null && block.sealed !== null) {
      for (const names of word.named) this.#raiseToNames(names, among);
      for (const run of word.runs) this.#raiseToRun(block.sealed.postings, run, among);
      return;
    }
    const named = this.#named;
    for (const names of plan.named) {
      named.fill(0);
      addNamed(block, names, named);
      this.#raiseToNames({ factor: names.factor, bits: named }, among);
    }
    for (const { term, factor } of plan.terms) this.#raiseToTerm(block, term, factor, among);
    if (plan.prefix === null) return;
    for (const term of this.#catalogue.lexicon.withPrefix(plan.prefix))
      this.#raiseToTerm(block, term, PREFIX_FACTOR, among);
  }

  /** Raises the score of documents with one of the words in their names to at least the weight of a name. */
  #raiseToNames({ factor, bits }: NamedDocuments, among: Bits): void {
    const { best } = this;
    const score = factor * SATURATED_NAME;
    for (let i = 0; i < bits.length; i++) {
      let word = (bits[i] as number) & (among[i] as number);
      while (word !== 0) {
        const lowest = word & -word;
        const slot = (i << 5) + 31 - Math.clz32(lowest);
        if ((best[slot] as number) < score) best[slot] = score;
        word ^= lowest;
      }
    }
  }

  #raiseToTerm({ tail }: Block, term: number, factor: number, among: Bits): void {
    if (!tail?.has(term)) return;
    const { best } = this;
    tail.each(term, (slot, weight) => {
      const score = factor * (SATURATED[weight] as number);
      if (hasBit(among, slot) && score > (best[slot] as number)) best[slot] = score;
    });
  }

  #raiseToRun({ docs, weights }: SealedPostings, { from, to, factor }: PostingRun, among: Bits): void {
    const { best } = this;
    for (let posting = from; posting < to; posting++) {
      const slot = docs[posting] as number;
      if (!hasBit(among, slot)) continue;
      const score = factor * (SATURATED[weights[posting] as number] as number);
      if (score > (best[slot] as number)) best[slot] = score;
    }
  }
}
