import type { Keys } from '../../platform/crypto/keys.ts';
import { isId } from '../../platform/ids.ts';

const PURPOSE = 'comparison-share';

export interface SharedComparison {
  readonly id: string;
  /** Links of another number have been withdrawn. */
  readonly version: number;
}

/** Whoever has it may read the comparison; nothing of it is stored. */
export function writeShareToken(keys: Keys, { id, version }: SharedComparison): string {
  const payload = `${id}.${version}`;
  return `${payload}.${keys.sign(PURPOSE, payload)}`;
}

export function readShareToken(keys: Keys, token: string): SharedComparison | null {
  const [id = '', version = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isId('cmp', id) || !/^\d{1,9}$/.test(version)) return null;
  return keys.verify(PURPOSE, `${id}.${version}`, signature) ? { id, version: Number(version) } : null;
}
