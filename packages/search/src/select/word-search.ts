import { andInto, countBoth, hasBit, listBits, setBit, type Bits } from '../store/bitset.ts';
import { BOOSTS, type Block } from '../store/block.ts';
import { SCORE_DIGITS } from '../store/boosts.ts';
import { NUMBER } from '../store/fields.ts';
import { currentOrder } from './filters.ts';
import type { IndexView } from '../store/index-view.ts';
import { knownWord, type KnownWord } from './known-words.ts';
import { bestOfBlock, tiesOf, type FoundBlock, type Picker } from './page.ts';
import { addMatches } from './text-match.ts';
import {
  codeGroup,
  inverseFrequency,
  strictTextGroups,
  textGroups,
  type WordGroup,
} from '../query/text-groups.ts';
import { planGroup, type GroupPlan } from './text-plan.ts';
import type { TopHits } from './top-hits.ts';
import type { Filter } from './scan.ts';
import type { SearchQuery } from '../types.ts';

// The words of one query: their matches in the whole index, and the scores of matching documents.

// Bounds have a margin, so that rounding never discards a document.
const BOUND_SLACK = 1 - 1e-9;
/**
 * Share of its score that a document keeps if it only contains the words and does not match their parsed
 * meaning.
 */
export const LITERAL_MATCH_FACTOR = 0.5;

interface MatchedGroup {
  plan: GroupPlan;
  /** By block number: the matches in a sealed block, or the documents of another one. */
  known: readonly (KnownWord | null)[];
  open: readonly (Bits | null)[];
  matches: number;
  weight: number;
}

export class WordSearch {
  readonly #view: IndexView;
  readonly #known = new Map<WordGroup, MatchedGroup>();
  readonly #groups: readonly MatchedGroup[];
  readonly #read: Filter | null;

  constructor(query: SearchQuery, view: IndexView, read: Filter | null) {
    this.#view = view;
    this.#read = read;
    const text = query.text ?? '';
    const groups = query.strictText
      ? strictTextGroups(text, view.aliases, query.wholeWords)
      : textGroups(query, (group) => this.#match(group).matches, view.aliases);
    this.#groups = [...groups, ...(query.codes ?? []).map(codeGroup)].map((group) => this.#match(group));
  }

  get isEmpty(): boolean {
    return this.#groups.length === 0;
  }

  #match(group: WordGroup): MatchedGroup {
    const known = this.#known.get(group);
    if (known !== undefined) return known;
    const { blocks, catalogue, liveCount, scratch } = this.#view;
    const plan = planGroup(group, catalogue);
    const words: (KnownWord | null)[] = [];
    const open: (Bits | null)[] = [];
    let matches = 0;
    for (const block of blocks) {
      const sealed = block?.sealed ?? null;
      const word =
        block === null || sealed === null ? null : knownWord(block, sealed.postings, plan, catalogue);
      const bits = block === null || word !== null ? null : scratch.bits();
      words.push(word);
      open.push(bits);
      if (block === null) continue;
      if (word !== null) matches += word.countLive(block.live);
      if (bits === null) continue;
      addMatches(block, plan, catalogue, bits);
      matches += countBoth(bits, block.live);
    }
    const matched = { plan, known: words, open, matches, weight: inverseFrequency(matches, liveCount) };
    this.#known.set(group, matched);
    return matched;
  }

  /** Keeps only the documents of a block that match all groups. */
  narrow(bits: Bits, blockIndex: number): void {
    const { scratch } = this.#view;
    for (const { known, open } of this.#groups) {
      const word = known[blockIndex] ?? null;
      if (word !== null) {
        const empty = scratch.bits();
        word.narrow(bits, empty);
        scratch.release(empty);
      } else andInto(bits, open[blockIndex] as Bits);
    }
  }

