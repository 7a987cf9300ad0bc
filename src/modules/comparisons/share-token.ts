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
  return keys.token(PURPOSE, `${id}.${version}`);
}

export function readShareToken(keys: Keys, token: string): SharedComparison | null {
  const [id = '', version = '', ...rest] = keys.readToken(PURPOSE, token)?.split('.') ?? [];
  if (rest.length > 0 || !isId('cmp', id) || !/^\d{1,9}$/.test(version)) return null;
  return { id, version: Number(version) };
}
