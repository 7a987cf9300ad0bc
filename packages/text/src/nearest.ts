import { editDistance } from './edit-distance.ts';
import { fold } from './fold.ts';
import { canBeWithin, lettersOf } from './letters.ts';

// Maximum share of wrong letters, beyond which a suggestion would only confuse. It is lower for long names,
// which also bounds the work.
const EDITS_SHARE = 1 / 3;
const EDITS_MAX = 3;
// A truncated name ("transmis") counts as one edit.
const BEGINNING_LENGTH_MIN = 3;
// Input beyond this length is not a name; the limit bounds the work.
const NAME_LENGTH_MAX = 64;

/** Returns the candidate with the most similar spelling, for "did you mean"; undefined if none is similar. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return nearestOf(
    name,
    Array.from(candidates, (candidate) => toCandidate(candidate, candidate)),
  );
}

/** Like `nearest`, for names that are searched often: they are folded once. Each name maps to a value. */
export class NearestNames {
  readonly #names: readonly Candidate[];

  constructor(names: Iterable<readonly [name: string, meant: string]>) {
    this.#names = Array.from(names, ([name, meant]) => toCandidate(name, meant));
  }

  find(name: string): string | undefined {
    return nearestOf(name, this.#names);
  }
}

interface Candidate {
  readonly meant: string;
  readonly folded: string;
  readonly letters: number;
}

function toCandidate(name: string, meant: string): Candidate {
  const folded = fold(name);
  return { meant, folded, letters: lettersOf(folded) };
}

function nearestOf(name: string, candidates: readonly Candidate[]): string | undefined {
  const wanted = fold(name.trim().slice(0, NAME_LENGTH_MAX));
  const letters = lettersOf(wanted);
  const editsMax = Math.min(EDITS_MAX, Math.max(1, Math.ceil(wanted.length * EDITS_SHARE)));
  let best: string | undefined;
  let bestEdits = editsMax + 1;
  for (const { meant, folded, letters: lettersOffered } of candidates) {
    const max = Math.min(editsMax, bestEdits);
    const isBeginning = wanted.length >= BEGINNING_LENGTH_MIN && folded.startsWith(wanted);
    if (!isBeginning && !canBeWithin(max, letters, lettersOffered)) continue;
    const edits = Math.min(isBeginning ? 1 : Infinity, editDistance(wanted, folded, max));
    if (edits < bestEdits) {
      best = meant;
      bestEdits = edits;
    }
  }
  return best;
}
