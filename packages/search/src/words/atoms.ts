// Splits folded text into atoms, runs of letters or of digits, and records what separates them. Documents and
// queries use the same rules to decide which atoms form a code ("FH16", "FH 16", "18.440").

/**
 * NONE: adjacent; TIGHT: one of . , - / _ ' between; SPACE: only spaces; BREAK: anything else, or the start.
 */
export const GAP_NONE = 0;
export const GAP_TIGHT = 1;
export const GAP_SPACE = 2;
export const GAP_BREAK = 3;
export type Gap = typeof GAP_NONE | typeof GAP_TIGHT | typeof GAP_SPACE | typeof GAP_BREAK;

export interface Atom {
  text: string;
  /** 'axle' is an axle formula such as 6x2, in any spacing. */
  kind: 'letters' | 'digits' | 'axle';
  /** Characters between the previous atom and this one. */
  gap: Gap;
}

const LETTER = 1;
const DIGIT = 2;
const BLANK = 3;
const TIGHT = 4;
const OTHER = 5;

// Class of each character, computed on first use, because this is by far the largest part of indexing a
// listing.
const CLASSES = new Uint8Array(0x10000);

function classOf(character: string): number {
  if (/^\p{L}/u.test(character)) return LETTER;
  if (/^\p{Nd}/u.test(character)) return DIGIT;
  if (/^\s/.test(character)) return BLANK;
  return /^[.,\-/_'’‐–]/.test(character) ? TIGHT : OTHER;
}

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

// Returns the class of the character at a position.
function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const known = CLASSES[code] as number;
  if (known !== 0) return known;
  // Half of a surrogate pair means nothing without the other half.
  if (isSurrogate(code)) return classOf(String.fromCodePoint(text.codePointAt(index) ?? 0));
  return (CLASSES[code] = classOf(String.fromCharCode(code)));
}

// Returns the position of the next character.
function nextPosition(text: string, index: number): number {
  return isSurrogate(text.charCodeAt(index)) && (text.codePointAt(index) ?? 0) > 0xffff
    ? index + 2
    : index + 1;
}

export function atomsOf(folded: string): Atom[] {
  const atoms: Atom[] = [];
  let gap: Gap = GAP_BREAK;
  let index = 0;
  while (index < folded.length) {
    const kind = classAt(folded, index);
    const start = index;
    index = nextPosition(folded, index);
    if (kind > DIGIT) {
      gap = widenGap(gap, kind);
      continue;
    }
    while (index < folded.length && classAt(folded, index) === kind) index = nextPosition(folded, index);
    const first = folded.charCodeAt(start);
    const isDigits = first >= 48 && first <= 57;
    atoms.push({ text: folded.slice(start, index), kind: isDigits ? 'digits' : 'letters', gap });
    if (isDigits) joinAxleFormula(atoms);
    gap = GAP_NONE;
  }
  return atoms;
}

// Returns the gap after one more character.
function widenGap(gap: Gap, kind: number): Gap {
  if (gap === GAP_NONE) return kind === BLANK ? GAP_SPACE : kind === TIGHT ? GAP_TIGHT : GAP_BREAK;
  return gap === GAP_SPACE && kind === BLANK ? GAP_SPACE : GAP_BREAK;
}

// Joins "6 x 2" and "6x2" to one atom, but not "2x400" and "a6x2".
function joinAxleFormula(atoms: Atom[]): void {
  const last = atoms.length - 1;
  const driven = atoms[last];
  const cross = atoms[last - 1];
  const wheels = atoms[last - 2];
  if (
    driven === undefined ||
    cross === undefined ||
    wheels === undefined ||
    cross.text !== 'x' ||
    wheels.kind !== 'digits'
  )
    return;
  if (wheels.text.length > 2 || driven.text.length > 1) return;
  if (wheels.gap === GAP_NONE && last > 2) return;
  const touching = cross.gap === GAP_NONE && driven.gap === GAP_NONE;
  const spaced = cross.gap === GAP_SPACE && driven.gap === GAP_SPACE;
  if (!touching && !spaced) return;
  const text = `${wheels.text}x${driven.text}`;
  atoms.splice(last - 2, 3, { text, kind: 'axle', gap: wheels.gap });
}
