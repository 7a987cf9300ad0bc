/**
 * A function of texts that come again and again, as names of places and models do, with its latest results: so many at most,
 * then it begins anew. Of a long text nothing is kept: it hardly comes twice.
 */
export function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
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
