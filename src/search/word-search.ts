import { countBoth, listBits, setBit, type Bits } from './bitset.ts';
import { BOOSTS, type Block } from './block.ts';
import { SCORE_DIGITS } from './boosts.ts';
import type { IndexView } from './index-view.ts';
import { bestOfBlock, tiesOf, type FoundBlock, type Picker } from './page.ts';
import { addMatches, scoreBound } from './text-match.ts';
import { inverseFrequency, strictTextGroups, textGroups, type WordGroup } from './text-groups.ts';
import { planGroup, type GroupPlan } from './text-plan.ts';
import type { TopHits } from './top-hits.ts';
import type { SearchQuery } from './types.ts';

// The words of one query: what they match in the whole index, and what the documents found score for them.

// A bound is compared a little low, so that rounding on the way to it refuses nothing.
const BOUND_SLACK = 1 - 1e-9;

interface MatchedGroup {
  plan: GroupPlan;
  // Bits of all blocks, one after the other.
  bits: Uint32Array;
  matches: number;
  weight: number;
}

export class WordSearch {
  private readonly view: IndexView;
  private readonly words: number;
  private readonly known = new Map<WordGroup, MatchedGroup>();
  private readonly groups: readonly MatchedGroup[];

  constructor(query: SearchQuery, view: IndexView) {
    this.view = view;
    this.words = view.capacity >>> 5;
    const text = query.text ?? '';
    const groups = query.strictText
      ? strictTextGroups(text, view.aliases)
      : textGroups(text, (group) => this.match(group).matches, view.aliases);
    this.groups = groups.map((group) => this.match(group));
  }

  get isEmpty(): boolean {
    return this.groups.length === 0;
  }

  private match(group: WordGroup): MatchedGroup {
    const known = this.known.get(group);
    if (known) return known;
    const { blocks, catalog, liveCount } = this.view;
    const plan = planGroup(group, catalog);
    const bits = new Uint32Array(blocks.length * this.words);
    let matches = 0;
    blocks.forEach((block, at) => {
      if (!block) return;
      const own = this.blockBits(bits, at);
      addMatches(block, plan, catalog, own);
      matches += countBoth(own, block.live);
    });
    const matched = { plan, bits, matches, weight: inverseFrequency(matches, liveCount) };
    this.known.set(group, matched);
    return matched;
  }

  private blockBits(bits: Uint32Array, at: number): Bits {
    return bits.subarray(at * this.words, (at + 1) * this.words);
  }

  // What each group matches in a block.
  bitsIn(at: number): Bits[] {
    return this.groups.map(({ bits }) => this.blockBits(bits, at));
  }

  // Offers the documents found by their scores. The newest blocks come first: what is fresh ranks higher, and the
  // sooner the page is full of good ones, the fewer others need to be scored.
  pick(found: readonly FoundBlock[], picker: Picker, top: TopHits): void {
    for (let at = found.length - 1; at >= 0; at--) this.pickIn(found[at] as FoundBlock, picker, top);
  }

  private pickIn({ block, base, found, count }: FoundBlock, picker: Picker, top: TopHits): void {
    const { sign, list } = picker;
    const worst = top.worstKey;
    const among = sign > 0 && top.isFull ? this.promising(block, found, worst) : found;
    const scores = this.scoresIn(block, among);
    const best = bestOfBlock(block, Math.min(picker.kept, count), picker);
    const ties = tiesOf(block);
    const length = listBits(among, list);
    for (let at = 0; at < length; at++) {
      const slot = list[at] as number;
      const key = sign * scores(slot);
      if (key >= worst) best.offer(key, slot, ties[slot] as number);
    }
    top.offerAll(best, base, block.ids);
    if (among !== found) this.view.scratch.release(among);
  }

  // Those of the documents found that the best text score of the block, times their boost, would bring into the page.
  private promising(block: Block, found: Bits, worst: number): Bits {
    const { catalog, numbers, scratch } = this.view;
    let textBound = 0;
    for (const { plan, weight } of this.groups) textBound += weight * scoreBound(block, plan, catalog);
    if (textBound === Infinity) return found;
    const boostNeeded = ((worst - 0.5) / (textBound * SCORE_DIGITS)) * BOUND_SLACK;
    const classes = block.scoreClasses(numbers.rankedAtMs);
    const among = scratch.bits();
    for (let at = 0; at < found.length; at++) {
      let word = (found[at] as number) | 0;
      let kept = 0;
      while (word !== 0) {
        const lowest = word & -word;
        const slot = (at << 5) + 31 - Math.clz32(lowest);
        if ((BOOSTS[classes[slot] as number] as number) >= boostNeeded) kept |= lowest;
        word ^= lowest;
      }
      among[at] = kept;
    }
    return among;
  }

  // Scores of the documents at some places, in units of the last digit shown.
  scoresOf(places: readonly number[]): number[] {
    const { blocks, capacity, scratch } = this.view;
    const scores = new Map<number, number>();
    for (const at of new Set(places.map((place) => Math.floor(place / capacity)))) {
      const block = blocks[at] as Block;
      const slots = places
        .filter((place) => Math.floor(place / capacity) === at)
        .map((place) => place % capacity);
      const among = scratch.bits();
      for (const slot of slots) setBit(among, slot);
      const scoreAt = this.scoresIn(block, among);
      for (const slot of slots) scores.set(at * capacity + slot, scoreAt(slot));
      scratch.release(among);
    }
    return places.map((place) => scores.get(place) ?? 0);
  }

  // Scores documents of a block; the function returned gives the score of each once, in units of the last digit shown.
  private scoresIn(block: Block, among: Bits): (slot: number) => number {
    const { scratch, numbers } = this.view;
    const classes = block.scoreClasses(numbers.rankedAtMs);
    const weights = this.groups.map(({ weight }) => weight);
    const bests = this.groups.map(({ plan }, at) => {
      const scorer = scratch.scorer(at);
      scorer.score(block, plan, among);
      return scorer.best;
    });
    const base = weights.length === 0 ? 1 : 0;
    return (slot) => {
      let score = base;
      for (let at = 0; at < weights.length; at++) {
        const best = bests[at] as Float64Array;
        score += (weights[at] as number) * (best[slot] as number);
        best[slot] = 0;
      }
      return Math.round(score * (BOOSTS[classes[slot] as number] as number) * SCORE_DIGITS);
    };
  }
}
