import type { Bits } from './bitset.ts';

/**
 * Ordinals of one field by slot. An open block stores 32 bits each; a sealed one as few as its values need,
 * so that counting over a million documents reads one or two megabytes instead of four.
 */
export type ValueColumn = Uint8Array | Uint16Array | Uint32Array;

export function narrowed(column: ValueColumn, leastBytes = 1): ValueColumn {
  let max = 0;
  for (let slot = 0; slot < column.length; slot++)
    if ((column[slot] as number) > max) max = column[slot] as number;
  if (max <= 0xff && leastBytes === 1) return Uint8Array.from(column);
  return max <= 0xffff ? Uint16Array.from(column) : Uint32Array.from(column);
}

/** Counts the values of the given documents. */
export function countValues(counts: Uint32Array, column: ValueColumn, bits: Bits): void {
  if (column instanceof Uint8Array) count8(counts, column, bits);
  else if (column instanceof Uint16Array) count16(counts, column, bits);
  else count32(counts, column, bits);
}

// Three copies of one function, because a loop that sees only one type of array runs twice as fast.
function count8(counts: Uint32Array, column: Uint8Array, bits: Bits): void {
  for (let i = 0; i < bits.length; i++) {
    let word = (bits[i] as number) | 0;
    const last = (i << 5) + 31;
    while (word !== 0) {
      const lowest = word & -word;
      const value = column[last - Math.clz32(lowest)] as number;
      counts[value] = (counts[value] as number) + 1;
      word ^= lowest;
    }
  }
}

function count16(counts: Uint32Array, column: Uint16Array, bits: Bits): void {
  for (let i = 0; i < bits.length; i++) {
    let word = (bits[i] as number) | 0;
    const last = (i << 5) + 31;
    while (word !== 0) {
      const lowest = word & -word;
      const value = column[last - Math.clz32(lowest)] as number;
      counts[value] = (counts[value] as number) + 1;
      word ^= lowest;
    }
  }
}

function count32(counts: Uint32Array, column: Uint32Array, bits: Bits): void {
  for (let i = 0; i < bits.length; i++) {
    let word = (bits[i] as number) | 0;
    const last = (i << 5) + 31;
    while (word !== 0) {
      const lowest = word & -word;
      const value = column[last - Math.clz32(lowest)] as number;
      counts[value] = (counts[value] as number) + 1;
      word ^= lowest;
    }
  }
}

export interface Counted<Column extends ValueColumn> {
  counts: Uint32Array;
  column: Column;
}

/** Counts three columns in one pass over the documents, in half the time of three passes. */
export function countThree(
  bits: Bits,
  { counts: firsts, column: first }: Counted<Uint16Array>,
  { counts: seconds, column: second }: Counted<Uint16Array>,
  { counts: thirds, column: third }: Counted<Uint8Array>,
): void {
  for (let i = 0; i < bits.length; i++) {
    let word = (bits[i] as number) | 0;
    const last = (i << 5) + 31;
    while (word !== 0) {
      const lowest = word & -word;
      const slot = last - Math.clz32(lowest);
      const a = first[slot] as number;
      const b = second[slot] as number;
      const c = third[slot] as number;
      firsts[a] = (firsts[a] as number) + 1;
      seconds[b] = (seconds[b] as number) + 1;
      thirds[c] = (thirds[c] as number) + 1;
      word ^= lowest;
    }
  }
}