  /**
   * Offers the matches by score. Blocks with many boosted documents come first: the earlier the page fills
   * with high scores, the fewer other documents need to be scored.
   */
  pick(found: readonly FoundBlock[], picker: Picker, top: TopHits): void {
    const usual = new Map(found.map(({ block }) => [block, this.#highBoost(block)]));
    const inOrder = found.toSorted((a, b) => (usual.get(b.block) ?? 0) - (usual.get(a.block) ?? 0));
    for (const block of inOrder) this.#pickIn(block, picker, top);
  }

  /** Returns a boost that one in eight documents of a block exceeds; unknown counts as the highest. */
  #highBoost(block: Block): number {
    const { numbers } = this.#view;
    const slots = currentOrder(block, NUMBER.boost, numbers)?.slots;
    const slot = slots?.[Math.floor((slots.length * 7) / 8)];
    return slot === undefined ? Number.MAX_VALUE : block.numberAt(NUMBER.boost, numbers, slot);
  }

  #pickIn({ block, base, found, count }: FoundBlock, picker: Picker, top: TopHits): void {
    const blockIndex = base / this.#view.capacity;
    const { sign, list } = picker;
    const worst = top.worstKey;
    const among = sign > 0 && top.isFull ? this.#promisingMatches(block, blockIndex, found, worst) : found;
    const scores = this.#scoresIn(block, blockIndex, among);
    const best = bestOfBlock(block, Math.min(picker.kept, count), picker);
    const ties = tiesOf(block);
    const length = listBits(among, list);
    for (let listed = 0; listed < length; listed++) {
      const slot = list[listed] as number;
      const key = sign * scores(slot);
      if (key >= worst) best.offer(key, slot, ties[slot] as number);
    }
    top.offerAll(best, base, block.ids);
    if (among !== found) this.#view.scratch.release(among);
  }

  /**
   * Returns the matches whose boost, times the best text score of the block, could bring them into the page.
   */
  #promisingMatches(block: Block, number: number, found: Bits, worst: number): Bits {
    const { numbers, scratch } = this.#view;
    let textBound = this.#groups.length === 0 ? 1 : 0;
    for (const { known, weight } of this.#groups) textBound += weight * (known[number]?.bound ?? Infinity);
    if (textBound === Infinity) return found;
    const boostNeeded = ((worst - 0.5) / (textBound * SCORE_DIGITS)) * BOUND_SLACK;
    const classes = block.scoreClasses(numbers.rankedAtMs);
    const among = scratch.bits();
    for (let i = 0; i < found.length; i++) {
      let word = (found[i] as number) | 0;
      let remaining = 0;
      while (word !== 0) {
        const lowest = word & -word;
        const slot = (i << 5) + 31 - Math.clz32(lowest);
        if ((BOOSTS[classes[slot] as number] as number) >= boostNeeded) remaining |= lowest;
        word ^= lowest;
      }
      among[i] = remaining;
    }
    return among;
  }

  /** Returns the scores of documents by place, in units of the last digit shown. */
  scoresOf(places: readonly number[]): number[] {
    const { blocks, capacity, scratch } = this.#view;
    const scores = new Map<number, number>();
    for (const blockIndex of new Set(places.map((place) => Math.floor(place / capacity)))) {
      const block = blocks[blockIndex] as Block;
      const slots = places
        .filter((place) => Math.floor(place / capacity) === blockIndex)
        .map((place) => place % capacity);
      const among = scratch.bits();
      for (const slot of slots) setBit(among, slot);
      const scoreAt = this.#scoresIn(block, blockIndex, among);
      for (const slot of slots) scores.set(blockIndex * capacity + slot, scoreAt(slot));
      scratch.release(among);
    }
    return places.map((place) => scores.get(place) ?? 0);
  }

  /**
   * Scores documents of a block. The returned function yields the score of each document once, in units of
   * the last digit shown.
   */
  #scoresIn(block: Block, number: number, among: Bits): (slot: number) => number {
    const { scratch, numbers } = this.#view;
    const classes = block.scoreClasses(numbers.rankedAtMs);
    const weights = this.#groups.map(({ weight }) => weight);
    const bests = this.#groups.map(({ plan, known }, i) => {
      const scorer = scratch.scorer(i);
      scorer.score(block, plan, known[number] ?? null, among);
      return scorer.best;
    });
    const base = weights.length === 0 ? 1 : 0;
    const read = this.#read === null ? null : scratch.bits();
    if (read !== null) this.#read?.(block, read);
    return (slot) => {
      let score = base;
      for (let i = 0; i < weights.length; i++) {
        const best = bests[i] as Float64Array;
        score += (weights[i] as number) * (best[slot] as number);
        best[slot] = 0;
      }
      if (read !== null && !hasBit(read, slot)) score *= LITERAL_MATCH_FACTOR;
      return Math.round(score * (BOOSTS[classes[slot] as number] as number) * SCORE_DIGITS);
    };
  }
}
