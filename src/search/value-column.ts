// Ordinals of one field by slot. An open block writes 32 bits each; a sealed one keeps as few as its values need, so that
// counting over a million documents reads a megabyte or two rather than four.
export type ValueColumn = Uint8Array | Uint16Array | Uint32Array;

export function narrowed(column: ValueColumn): ValueColumn {
  let max = 0;
  for (let slot = 0; slot < column.length; slot++)
    if ((column[slot] as number) > max) max = column[slot] as number;
  if (max <= 0xff) return Uint8Array.from(column);
  return max <= 0xffff ? Uint16Array.from(column) : Uint32Array.from(column);
}

// Counts the values of listed documents.
export function countValues(
  counts: Uint32Array,
  column: ValueColumn,
  list: Uint16Array,
  length: number,
): void {
  if (column instanceof Uint8Array) count8(counts, column, list, length);
  else if (column instanceof Uint16Array) count16(counts, column, list, length);
  else count32(counts, column, list, length);
}

// Three functions of the same text: a loop that sees arrays of one kind only runs twice as fast.
function count8(counts: Uint32Array, column: Uint8Array, list: Uint16Array, length: number): void {
  for (let at = 0; at < length; at++) {
    const value = column[list[at] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}

function count16(counts: Uint32Array, column: Uint16Array, list: Uint16Array, length: number): void {
  for (let at = 0; at < length; at++) {
    const value = column[list[at] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}

function count32(counts: Uint32Array, column: Uint32Array, list: Uint16Array, length: number): void {
  for (let at = 0; at < length; at++) {
    const value = column[list[at] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}
