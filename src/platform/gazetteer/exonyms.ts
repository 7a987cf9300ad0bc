import { readResourceRows } from './resource-rows.ts';

export interface Exonym {
  readonly country: string;
  /** The main name in GeoNames. */
  readonly name: string;
  readonly others: readonly string[];
}

/**
 * Names in common use that differ from GeoNames' main name even when folded: local, English and German names, and former
 * ones. A line of a file has the country, the main name, and the other names separated by commas.
 */
export function readExonyms(kind: 'place' | 'region'): Exonym[] {
  return readResourceRows(`${kind}-exonyms.tsv`).map(([country = '', name = '', others = '']) => ({
    country,
    name,
    others: others.split(','),
  }));
}
