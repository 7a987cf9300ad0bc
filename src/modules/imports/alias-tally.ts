import type { AppliedAlias } from './presets/draft.ts';
import { storable } from './problems.ts';
import type { CountedAlias } from './tables.ts';

const ENTRIES_MAX = 200;

/** Counts which words of a file were read as which values, per file instead of per row. */
export class AliasTally {
  #counts: Map<string, CountedAlias>;

  constructor(known: readonly CountedAlias[]) {
    this.#counts = new Map(known.map((each) => [keyOf(each), each]));
  }

  add(aliases: readonly AppliedAlias[]): void {
    for (const alias of aliases) {
      const key = keyOf(alias);
      const known = this.#counts.get(key);
      if (known === undefined && this.#counts.size >= ENTRIES_MAX) continue;
      const rows = (known?.rows ?? 0) + 1;
      this.#counts.set(key, {
        field: alias.field,
        written: storable(alias.written),
        meant: alias.meant,
        rows,
      });
    }
  }

  copy(): AliasTally {
    return new AliasTally(this.entries);
  }

  replaceWith(other: AliasTally): void {
    this.#counts = other.#counts;
  }

  get entries(): readonly CountedAlias[] {
    return [...this.#counts.values()];
  }
}

function keyOf({ field, written, meant }: AppliedAlias): string {
  return JSON.stringify([field, written, meant]);
}
