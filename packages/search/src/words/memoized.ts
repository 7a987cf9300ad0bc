/**
 * Caches the latest results of a function of short texts that recur, such as names of places and models. A
 * full cache is cleared. Long texts are not cached, because they rarely recur.
 */
export function memoized<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = work(text);
    if (text.length > LENGTH_MAX) return result;
    if (known.size === KEPT_MAX) known.clear();
    known.set(text, result);
    return result;
  };
}

const LENGTH_MAX = 40;
const KEPT_MAX = 20_000;
