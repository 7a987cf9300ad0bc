// Letters that Unicode does not decompose into a base letter and a mark.
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ə: 'a',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
  '×': 'x',
};
const UNDECOMPOSED_PATTERN = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'g');
const NOT_ASCII = /[^\x00-\x7f]/; // oxlint-disable-line eslint/no-control-regex -- the ASCII range is meant
const MARKS = /\p{M}+/gu;

/** Lower case without diacritics, so that spellings of one word compare equal in every script. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(UNDECOMPOSED_PATTERN, (letter) => UNDECOMPOSED[letter] ?? letter);
}

/** Names of places: folded, punctuation and runs of space count as one space. */
export function placeKey(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Names of models: "R-Series", "r series" and "RSERIES" are one; the plus of "XG+" tells two models apart. */
export function modelKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}+]+/gu, '');
}
