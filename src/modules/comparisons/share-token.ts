import type { Keys } from '../../platform/crypto/keys.ts';
import { isId } from '../../platform/ids.ts';

const PURPOSE = 'comparison-share';

export interface SharedComparison {
  readonly id: string;
  /** Links with another number have been withdrawn. */
  readonly version: number;
}

/** A signed token that lets its holder read the comparison; it is not stored. */
export function writeShareToken(keys: Keys, { id, version }: SharedComparison): string {
  const payload = `${id}.${version}`;
  return `${payload}.${keys.sign(PURPOSE, payload)}`;
}

export function readShareToken(keys: Keys, token: string): SharedComparison | null {
  const [id = '', version = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isId('cmp', id) || !/^\d{1,9}$/.test(version)) return null;
  return keys.verify(PURPOSE, `${id}.${version}`, signature) ? { id, version: Number(version) } : null;
}
