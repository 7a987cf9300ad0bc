import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly stream: Readable;
  readonly bytes: number;
}

/**
 * Files by key (`media/…` public, `private/…` never served without a check). Keys are made by us: letters, digits,
 * `/`, `-`, `_` and `.`, and no part of them is a name that a client chose.
 */
export interface Storage {
  /** Whole or not at all; replaces what was there. */
  put(key: string, content: Buffer | { readonly file: string }, contentType: string): Promise<void>;
  /** null when there is none. */
  get(key: string): Promise<StoredObject | null>;
  /** No error when there is none. */
  remove(key: string): Promise<void>;
}

const KEY = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function assertStorageKey(key: string): void {
  if (key.length > 300 || !KEY.test(key)) throw new Error(`not a storage key: ${key.slice(0, 80)}`);
}
