/**
 * Edits (insert, delete, replace, swap of neighbours) from `a` to `b`, or `limit + 1` when there are more than `limit`.
 * Works on any byte or code-unit sequence; costs at most (2 × limit + 1) × length steps.
 */
export function editDistanceWithin(a: ArrayLike<number>, b: ArrayLike<number>, limit: number): number {
  const beyond = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return beyond;
  const width = b.length + 1;
  let before = new Uint16Array(width);
  let above = new Uint16Array(width);
  let row = new Uint16Array(width);
  for (let j = 0; j < width; j += 1) above[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    row.fill(beyond);
    if (i <= limit) row[0] = i;
    let least = row[0] ?? beyond;
    for (let j = from; j <= to; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (above[j - 1] ?? beyond) + (same ? 0 : 1),
        (above[j] ?? beyond) + 1,
        (row[j - 1] ?? beyond) + 1,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? beyond) + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return beyond;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[b.length] ?? beyond, beyond);
}
