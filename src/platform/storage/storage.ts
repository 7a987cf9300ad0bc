import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly stream: Readable;
  readonly bytes: number;
}

/**
 * Files by key: `media/…` is public, `private/…` is never served without a check. The server makes all keys (letters,
 * digits, `/`, `-`, `_`, `.`); no part of one comes from a client.
 */
export interface Storage {
  /** Stores a file, whole or not at all; replaces an existing one. */
  put(key: string, content: Buffer | { readonly file: string }, contentType: string): Promise<void>;
  /** null if there is none. */
  get(key: string): Promise<StoredObject | null>;
  /** Succeeds even if the file does not exist. */
  remove(key: string): Promise<void>;
  /** Renames a file. Succeeds even if the file does not exist, for instance after an interrupted first attempt. */
  move(key: string, to: string): Promise<void>;
  /** The keys of all files whose key begins with `prefix` (a folder, with its slash), in no order; unfinished writes included. */
  list(prefix: string): AsyncIterable<string>;
  /** Rejects when files cannot be read or stored. */
  check(): Promise<void>;
}

const KEY = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function isStorageKey(key: string): boolean {
  return key.length <= 300 && KEY.test(key);
}

export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key.slice(0, 80)}`);
}
