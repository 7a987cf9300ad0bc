import { countBits, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import { priceEdgesInBase, PRICE_EDGES } from '../store/currency.ts';
import { FIELD, type Field } from '../store/fields.ts';
import type { IndexView } from '../store/index-view.ts';
import type { PriceRanges } from '../store/price-column.ts';
import type { TupleDictionary } from '../store/tuples.ts';
import {
  DIMENSION_OF_FACET,
  type FacetName,
  isUniformFacet,
  type UniformFacet,
  MILEAGE_RANGES,
  UNIFORM_FACETS,
} from '../dimensions.ts';
import { countFeatures, countMileages } from './block-counts.ts';

import type { SearchQuery } from '../types.ts';
import { countThree, countValues, type Counted, type ValueColumn } from '../store/value-column.ts';

// Counts facets over sets of documents in the cheapest way. Unfiltered counts are maintained as counters. For
// a set larger than half the index, the complement is counted and subtracted. Fields that are often requested
// together are counted as combinations, all in one pass.

/** Document sets by block number; undefined for a block without matches. */
export type BlockSets = (Bits | undefined)[];

export interface FacetSets {
  /** Number of documents that match the conditions shared by all facets: an upper bound for every set. */
  sharedTotal: number;
  found: BlockSets;
  /** For facets with own conditions: the documents that match all other conditions. */
  apart: ReadonlyMap<FacetName, BlockSets>;
  /** Whether a facet counts every live document. */
  isWhole: (name: FacetName) => boolean;
}

/** Facets that do not count a field of the catalog. */
const NO_FIELD = ['price_ranges', 'mileage_ranges', 'features'] as const;
type FacetWithoutField = (typeof NO_FIELD)[number];

const OWN_FIELDS: Readonly<Record<Exclude<FacetName, UniformFacet | FacetWithoutField>, Field>> = {
  categories: FIELD.category,
  subcategories: FIELD.subcategory,
  brands: FIELD.brand,
  models: FIELD.brandModel,
  years: FIELD.year,
  locations: FIELD.country,
};

const hasNoField = (name: FacetName): name is FacetWithoutField =>
  NO_FIELD.some((withoutField) => withoutField === name);

function fieldOf(name: FacetName): Field | null {
  if (isUniformFacet(name)) return FIELD[DIMENSION_OF_FACET[name]];
  return hasNoField(name) ? null : OWN_FIELDS[name];
}

/** Fields whose live documents are counted, so that counts of the whole index need no pass. */
export const COUNTED_FIELDS: readonly Field[] = [
  ...Object.values(OWN_FIELDS),
  ...UNIFORM_FACETS.map((name) => FIELD[DIMENSION_OF_FACET[name]]),
];

/** Counts of one facet, by ordinal of the value or by number of the range. */
export interface FacetCounts {
  name: FacetName;
  /** Null for features, and for ranges of prices and mileages. */
  field: Field | null;
  counts: Uint32Array;
}

export function countFacets(
  wanted: readonly FacetName[],
  sets: FacetSets,
  query: SearchQuery,
  view: IndexView,
): FacetCounts[] {
  const counting = new FacetCounting(query, view);
  const facets = wanted.map((name) => counting.emptyCounts(name));
  for (const facet of facets) if (sets.isWhole(facet.name)) counting.addWhole(facet);
  const narrowed = facets.filter(({ name }) => !sets.isWhole(name));
  counting.count(
    narrowed.filter(({ name }) => !sets.apart.has(name)),
    sets.found,
    sets.sharedTotal,
  );
  for (const facet of narrowed) {
    const apart = sets.apart.get(facet.name);
    if (apart !== undefined) counting.count([facet], apart, sets.sharedTotal);
  }
  return facets;
}

// One pass over a document set in a block.
interface Pass {
  count: (block: Block, bits: Bits) => void;
  finish: () => void;
}

const nothingToFinish = () => undefined;

class FacetCounting {
  readonly #view: IndexView;
  readonly #ranges: PriceRanges;

  constructor(query: SearchQuery, view: IndexView) {
    this.#view = view;
    const currency = query.currency ?? view.exchange.base;
    this.#ranges = {
      key: `${currency} ${view.numbers.rates.version}`,
      edges: priceEdgesInBase(view.exchange, currency),
    };
  }

  emptyCounts(name: FacetName): FacetCounts {
    const field = fieldOf(name);
    return { name, field, counts: new Uint32Array(this.#sizeOf(name, field)) };
  }

  #sizeOf(name: FacetName, field: Field | null): number {
    const { catalogue } = this.#view;
    if (field !== null) return catalogue.field(field).size;
    if (name === 'features') return catalogue.features.size;
    return (name === 'price_ranges' ? PRICE_EDGES : MILEAGE_RANGES.ends).length + 1;
  }

  addWhole(facet: FacetCounts): void {
    const { name, field, counts } = facet;
    if (field !== null) {
      counts.set(this.#view.catalogue.field(field).live.subarray(0, counts.length));
      return;
    }
    for (const block of this.#view.blocks) {
      if (block === null) continue;
      if (name !== 'price_ranges') {
        this.#singlePass(facet).count(block, block.live);
        continue;
      }
      block.pricesInBase(this.#view.numbers);
      addTo(counts, block.prices.liveRanges(this.#ranges, block.count, block.live));
    }
  }

  count(facets: readonly FacetCounts[], sets: BlockSets, sharedTotal: number): void {
    if (facets.length === 0) return;
    if (!this.#isMostOfIndex(sets, sharedTotal)) {
      this.#countSets(facets, (_block, i) => sets[i]);
      return;
    }
    const scratch = this.#view.scratch.bits();
    this.#countSets(facets, (block, i) => without(block.live, sets[i], scratch));
    this.#view.scratch.release(scratch);
    for (const facet of facets) {
      const whole = this.emptyCounts(facet.name);
      this.addWhole(whole);
      for (let i = 0; i < whole.counts.length; i++) {
        facet.counts[i] = (whole.counts[i] as number) - (facet.counts[i] as number);
      }
    }
  }

  #isMostOfIndex(sets: BlockSets, sharedTotal: number): boolean {
    const half = this.#view.liveCount / 2;
    if (sharedTotal <= half) return false;
    let total = 0;
    for (const bits of sets) if (bits !== undefined) total += countBits(bits);
    return total > half;
  }

  #countSets(facets: readonly FacetCounts[], setOf: (block: Block, i: number) => Bits | undefined): void {
    const { blocks } = this.#view;
    const passes = this.#passes(facets);
    blocks.forEach((block, i) => {
      if (block === null) return;
      const bits = setOf(block, i);
      if (bits === undefined) return;
      for (const pass of passes) pass.count(block, bits);
    });
    for (const pass of passes) pass.finish();
  }

  /** Returns the fewest passes that count these facets. */
  #passes(facets: readonly FacetCounts[]): Pass[] {
    const together = this.#view.catalogue.tuples.map((tuples) => {
      const members = facets.filter(({ field }) => field !== null && tuples.members.includes(field));
      return { tuples, members, counts: new Uint32Array(tuples.size) };
    });
    const [kinds, makes] = together;
    const prices = facets.find(({ name }) => name === 'price_ranges');
    if (
      kinds !== undefined &&
      makes !== undefined &&
      prices !== undefined &&
      kinds.members.length > 0 &&
      makes.members.length > 0
    ) {
      const otherFacets = facets.filter(
        (facet) => facet !== prices && !kinds.members.includes(facet) && !makes.members.includes(facet),
      );
      return [this.#passOfAll(kinds, makes, prices), ...otherFacets.map((facet) => this.#singlePass(facet))];
    }
    const passes: Pass[] = [];
    let alone = facets;
    for (const tupleCounts of together) {
      if (tupleCounts.members.length < 2) continue;
      passes.push(tuplePass(tupleCounts));
      alone = alone.filter((facet) => !tupleCounts.members.includes(facet));
    }
    return [...passes, ...alone.map((facet) => this.#singlePass(facet))];
  }

  /** Counts both tuples and the prices in one pass. */
  #passOfAll(kinds: TupleCounts, makes: TupleCounts, { counts }: FacetCounts): Pass {
    return {
      count: (block, bits) => {
        const kind = { counts: kinds.counts, column: block.fields[kinds.tuples.column] as ValueColumn };
        const make = { counts: makes.counts, column: block.fields[makes.tuples.column] as ValueColumn };
        const price = { counts, column: this.#rangesOf(block) };
        if (kind.column instanceof Uint16Array && make.column instanceof Uint16Array) {
          const [first, second] = [kind as Counted<Uint16Array>, make as Counted<Uint16Array>];
          countThree(bits, first, second, price);
        } else {
          for (const target of [kind, make, price]) countValues(target.counts, target.column, bits);
        }
      },
      finish: () => {
        addParts(kinds);
        addParts(makes);
      },
    };
  }

  #singlePass({ name, field, counts }: FacetCounts): Pass {
    if (name === 'features')
      return { count: (block, bits) => countFeatures(counts, block, bits), finish: nothingToFinish };
    if (name === 'mileage_ranges')
      return { count: (block, bits) => countMileages(counts, block, bits), finish: nothingToFinish };
    const columnOf = (block: Block) =>
      field === null ? this.#rangesOf(block) : (block.fields[field] as ValueColumn);
    return {
      count: (block, bits) => countValues(counts, columnOf(block), bits),
      finish: nothingToFinish,
    };
  }

  #rangesOf(block: Block): Uint8Array {
    block.pricesInBase(this.#view.numbers);
    return block.prices.ranges(this.#ranges, block.count);
  }
}

// Counts of combinations, and the facets that they belong to.
interface TupleCounts {
  tuples: TupleDictionary;
  members: readonly FacetCounts[];
  counts: Uint32Array;
}

function tuplePass(together: TupleCounts): Pass {
  return {
    count: (block, bits) =>
      countValues(together.counts, block.fields[together.tuples.column] as ValueColumn, bits),
    finish: () => addParts(together),
  };
}

// Adds the counts of combinations to each facet.
function addParts({ tuples, members, counts: together }: TupleCounts): void {
  for (const { field, counts } of members) {
    const parts = tuples.parts[tuples.members.findIndex((member) => member === field)] ?? [];
    for (let tuple = 0; tuple < together.length; tuple++) {
      const part = parts[tuple] as number;
      counts[part] = (counts[part] as number) + (together[tuple] as number);
    }
  }
}

function without(live: Bits, bits: Bits | undefined, out: Bits): Bits {
  if (bits === undefined) return live;
  for (let i = 0; i < out.length; i++) out[i] = (live[i] as number) & ~(bits[i] as number);
  return out;
}

function addTo(counts: Uint32Array, added: Uint32Array): void {
  for (let i = 0; i < added.length; i++) counts[i] = (counts[i] as number) + (added[i] as number);
}
