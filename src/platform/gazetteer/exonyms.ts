import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';

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
  return readFileSync(path.join(PACKAGE_ROOT, 'resources', `${kind}-exonyms.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [country = '', name = '', others = ''] = line.split('\t');
      return { country, name, others: others.split(',') };
    });
}
