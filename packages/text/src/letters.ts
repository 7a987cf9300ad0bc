/**
 * The letters of words as bits, to set aside cheaply what cannot be near: this runs over all names of a list for each word
 * that is not in it.
 */

const CODE_OF_A = 0x61;
const LETTERS = 26;

/** Which of the letters a to z a word has, a bit each; of a text as UTF-8 in bytes the same. */
export function lettersOf(word: string | Uint8Array): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = typeof word === 'string' ? word.charCodeAt(i) : (word[i] as number);
    const letter = code - CODE_OF_A;
    if (letter >= 0 && letter < LETTERS) bits |= 1 << letter;
  }
  return bits;
}

/** False for words that are certainly more edits apart: an edit adds one letter, takes one away, or both. */
export function canBeWithin(edits: number, a: number, b: number): boolean {
  return countBits(a & ~b) <= edits && countBits(b & ~a) <= edits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
