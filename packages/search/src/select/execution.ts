import { andInto, countBits, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import { countFacets, type BlockSets, type FacetSets } from '../facets/facet-counting.ts';
import { addFacetRows } from '../facets/facet-rows.ts';
import { type FilterContext, filterGroups, partFilter, readFilter } from './filters.ts';
import type { Filter } from './scan.ts';
import { Distances } from './geo.ts';
import type { IndexView } from '../store/index-view.ts';
import { pickByKey, pickByNumber, sortedNumber, type FoundBlock, type Picker } from './page.ts';
import { SCORE_DIGITS } from '../store/boosts.ts';
import type { NumberField } from '../store/fields.ts';
import { TopHits, type Candidate } from './top-hits.ts';
import { FACET_ABOVE, type FacetName, isPartFacet, type PartFacet } from '../dimensions.ts';
import {
  defaultOrder,
  type SearchFacets,
  type SearchHit,
  type SearchQuery,
  type SearchResult,
  type SearchTiming,
} from '../types.ts';
import { WordSearch } from './word-search.ts';

// Runs one search over the blocks of an index: first the words, which are evaluated on the whole index; then,
// per block, the matching documents; then facet counts and the page.

const LIMIT_DEFAULT = 20;
const NO_SUMMARY = new Uint8Array(0);

export function execute(query: SearchQuery, view: IndexView, timing?: SearchTiming): SearchResult {
  try {
    return new Execution(query, view).run(timing);
  } finally {
    view.scratch.releaseAll();
  }
}

// Shared conditions narrow everything; the conditions of a facet narrow all but the counts of that facet.
interface Conditions {
  shared: readonly Filter[];
  own: ReadonlyMap<FacetName, readonly Filter[]>;
  /** The requested facets of parts, each with the filter of the selection that it is within. */
  parts: ReadonlyMap<PartFacet, Filter | null>;
}

class Execution {
  readonly #query: SearchQuery;
  readonly #view: IndexView;
  readonly #text: WordSearch;
  /**
   * Filter for the parsed meaning of names. Its matches rank before documents that only contain the words.
   */
  readonly #read: Filter | null;
  readonly #wanted: readonly FacetName[];
  readonly #distances: Distances | null;
  readonly #found: FoundBlock[] = [];
  #total = 0;

  constructor(query: SearchQuery, view: IndexView) {
    this.#query = query;
    this.#view = view;
    this.#distances = query.geo !== undefined ? new Distances(query.geo) : null;
    this.#read = readFilter(query, { ...view, distances: this.#distances });
    this.#text = new WordSearch(query, view, this.#read);
    this.#wanted = [...new Set(query.facets)];
  }

  run(timing?: SearchTiming): SearchResult {
    const query = this.#query;
    const view = this.#view;
    const begunAt = performance.now();
    const conditions = this.#conditions();
    const sets = this.#find(conditions);
    const facets: SearchFacets = {};
    const foundAt = performance.now();
    for (const counter of countFacets(this.#wanted, sets, query, view))
      addFacetRows(facets, counter, view.catalogue, query);
    const countedAt = performance.now();
    const hits = this.#hitsOf(this.#pick());
    if (timing !== undefined) {
      timing.facetsMs += countedAt - foundAt;
      timing.searchMs += foundAt - begunAt + performance.now() - countedAt;
    }
    return { total: this.#total, hits, facets, generation: view.generation };
  }

  #conditions(): Conditions {
    const context: FilterContext = { ...this.#view, distances: this.#distances };
    const groups = filterGroups(this.#query, context, this.#read);
    const parts = this.#wanted.filter(isPartFacet);
    const wanted = new Set<FacetName>([...this.#wanted, ...parts.map((name) => FACET_ABOVE[name])]);
    const shared = [...(groups.get('rest') ?? [])];
    const ownFilters = new Map<FacetName, Filter[]>();
    for (const [name, filters] of groups) {
      if (name === 'rest' || filters.length === 0) continue;
      // No requested facet ignores this condition, so it is a shared one.
      if (wanted.has(name)) ownFilters.set(name, filters);
      else shared.push(...filters);
    }
    const selections = parts.map((name) => [name, partFilter(name, this.#query, context)] as const);
    return { shared, own: ownFilters, parts: new Map(selections) };
  }

  /** Finds the matching documents, and the documents that each facet counts. */
  #find({ shared, own, parts }: Conditions): FacetSets {
    const isNarrowed = shared.length > 0 || !this.#text.isEmpty;
    // Facets of parts whose set is not that of the results.
    const within = [...parts].filter(([name, filter]) => filter !== null || own.has(FACET_ABOVE[name]));
    const sets: FacetSets = {
      found: [],
      sharedTotal: 0,
      apart: new Map([...own.keys(), ...within.map(([name]) => name)].map((name) => [name, []])),
      isWhole: (name) => {
        if (isNarrowed || (isPartFacet(name) && (parts.get(name) ?? null) !== null)) return false;
        const above = isPartFacet(name) ? FACET_ABOVE[name] : name;
        return [...own.keys()].every((other) => other === above);
      },
    };
    const isSplit = own.size > 0;
    this.#view.blocks.forEach((block, index) => {
      if (block === null || block.liveCount === 0) return;
      // Copy only sets that will be modified.
      const base = isNarrowed || isSplit ? this.#narrowedBits(block, index, shared) : block.live;
      const shares = isNarrowed ? countBits(base) : block.liveCount;
      if (shares === 0) {
        this.#view.scratch.release(base);
        return;
      }
      sets.sharedTotal += shares;
      const found = isSplit ? this.#splitBlock(block, index, base, own, sets) : base;
      const count = isSplit ? countBits(found) : shares;
      this.#total += count;
      sets.found[index] = found;
      for (const [name, filter] of within) this.#addPartSet(block, index, name, filter, sets);
      if (count > 0) this.#found.push({ block, base: index * this.#view.capacity, found, count });
    });
    return sets;
  }

  /** Returns the documents of a block that match the words and the shared conditions. */
  #narrowedBits(block: Block, index: number, shared: readonly Filter[]): Bits {
    const base = this.#view.scratch.copyOf(block.live);
    this.#text.narrow(base, index);
    for (const filter of shared) this.#narrow(base, block, filter);
    return base;
  }

  #narrow(bits: Bits, block: Block, filter: Filter): void {
    const { scratch } = this.#view;
    const filterBits = scratch.bits();
    filter(block, filterBits);
    andInto(bits, filterBits);
    scratch.release(filterBits);
  }

  /** Applies the facets' own conditions: all of them to the matches, and all but its own to each facet. */
  #splitBlock(
    block: Block,
    index: number,
    base: Bits,
    own: ReadonlyMap<FacetName, readonly Filter[]>,
    sets: FacetSets,
  ): Bits {
    const { scratch } = this.#view;
    const parts = [...own].map(([name, filters]) => ({ name, bits: this.#allOf(block, filters) }));
    // Each facet gets the intersection of the conditions before its own (stored on the way forward) and of
    // those after it (collected on the way back).
    const before = parts.map(({ bits }) => {
      const left = scratch.copyOf(base);
      andInto(base, bits);
      return left;
    });
    let after: Bits | null = null;
    for (let part = parts.length - 1; part >= 0; part--) {
      const { name, bits } = parts[part] as (typeof parts)[number];
      const otherBits = before[part] as Bits;
      if (after !== null) andInto(otherBits, after);
      if (sets.isWhole(name)) scratch.release(otherBits);
      else (sets.apart.get(name) as BlockSets)[index] = otherBits;
      if (after !== null) {
        andInto(after, bits);
        scratch.release(bits);
      } else {
        after = bits;
      }
    }
    if (after !== null) scratch.release(after);
    return base;
  }

  /** Adds the documents of the facet above, narrowed to its selection. */
  #addPartSet(block: Block, index: number, name: PartFacet, filter: Filter | null, sets: FacetSets): void {
    const above = FACET_ABOVE[name];
    const ofAbove = sets.apart.has(above) ? sets.apart.get(above)?.[index] : sets.found[index];
    let bits = ofAbove ?? block.live;
    if (filter !== null) {
      bits = this.#view.scratch.copyOf(bits);
      this.#narrow(bits, block, filter);
    }
    (sets.apart.get(name) as BlockSets)[index] = bits;
  }

  #allOf(block: Block, filters: readonly Filter[]): Bits {
    const [first, ...otherFilters] = filters;
    const bits = this.#view.scratch.bits();
    first?.(block, bits);
    for (const filter of otherFilters) this.#narrow(bits, block, filter);
    return bits;
  }

  #pick(): Candidate[] {
    const query = this.#query;
    const view = this.#view;
    const offset = query.offset ?? 0;
    const limit = query.limit ?? LIMIT_DEFAULT;
    const sort = query.sort ?? 'relevance';
    const order = query.order ?? defaultOrder(sort);
    const pageEnd = limit === 0 ? 0 : Math.min(offset + limit, this.#total);
    if (pageEnd === 0) return [];
    const picker: Picker = {
      kept: pageEnd,
      offset,
      sign: order === 'asc' ? -1 : 1,
      context: view.numbers,
      compareIds: (a, b) => view.ids.compare(a, b),
      list: view.scratch.list,
    };
    const number = sortedNumber(sort, !this.#text.isEmpty);
    if (number !== undefined) {
      const isInTurn = sort === 'relevance' && this.#read !== null;
      return isInTurn
        ? this.#pickInTurn(this.#read, number, picker)
        : pickByNumber(this.#found, number, picker);
    }
    const top = new TopHits(pageEnd, picker.compareIds);
    if (sort === 'relevance') this.#text.pick(this.#found, picker, top);
    else
      for (const found of this.#found)
        pickByKey(found, this.#measure(found.block, sort === 'views'), picker, top);
    return top.from(offset);
  }

  /**
   * Picks documents in two groups: without words, a document that only contains a name never scores as much
   * as one that matches its parsed meaning.
   */
  #pickInTurn(read: Filter, number: NumberField, picker: Picker): Candidate[] {
    const { scratch } = this.#view;
    const readBlocks: FoundBlock[] = [];
    const saying: FoundBlock[] = [];
    for (const found of this.#found) {
      const bits = scratch.bits();
      read(found.block, bits);
      andInto(bits, found.found);
      const count = countBits(bits);
      if (count > 0) readBlocks.push({ ...found, found: bits, count });
      if (count === found.count) continue;
      const otherBits = scratch.copyOf(found.found);
      for (let i = 0; i < otherBits.length; i++)
        otherBits[i] = (otherBits[i] as number) & ~(bits[i] as number);
      saying.push({ ...found, found: otherBits, count: found.count - count });
    }
    const page: Candidate[] = [];
    let before = 0;
    for (const blocks of picker.sign > 0 ? [readBlocks, saying] : [saying, readBlocks]) {
      const total = blocks.reduce((sum, { count }) => sum + count, 0);
      const part = {
        ...picker,
        offset: Math.max(0, picker.offset - before),
        kept: Math.min(picker.kept - before, total),
      };
      before += total;
      if (part.kept <= part.offset) continue;
      if (blocks === readBlocks) page.push(...pickByNumber(readBlocks, number, part));
      else {
        const top = new TopHits(part.kept, picker.compareIds);
        this.#text.pick(saying, part, top);
        page.push(...top.from(part.offset));
      }
    }
    return page;
  }

  #measure(block: Block, byViews: boolean): (slot: number) => number {
    return byViews ? (slot) => block.views[slot] as number : (slot) => this.#distance(block, slot);
  }

  #distance(block: Block, slot: number): number {
    if (this.#distances === null) return Number.NaN;
    return this.#distances.to(block.lat[slot] as number, block.lng[slot] as number);
  }

  #hitsOf(candidates: readonly Candidate[]): SearchHit[] {
    const view = this.#view;
    const scores = this.#scoresOf(candidates);
    return candidates.map(({ place, id }, index) => {
      const block = view.blocks[Math.floor(place / view.capacity)] as Block;
      const slot = place % view.capacity;
      const distance = this.#distance(block, slot);
      return {
        id: view.ids.get(id),
        score: (scores[index] as number) / SCORE_DIGITS,
        summary: block.summaries?.get(slot) ?? NO_SUMMARY,
        distanceKm: Number.isNaN(distance) ? null : distance,
      };
    });
  }

  /** Returns the scores of the page, in units of the last digit shown. */
  #scoresOf(candidates: readonly Candidate[]): number[] {
    const isKey = (this.#query.sort ?? 'relevance') === 'relevance';
    if (!isKey) return this.#text.scoresOf(candidates.map(({ place }) => place));
    const sign = this.#query.order === 'asc' ? -1 : 1;
    return candidates.map(({ key }) => sign * key);
  }
}
