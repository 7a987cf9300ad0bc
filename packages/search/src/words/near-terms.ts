import { editDistance } from '@fifthwheel/text/edit-distance';

// Finds the terms within one or two edits of a word. Scans all terms of about the same length, but rejects
// most by a mask of their letters, of which one edit changes at most two bits.

// Terms with more letters are not plausible corrections of a query word.
const LENGTH_MAX = 40;
const HAS_DIGIT = /[0-9]/;

class SameLength {
  count = 0;
  masks = new Uint32Array(64);
  terms = new Uint32Array(64);
  readonly spellings: string[] = [];

  add(mask: number, spelling: string, term: number): void {
    if (this.count === this.masks.length) {
      this.masks = doubled(this.masks);
      this.terms = doubled(this.terms);
    }
    this.masks[this.count] = mask;
    this.terms[this.count++] = term;
    this.spellings.push(spelling);
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

// One bit per Latin letter; all other letters share six bits.
function maskOf(term: string): number {
  let mask = 0;
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6));
  }
  return mask >>> 0;
}

// Counts the bits of a 32-bit word in parallel.
function countLetters(mask: number): number {
  let count = mask - ((mask >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export class NearTerms {
  readonly #byLength: SameLength[] = [];

  get bytes(): number {
    // A spelling is a short string: header, pointer and its letters.
    return this.#byLength.reduce(
      (sum, { count, masks }, length) => sum + masks.byteLength * 2 + count * (length + 24),
      0,
    );
  }

  add(spelling: string, term: number): void {
    if (spelling.length > LENGTH_MAX || HAS_DIGIT.test(spelling)) return;
    while (this.#byLength.length <= spelling.length) this.#byLength.push(new SameLength());
    this.#byLength[spelling.length]?.add(maskOf(spelling), spelling, term);
  }

  near(word: string, editsMax: number): { term: number; edits: number }[] {
    const found: { term: number; edits: number }[] = [];
    const mask = maskOf(word);
    for (let length = word.length - editsMax; length <= word.length + editsMax; length++) {
      const same = this.#byLength[length];
      if (same === undefined) continue;
      for (let i = 0; i < same.count; i++) {
        if (countLetters(mask ^ (same.masks[i] as number)) > 2 * editsMax) continue;
        const edits = editDistance(word, same.spellings[i] ?? '', editsMax);
        if (edits > 0 && edits <= editsMax) found.push({ term: same.terms[i] as number, edits });
      }
    }
    return found;
  }
}
