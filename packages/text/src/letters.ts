/**
 * The letters of words as bit masks, a cheap test that rules out words that are not similar. It runs over all
 * names of a list for each unknown word.
 */

const CODE_OF_A = 0x61;
const LETTERS = 26;

/** Returns one bit for each of the letters a to z that the word has. Accepts UTF-8 bytes too. */
export function lettersOf(word: string | Uint8Array): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = typeof word === 'string' ? word.charCodeAt(i) : (word[i] as number);
    const letter = code - CODE_OF_A;
    if (letter >= 0 && letter < LETTERS) bits |= 1 << letter;
  }
  return bits;
}

/** Returns false if the words certainly differ by more edits. An edit adds a letter, removes one, or both. */
export function canBeWithin(edits: number, a: number, b: number): boolean {
  return countBits(a & ~b) <= edits && countBits(b & ~a) <= edits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
