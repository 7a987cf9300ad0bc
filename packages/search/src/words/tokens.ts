import { atomsOf, GAP_NONE, GAP_SPACE, GAP_TIGHT, type Atom } from './atoms.ts';
import { fold } from '@fifthwheel/text/fold';
import { FUNCTION_WORDS, SHORT_BRANDS, UNIT_WORDS } from './word-lists.ts';

const CODE_LETTERS_MAX = 3;
const CODE_DIGITS_MAX = 5;
const TOKEN_LENGTH_MAX = 40;
// Length above which a token need not be looked up.
const FUNCTION_WORD_LENGTH_MAX = Math.max(...Array.from(FUNCTION_WORDS, (word) => word.length));

/**
 * Whether letters can begin or end a code: "FH" in "FH 16", but not "daf" in "DAF 95" or "km" in "500 km".
 */
export function isCodeLetters(text: string): boolean {
  return (
    text.length <= CODE_LETTERS_MAX &&
    !SHORT_BRANDS.has(text) &&
    !UNIT_WORDS.has(text) &&
    !FUNCTION_WORDS.has(text)
  );
}

// Whether two adjacent atoms also form one token in the index: FH 16, 3 CX, 18.440, S.CS, low-loader.
function joins(left: Atom, right: Atom): boolean {
  if (right.gap > GAP_SPACE || left.kind === 'axle' || right.kind === 'axle') return false;
  if (left.kind === right.kind) return right.gap === GAP_TIGHT;
  const letters = left.kind === 'letters' ? left : right;
  const digits = left.kind === 'letters' ? right : left;
  return digits.text.length <= CODE_DIGITS_MAX && isCodeLetters(letters.text);
}

const WITH_PLUS = /(?<![\p{L}\p{N}])\p{L}{1,4}\+(?![\p{L}\p{N}+])/gu;

/** Returns names with a plus, because "XG+" is another model than "XG". */
export function namesWithPlus(folded: string): string[] {
  return folded.includes('+') ? (folded.match(WITH_PLUS) ?? []) : [];
}

/**
 * Calls back with every token of a text: each atom except function words, each run of adjacent atoms ("b8r"),
 * each pair that reads as one code, and each name with a plus. A search for a code thus finds every spelling
 * of it.
 */
export function eachToken(text: string, emit: (token: string) => void): void {
  const folded = fold(text);
  for (const name of namesWithPlus(folded)) emit(name);
  const atoms = atomsOf(folded);
  let run = '';
  let runLength = 0;
  for (let index = 0; index < atoms.length; index++) {
    const atom = atoms[index] as Atom;
    const token = atom.text.length > TOKEN_LENGTH_MAX ? atom.text.slice(0, TOKEN_LENGTH_MAX) : atom.text;
    if (token.length > FUNCTION_WORD_LENGTH_MAX || !FUNCTION_WORDS.has(token)) emit(token);
    if (index > 0 && atom.gap === GAP_NONE) {
      run += atom.text;
      runLength++;
    } else {
      run = atom.text;
      runLength = 1;
    }
    const next = atoms[index + 1];
    const runEnds = next === undefined || next.gap !== GAP_NONE;
    if (runEnds && runLength > 1 && run.length <= TOKEN_LENGTH_MAX) emit(run);
    const pairIsRun = runLength === 1 && next?.gap === GAP_NONE && atoms[index + 2]?.gap !== GAP_NONE;
    if (
      next !== undefined &&
      !pairIsRun &&
      joins(atom, next) &&
      atom.text.length + next.text.length <= TOKEN_LENGTH_MAX
    ) {
      emit(atom.text + next.text);
    }
  }
}
