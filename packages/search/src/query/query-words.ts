import { atomsOf, GAP_NONE, GAP_SPACE, GAP_TIGHT, type Atom } from '../words/atoms.ts';
import { fold } from '@fifthwheel/text/fold';
import { isCodeLetters } from '../words/tokens.ts';
import { IGNORED_IN_QUERIES, UNIT_WORDS } from '../words/word-lists.ts';

/**
 * A word as typed, or a code in any spacing. `joined` is the form in the index; `parts` is the fallback if no
 * listing has the code.
 */
export type QueryWord =
  | { kind: 'word'; text: string; prefix: boolean }
  | { kind: 'code'; joined: string; parts: readonly string[]; prefix: boolean };

/** Length below which a prefix would match, and scan, nearly everything. */
const PREFIX_LENGTH_MIN = 3;
const CODE_LETTERS_OPEN_MAX = 3;

/** Splits a query into words. The last one also matches as a prefix, unless all are whole. */
export function queryWords(text: string, wholeWords = false): QueryWord[] {
  const words = readWords(atomsOf(fold(text)));
  const requiredWords = words.filter((word) => word.kind === 'code' || !IGNORED_IN_QUERIES.has(word.text));
  const chosen = requiredWords.length > 0 ? requiredWords : words;
  const last = chosen.at(-1);
  if (!wholeWords && last !== undefined)
    last.prefix = (last.kind === 'code' ? last.joined : last.text).length >= PREFIX_LENGTH_MIN;
  return chosen;
}

/** Splits a code that no listing has into its parts. */
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

/** Number of adjacent atoms without a gap, from `index` on. */
function runFrom(atoms: readonly Atom[], index: number): number {
  let end = index + 1;
  while (atoms[end]?.gap === GAP_NONE) end++;
  return end - index;
}

/** Number of atoms that form one code from `index` on; 0 if they do not form one. */
function codeFrom(atoms: readonly Atom[], index: number, run: number): number {
  const first = atoms[index];
  if (first === undefined) return 0;
  if (run > 1) return isPlainCompound(atoms, index, run) ? 0 : run;
  const second = atoms[index + 1];
  if (second?.kind !== 'digits' || runFrom(atoms, index + 1) > 1) return 0;
  if (first.kind === 'digits') return second.gap === GAP_TIGHT ? 2 : 0;
  if (first.kind !== 'letters' || second.gap > GAP_SPACE || !isCodeLetters(first.text)) return 0;
  // In "TGX 18.440" the number belongs to its other half.
  const third = atoms[index + 2];
  return third?.kind === 'digits' && third.gap === GAP_TIGHT ? 0 : 2;
}

/** Whether a run is two words typed together: "actros1845", "440ps". */
function isPlainCompound(atoms: readonly Atom[], index: number, run: number): boolean {
  const [first, second] = [atoms[index], atoms[index + 1]];
  if (run !== 2 || first === undefined || second === undefined) return false;
  if (first.kind === 'letters') return first.text.length > CODE_LETTERS_OPEN_MAX;
  return UNIT_WORDS.has(second.text);
}
