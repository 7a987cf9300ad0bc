import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';

/** Reads the cells of each line of a tab-separated file in `resources`. */
export function readResourceRows(file: string): readonly (readonly string[])[] {
  const text = readFileSync(path.join(PACKAGE_ROOT, 'resources', file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}
