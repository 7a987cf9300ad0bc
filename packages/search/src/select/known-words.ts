import { countBits, countBoth, hasBit, listBits, orInto, setAll, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { NAMES_WEIGHT, WEIGHT_STEP } from '../words/document-terms.ts';
import { addNamed } from './scan.ts';
import type { SealedPostings } from '../store/sealed-postings.ts';
import { PREFIX_FACTOR, saturated } from '../query/text-groups.ts';
import type { GroupPlan } from './text-plan.ts';

// The matches of a word group in a sealed block: which documents have it, and where its weights are. Later
// terms and names do not occur in the block, so the matches change only with a rename. They are cached for
// recently used words.

// Bytes of the cache per block: about a twelfth of the block itself.
const REMEMBERED_BYTES_MAX = 1 << 17;
// Estimated bytes of the objects without their arrays.
const WORD_BYTES = 400;

const WEIGHTS = 256;
/** Contributions to a score before the factor: by stored weight, and for a name. */
export const SATURATED = Float64Array.from({ length: WEIGHTS }, (_, weight) =>
  saturated(weight / WEIGHT_STEP),
);
export const SATURATED_NAME = saturated(NAMES_WEIGHT);

/** Range of postings with the same factor. */
export interface PostingRun {
  from: number;
  to: number;
  factor: number;
}

export interface NamedDocuments {
  factor: number;
  bits: Bits;
}

export class KnownWord {
  readonly runs: readonly PostingRun[];
  /** Documents with one of the words in their names. */
  readonly named: readonly NamedDocuments[];
  /** Upper bound for the score of every document. */
  readonly bound: number;
  readonly bytes: number;
  /** All documents, as a list if there are few. */
  readonly #bits: Bits | null;
  readonly #docs: Uint16Array | null;

  constructor(block: Block, postings: SealedPostings, plan: GroupPlan, catalogue: Catalogue) {
    this.runs = runsOf(postings, plan, catalogue);
    this.named = namedIn(block, plan);
    const bits = new Uint32Array(block.capacity >>> 5);
    let bound = 0;
    for (const names of this.named) {
      orInto(bits, names.bits);
      bound = Math.max(bound, names.factor * SATURATED_NAME);
    }
    for (const run of this.runs) {
      setAll(bits, postings.docs, run.from, run.to);
      bound = Math.max(bound, run.factor * bestOf(postings, run));
    }
    this.bound = bound;
    const count = countBits(bits);
    const isFew = count * Uint16Array.BYTES_PER_ELEMENT < bits.byteLength;
    this.#bits = isFew ? null : bits;
    this.#docs = isFew ? new Uint16Array(count) : null;
    if (this.#docs !== null) listBits(bits, this.#docs);
    const arrays = [this.#bits ?? this.#docs, ...this.named.map((names) => names.bits)];
    this.bytes = arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), WORD_BYTES);
  }

  countLive(live: Bits): number {
    if (this.#bits !== null) return countBoth(this.#bits, live);
    let count = 0;
    for (const doc of this.#docs ?? []) if (hasBit(live, doc)) count++;
    return count;
  }

  addTo(target: Bits): void {
    if (this.#bits !== null) orInto(target, this.#bits);
    else if (this.#docs !== null) setAll(target, this.#docs, 0, this.#docs.length);
  }

  /** Removes documents without the word from `target`; `scratch` must be empty and is overwritten. */
  narrow(target: Bits, scratch: Bits): void {
    if (this.#docs !== null) setAll(scratch, this.#docs, 0, this.#docs.length);
    const bits = this.#bits ?? scratch;
    for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) & (bits[i] as number);
  }
}

function runsOf(
  postings: SealedPostings,
  { terms, prefix }: GroupPlan,
  { lexicon }: Catalogue,
): PostingRun[] {
  const runs: PostingRun[] = [];
  for (const { term, factor } of terms) {
    const i = postings.find(lexicon, term);
    if (i < 0) continue;
    runs.push({ from: postings.starts[i] as number, to: postings.starts[i + 1] as number, factor });
  }
  if (prefix !== null) {
    // Terms with the same prefix are adjacent.
    const [first, end] = postings.prefixRun(lexicon, prefix);
    const [from, to] = [postings.starts[first] as number, postings.starts[end] as number];
    if (from < to) runs.push({ from, to, factor: PREFIX_FACTOR });
  }
  return runs;
}

function namedIn(block: Block, plan: GroupPlan): NamedDocuments[] {
  return plan.named
    .map((names) => {
      const bits = new Uint32Array(block.capacity >>> 5);
      addNamed(block, names, bits);
      return { factor: names.factor, bits };
    })
    .filter(({ bits }) => bits.some((word) => word !== 0));
}

function bestOf({ weights }: SealedPostings, { from, to }: PostingRun): number {
  let best = 0;
  for (let posting = from; posting < to; posting++) {
    const weight = weights[posting] as number;
    if (weight > best) best = weight;
  }
  return SATURATED[best] as number;
}

/** Cache of the most recently used words of one block. */
class KnownWords {
  readonly #words = new Map<string, KnownWord>();
  #size = 0;
  #namesVersion = 0;

  get bytes(): number {
    return this.#size;
  }

  in(block: Block, postings: SealedPostings, plan: GroupPlan, catalogue: Catalogue): KnownWord {
    const words = this.#words;
    if (this.#namesVersion !== catalogue.namesVersion) {
      words.clear();
      this.#size = 0;
      this.#namesVersion = catalogue.namesVersion;
    }
    let word = words.get(plan.key);
    // Move it to the end of the map, so that the first entry is the least recently used.
    if (word !== undefined) words.delete(plan.key);
    else {
      word = new KnownWord(block, postings, plan, catalogue);
      this.#size += word.bytes;
    }
    words.set(plan.key, word);
    for (const [key, { bytes }] of words) {
      if (this.#size <= REMEMBERED_BYTES_MAX || words.size === 1) break;
      words.delete(key);
      this.#size -= bytes;
    }
    return word;
  }
}

const wordsOf = new WeakMap<Block, KnownWords>();

/** Returns the matches of a group in a sealed block, computed on a cache miss. */
export function knownWord(
  block: Block,
  postings: SealedPostings,
  plan: GroupPlan,
  catalogue: Catalogue,
): KnownWord {
  let words = wordsOf.get(block);
  if (words === undefined) wordsOf.set(block, (words = new KnownWords()));
  return words.in(block, postings, plan, catalogue);
}

export function knownWordBytes(block: Block): number {
  return wordsOf.get(block)?.bytes ?? 0;
}
