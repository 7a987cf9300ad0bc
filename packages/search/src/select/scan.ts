import { setBit, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import type { ValueColumn } from '../store/value-column.ts';
import { FIELD, type Field } from '../store/fields.ts';

/** A condition of a query: sets the bits of the documents in a block that meet it, including dead ones. */
export type Filter = (block: Block, bits: Bits) => void;

/** A set of ordinals as a lookup table for column scans. */
export class OrdinalSet {
  readonly ordinals: readonly number[];
  readonly #table: Uint8Array;

  constructor(ordinals: readonly number[]) {
    this.ordinals = ordinals;
    this.#table = new Uint8Array(ordinals.reduce((max, ordinal) => Math.max(max, ordinal), 0) + 1);
    for (const ordinal of ordinals) this.#table[ordinal] = 1;
  }

  has(ordinal: number): boolean {
    return this.#table[ordinal] === 1;
  }
}

/** Ordinals of the names of documents: lists of category names, features, and values of other fields. */
export interface NamedOrdinals {
  categories: OrdinalSet;
  features: OrdinalSet;
  values: readonly { field: Field; ordinals: OrdinalSet }[];
}

export function addNamed(block: Block, { categories, features, values }: NamedOrdinals, bits: Bits): void {
  addValues(block, FIELD.categoryNames, categories, bits);
  addFeatures(block, features, bits);
  for (const { field, ordinals } of values) addValues(block, field, ordinals, bits);
}

/** Sets the bits of documents with any of the values in a field. */
export function addValues(block: Block, field: Field, wanted: OrdinalSet, bits: Bits): void {
  if (wanted.ordinals.length === 0) return;
  const index = block.sealed?.values[field];
  if (index !== undefined) {
    for (const ordinal of wanted.ordinals) index.addTo(bits, ordinal);
    return;
  }
  const column = block.fields[field] as ValueColumn;
  for (let slot = 0; slot < block.count; slot++) if (wanted.has(column[slot] as number)) setBit(bits, slot);
}

export function addFeatures(block: Block, wanted: OrdinalSet, bits: Bits): void {
  if (block.sealed !== null) {
    for (const ordinal of wanted.ordinals) block.sealed.features.addTo(bits, ordinal);
    return;
  }
  const { featureEnds, featureList } = block;
  if (featureEnds === null || wanted.ordinals.length === 0) return;
  let i = 0;
  for (let slot = 0; slot < block.count; slot++) {
    for (const end = featureEnds[slot] as number; i < end; i++) {
      if (wanted.has(featureList[i] as number)) setBit(bits, slot);
    }
  }
}
