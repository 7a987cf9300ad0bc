// Cuts folded text into atoms, runs of letters or of digits, and remembers what stood between them. What joins into a
// code ("FH16", "FH 16", "18.440") is decided from the atoms, the same way for documents and for queries.

// NONE: touching; TIGHT: one of . , - / _ ' between; SPACE: blanks only; BREAK: anything else, or the start.
export const GAP_NONE = 0;
export const GAP_TIGHT = 1;
export const GAP_SPACE = 2;
export const GAP_BREAK = 3;
export type Gap = typeof GAP_NONE | typeof GAP_TIGHT | typeof GAP_SPACE | typeof GAP_BREAK;

export interface Atom {
  text: string;
  // 'axle' is an axle formula such as 6x2, however it was spaced.
  kind: 'letters' | 'digits' | 'axle';
  // What stands between the previous atom and this one.
  gap: Gap;
  start: number;
  end: number;
}

const ATOM = /\p{L}+|\p{Nd}+/gu;
const TIGHT = /^[.,\-/_'’‐–]$/;
const BLANKS = /^\s+$/;

function gapOf(between: string): Gap {
  if (between === '') return GAP_NONE;
  if (TIGHT.test(between)) return GAP_TIGHT;
  return BLANKS.test(between) ? GAP_SPACE : GAP_BREAK;
}

export function atomsOf(folded: string): Atom[] {
  const atoms: Atom[] = [];
  let end = 0;
  for (const match of folded.matchAll(ATOM)) {
    const text = match[0];
    const start = match.index;
    const gap = atoms.length === 0 ? GAP_BREAK : gapOf(folded.slice(end, start));
    end = start + text.length;
    const first = text.charCodeAt(0);
    atoms.push({ text, kind: first >= 48 && first <= 57 ? 'digits' : 'letters', gap, start, end });
    if (first >= 48 && first <= 57) joinAxleFormula(atoms);
  }
  return atoms;
}

// "6 x 2" and "6x2" become one atom; "2x400" and "a6x2" do not.
function joinAxleFormula(atoms: Atom[]): void {
  const last = atoms.length - 1;
  const driven = atoms[last];
  const cross = atoms[last - 1];
  const wheels = atoms[last - 2];
  if (!driven || !cross || !wheels || cross.text !== 'x' || wheels.kind !== 'digits') return;
  if (wheels.text.length > 2 || driven.text.length > 1) return;
  if (wheels.gap === GAP_NONE && last > 2) return;
  const touching = cross.gap === GAP_NONE && driven.gap === GAP_NONE;
  const spaced = cross.gap === GAP_SPACE && driven.gap === GAP_SPACE;
  if (!touching && !spaced) return;
  const text = `${wheels.text}x${driven.text}`;
  atoms.splice(last - 2, 3, { text, kind: 'axle', gap: wheels.gap, start: wheels.start, end: driven.end });
}
