/**
 * Computes the edit distance, where swapping adjacent letters is one edit (optimal string alignment). Stops
 * beyond `max` and returns max + 1. Common prefixes and suffixes are removed first, which mostly leaves a
 * letter or two.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let from = 0;
  let endA = a.length;
  let endB = b.length;
  while (from < endA && from < endB && a.charCodeAt(from) === b.charCodeAt(from)) from++;
  while (endA > from && endB > from && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const [restA, restB] = [endA - from, endB - from];
  if (restA === 0 || restB === 0) return Math.max(restA, restB);
  if (restA === 1 && restB === 1) return 1;
  if (max === 1) return restA === 2 && restB === 2 && isSwap(a, from, b, from) ? 1 : 2;
  return tableDistance(a.slice(from, endA), b.slice(from, endB), max);
}

// Whether the two letters at one position are those at the other, swapped.
function isSwap(a: string, atA: number, b: string, atB: number): boolean {
  return a.charCodeAt(atA) === b.charCodeAt(atB + 1) && a.charCodeAt(atA + 1) === b.charCodeAt(atB);
}

// Three rows of the table, reused across calls, because a query compares thousands of words.
const ROW_LENGTH = 128;
let beforeLast = new Uint16Array(ROW_LENGTH);
let last = new Uint16Array(ROW_LENGTH);
let current = new Uint16Array(ROW_LENGTH);

function tableDistance(a: string, b: string, max: number): number {
  if (b.length >= last.length) {
    [beforeLast, last, current] = [0, 1, 2].map(() => new Uint16Array(b.length * 2)) as [Row, Row, Row];
  }
  for (let column = 0; column <= b.length; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    let best = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      const replaced = (last[column - 1] as number) + (isSame ? 0 : 1);
      let edits = Math.min(replaced, (last[column] as number) + 1, (current[column - 1] as number) + 1);
      if (row > 1 && column > 1 && isSwap(a, row - 2, b, column - 2)) {
        edits = Math.min(edits, (beforeLast[column - 2] as number) + 1);
      }
      current[column] = edits;
      if (edits < best) best = edits;
    }
    if (best > max) return max + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[b.length] as number, max + 1);
}

type Row = Uint16Array<ArrayBuffer>;
