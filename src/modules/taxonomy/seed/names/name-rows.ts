import type { LocalizedName } from '../vehicle-class.ts';

/** What something is called in French, Dutch, Polish, Spanish and Italian, by slug or code. */
export type NameRow = readonly [key: string, fr: string, nl: string, pl: string, es: string, it: string];

type FurtherNames = Omit<LocalizedName, 'en' | 'de'>;

/** Looks up names; everything that ships has them all. */
export function byKey(rows: readonly NameRow[]): (key: string) => FurtherNames {
  const names = new Map(
    rows.map(([key, fr, nl, pl, es, it]): [string, FurtherNames] => [key, { fr, nl, pl, es, it }]),
  );
  return (key) => {
    const found = names.get(key);
    if (found === undefined) throw new Error(`${key} lacks its names`);
    return found;
  };
}
