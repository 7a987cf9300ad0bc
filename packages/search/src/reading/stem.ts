// Removes inflectional endings in any language: "trucks", "gebrauchte", "ciągników", "frigoríficos". Stems
// are compared only if no name matches the word exactly.

const ENDINGS_MAX = 3;
const STEM_MIN = 3;
const ENDINGS = [
  'ach', 'ami', 'ego', 'emu', 'ych', 'ich', 'ern', 'ers', 'nen',
  'es', 'en', 'er', 'em', 'os', 'as', 'om', 'ow', 'ej', 'ie', 'ym', 'im', 'he', 'hi', 'ia', 'ux', 'ne',
  's', 'e', 'n', 'x', 'a', 'o', 'i', 'y', 'u',
]; // prettier-ignore
const LETTERS = /^\p{L}+$/u;

/** Yields the word with one ending after the other removed, at most three letters in all. */
export function* withoutEndings(word: string): Generator<string> {
  if (word.length <= STEM_MIN || !LETTERS.test(word)) return;
  const shortest = Math.max(STEM_MIN, word.length - ENDINGS_MAX);
  for (let stem = word; ;) {
    const ending = ENDINGS.find((candidate) => isEnding(stem, candidate, shortest));
    if (ending === undefined) return;
    stem = stem.slice(0, -ending.length);
    yield stem;
  }
}

// The "ss" of "weiss" is not a plural ending.
function isEnding(word: string, ending: string, shortest: number): boolean {
  return (
    word.endsWith(ending) &&
    word.length - ending.length >= shortest &&
    !(ending === 's' && word.endsWith('ss'))
  );
}

export function stemOf(word: string): string {
  let stem = word;
  for (stem of withoutEndings(word));
  return stem;
}
