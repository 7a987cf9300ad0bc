// Takes the endings of declension off a word, whatever its language: "trucks", "gebrauchte", "ciągników", "frigoríficos".
// Words and names are compared by what is left only where no name is exactly the word.

const ENDINGS_MAX = 3;
const STEM_MIN = 3;
const ENDINGS = [
  'ach', 'ami', 'ego', 'emu', 'ych', 'ich', 'ern', 'ers', 'nen',
  'es', 'en', 'er', 'em', 'os', 'as', 'om', 'ow', 'ej', 'ie', 'ym', 'im', 'he', 'hi', 'ia', 'ux', 'ne',
  's', 'e', 'n', 'x', 'a', 'o', 'i', 'y', 'u',
]; // prettier-ignore
const LETTERS = /^\p{L}+$/u;

export function stemOf(word: string): string {
  if (word.length <= STEM_MIN || !LETTERS.test(word)) return word;
  let stem = word;
  for (;;) {
    const ending = ENDINGS.find(
      (one) =>
        stem.endsWith(one) && stem.length - one.length >= Math.max(STEM_MIN, word.length - ENDINGS_MAX),
    );
    if (ending === undefined) return stem;
    stem = stem.slice(0, -ending.length);
  }
}
