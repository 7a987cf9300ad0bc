import { editDistance } from './edit-distance.ts';
import { fold } from './fold.ts';

// A third of the name may be wrong before an offer would only confuse.
const EDITS_SHARE = 1 / 3;
// What is longer is no name; bounds the work.
const NAME_LENGTH_MAX = 64;

/** The candidate nearest in spelling to what somebody wrote, for "did you mean"; undefined when none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return nearestOf(
    name,
    Array.from(candidates, (candidate) => [candidate, fold(candidate)] as const),
  );
}

/** The same for names that are asked for often: folded once. Each name stands for something. */
export class NearestNames {
  readonly #names: readonly (readonly [meant: string, folded: string])[];

  constructor(names: Iterable<readonly [name: string, meant: string]>) {
    this.#names = Array.from(names, ([name, meant]) => [meant, fold(name)] as const);
  }

  find(name: string): string | undefined {
    return nearestOf(name, this.#names);
  }
}

function nearestOf(
  name: string,
  candidates: Iterable<readonly [meant: string, folded: string]>,
): string | undefined {
  const wanted = fold(name.trim().slice(0, NAME_LENGTH_MAX));
  const editsMax = Math.max(1, Math.ceil(wanted.length * EDITS_SHARE));
  let best: string | undefined;
  let bestEdits = editsMax + 1;
  for (const [meant, offered] of candidates) {
    const edits = offered === wanted ? 0 : offerEdits(wanted, offered, Math.min(editsMax, bestEdits));
    if (edits < bestEdits) {
      best = meant;
      bestEdits = edits;
    }
  }
  return best;
}

// A name that was cut short ("transmis") is as near as one edit.
function offerEdits(wanted: string, offered: string, max: number): number {
  const edits = editDistance(wanted, offered, max);
  if (edits > 1 && wanted.length >= 3 && offered.startsWith(wanted)) return 1;
  return edits;
}
