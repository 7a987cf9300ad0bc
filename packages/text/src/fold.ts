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

/** Lowercases and removes diacritics, so that spellings of one word compare equal in every script. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(UNDECOMPOSED_PATTERN, (letter) => UNDECOMPOSED[letter] ?? letter);
}

/** Returns the key of a place name: folded, with punctuation and spaces collapsed to one space. */
export function placeKey(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns the key of a model name: "R-Series", "r series" and "RSERIES" are equal. The plus is kept, because
 * "XG+" is another model than "XG".
 */
export function modelKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}+]+/gu, '');
}
