import { countBits, countBoth, hasBit, listBits, orInto, setAll, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { NAMES_WEIGHT, WEIGHT_STEP } from '../words/document-terms.ts';
import { addNamed } from './scan.ts';
import type { SealedPostings } from '../store/sealed-postings.ts';
import { PREFIX_FACTOR, saturated } from '../query/text-groups.ts';
import type { GroupPlan } from './text-plan.ts';

// What a word group means in a sealed block: which documents have it, and where its weights are. Later terms and names
// occur in no document of the block, so it only changes when something gets another name, and is cached for recently used
// words until then.

// Bytes of one block's cache: about a twelfth of what the block itself takes.
const REMEMBERED_BYTES_MAX = 1 << 17;
// Estimated bytes of the objects themselves.
const WORD_BYTES = 400;

const WEIGHTS = 256;
/** What a stored weight adds before its factor, and what a name does. */
export const SATURATED = Float64Array.from({ length: WEIGHTS }, (_, weight) =>
  saturated(weight / WEIGHT_STEP),
);
export const SATURATED_NAME = saturated(NAMES_WEIGHT);

/** Postings that count by the same factor. */
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
  /** The documents with one of the words in their names. */
  readonly named: readonly NamedDocuments[];
  /** An upper bound of every document's score. */
  readonly bound: number;
  readonly bytes: number;
  /** All of the documents, as a list where they are few. */
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

  /** Leaves only the documents with the word; `scratch` is empty and may be written to. */
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
    // Terms with the same beginning are neighbours.
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

/** The words of one block that were asked for last. */
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
    // Put to the end of the map, whose first is then the one not asked for the longest.
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

/** What is known of a group in a sealed block; worked out when it is asked for the first time in a while. */
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
