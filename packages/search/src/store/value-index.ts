import { countCommonBits, hasBit, listBits, orInto, setAll, type Bits } from './bitset.ts';

// Documents of each value of one field in a sealed block: a bitset for a frequent value, a sorted list for a
// rare one. A document can have several values (features).

// Share of documents above which a list takes more memory than a bitset.
const FREQUENT_SHARE = 1 / 16;

export class ValueIndex {
  /** Distinct ordinals, ascending. */
  readonly values: Uint32Array;
  /** Documents of values[i]: starts[i] to starts[i + 1] in docs; empty if there is a bitset instead. */
  readonly starts: Uint32Array;
  readonly docs: Uint16Array;
  readonly bitsets: readonly (Bits | null)[];

  constructor(
    values: Uint32Array,
    starts: Uint32Array,
    docs: Uint16Array,
    bitsets: readonly (Bits | null)[],
  ) {
    this.values = values;
    this.starts = starts;
    this.docs = docs;
    this.bitsets = bitsets;
  }

  get bytes(): number {
    const bits = this.bitsets.reduce((sum, set) => sum + (set?.byteLength ?? 0), 0);
    return this.values.byteLength + this.starts.byteLength + this.docs.byteLength + bits;
  }

  find(value: number): number {
    let low = 0;
    let high = this.values.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const held = this.values[middle] as number;
      if (held === value) return middle;
      if (held < value) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  addTo(bits: Bits, value: number): void {
    const i = this.find(value);
    if (i < 0) return;
    const set = this.bitsets[i] ?? null;
    if (set !== null) orInto(bits, set);
    else setAll(bits, this.docs, this.starts[i] as number, this.starts[i + 1] as number);
  }

  /** Adds the number of the given documents with each value to `counts`. */
  countIn(bits: Bits, counts: Uint32Array): void {
    for (let i = 0; i < this.values.length; i++) {
      const value = this.values[i] as number;
      const set = this.bitsets[i] ?? null;
      let count = 0;
      if (set !== null) count = countCommonBits(bits, set);
      else {
        const end = this.starts[i + 1] as number;
        for (let at = this.starts[i] as number; at < end; at++)
          if (hasBit(bits, this.docs[at] as number)) count++;
      }
      counts[value] = (counts[value] as number) + count;
    }
  }

  /** Writes the documents of values[i], ascending. Returns their number. */
  list(i: number, docs: Uint16Array): number {
    const set = this.bitsets[i] ?? null;
    if (set !== null) return listBits(set, docs);
    const run = this.docs.subarray(this.starts[i], this.starts[i + 1]);
    docs.set(run);
    return run.length;
  }

  /** Builds the index from pairs of document and value, in which the documents of each value ascend. */
  static build(docs: Uint16Array, values: Uint32Array, capacity: number): ValueIndex {
    const ends = countedEnds(values);
    const sorted = new Uint16Array(docs.length);
    // Runs backwards, so that the documents of a value stay in order and the ends become starts.
    for (let i = docs.length - 1; i >= 0; i--) {
      const value = values[i] as number;
      const place = (ends[value] as number) - 1;
      ends[value] = place;
      sorted[place] = docs[i] as number;
    }
    return pack(sorted, ends, capacity);
  }
}

// Returns where the range of each value ends after sorting documents by value.
function countedEnds(values: Uint32Array): Uint32Array {
  let max = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > max) max = values[i] as number;
  const ends = new Uint32Array(max + 1);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    ends[value] = (ends[value] as number) + 1;
  }
  let end = 0;
  for (let value = 0; value <= max; value++) {
    end += ends[value] as number;
    ends[value] = end;
  }
  return ends;
}

function pack(sorted: Uint16Array, runStarts: Uint32Array, capacity: number): ValueIndex {
  const values: number[] = [];
  const starts: number[] = [];
  const bitsets: (Bits | null)[] = [];
  const lists = new Uint16Array(sorted.length);
  let length = 0;
  for (let value = 0; value < runStarts.length; value++) {
    const from = runStarts[value] as number;
    const to = runStarts[value + 1] ?? sorted.length;
    if (from === to) continue;
    values.push(value);
    starts.push(length);
    if (to - from > capacity * FREQUENT_SHARE) {
      const bits = new Uint32Array(capacity >>> 5);
      setAll(bits, sorted, from, to);
      bitsets.push(bits);
    } else {
      for (let i = from; i < to; i++) lists[length++] = sorted[i] as number;
      bitsets.push(null);
    }
  }
  starts.push(length);
  return new ValueIndex(Uint32Array.from(values), Uint32Array.from(starts), lists.slice(0, length), bitsets);
}
