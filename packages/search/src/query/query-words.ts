import { atomsOf, GAP_NONE, GAP_SPACE, GAP_TIGHT, type Atom } from '../words/atoms.ts';
import { fold } from '@fifthwheel/text/fold';
import { isCodeLetters } from '../words/tokens.ts';
import { LEFT_OUT_OF_QUERIES, UNIT_WORDS } from '../words/word-lists.ts';

/**
 * A word as typed, or a code in whatever spacing: 'joined' is what the index knows it as, 'parts' what it falls back to
 * where no listing has the code.
 */
export type QueryWord =
  | { kind: 'word'; text: string; prefix: boolean }
  | { kind: 'code'; joined: string; parts: readonly string[]; prefix: boolean };

/** Shorter beginnings match nearly everything, at the price of looking at nearly everything. */
const PREFIX_LENGTH_MIN = 3;
const CODE_LETTERS_OPEN_MAX = 3;

/** Cuts the words of a query; the last one also matches as a prefix, unless all are whole. */
export function queryWords(text: string, wholeWords = false): QueryWord[] {
  const words = readWords(atomsOf(fold(text)));
  const requiredWords = words.filter((word) => word.kind === 'code' || !LEFT_OUT_OF_QUERIES.has(word.text));
  const chosen = requiredWords.length > 0 ? requiredWords : words;
  const last = chosen.at(-1);
  if (!wholeWords && last !== undefined)
    last.prefix = (last.kind === 'code' ? last.joined : last.text).length >= PREFIX_LENGTH_MIN;
  return chosen;
}

/** A code that no listing has, read as its parts. */
export function partsOf(code: QueryWord & { kind: 'code' }): QueryWord[] {
  return code.parts.map((text, index) => ({
    kind: 'word',
    text,
    prefix: code.prefix && index === code.parts.length - 1 && text.length >= PREFIX_LENGTH_MIN,
  }));
}

function readWords(atoms: readonly Atom[]): QueryWord[] {
  const words: QueryWord[] = [];
  let index = 0;
  while (index < atoms.length) {
    const run = runFrom(atoms, index);
    const code = codeFrom(atoms, index, run);
    if (code > 0) {
      const parts = atoms.slice(index, index + code).map((atom) => atom.text);
      words.push({ kind: 'code', joined: parts.join(''), parts, prefix: false });
      index += code;
    } else {
      for (const atom of atoms.slice(index, index + run))
        words.push({ kind: 'word', text: atom.text, prefix: false });
      index += run;
    }
  }
  return words;
}

/** How many atoms from here touch each other. */
function runFrom(atoms: readonly Atom[], index: number): number {
  let end = index + 1;
  while (atoms[end]?.gap === GAP_NONE) end++;
  return end - index;
}

/** How many atoms from here make one code; 0 when this is no code. */
function codeFrom(atoms: readonly Atom[], index: number, run: number): number {
  const first = atoms[index];
  if (first === undefined) return 0;
  if (run > 1) return isPlainCompound(atoms, index, run) ? 0 : run;
  const second = atoms[index + 1];
  if (second?.kind !== 'digits' || runFrom(atoms, index + 1) > 1) return 0;
  if (first.kind === 'digits') return second.gap === GAP_TIGHT ? 2 : 0;
  if (first.kind !== 'letters' || second.gap > GAP_SPACE || !isCodeLetters(first.text)) return 0;
  // In "TGX 18.440" the number binds to its other half.
  const third = atoms[index + 2];
  return third?.kind === 'digits' && third.gap === GAP_TIGHT ? 0 : 2;
}

/** "actros1845" and "440ps" are two words written together. */
function isPlainCompound(atoms: readonly Atom[], index: number, run: number): boolean {
  const [first, second] = [atoms[index], atoms[index + 1]];
  if (run !== 2 || first === undefined || second === undefined) return false;
  if (first.kind === 'letters') return first.text.length > CODE_LETTERS_OPEN_MAX;
  return UNIT_WORDS.has(second.text);
}
