import { createReadStream } from 'node:fs';
import type { Storage } from '../../platform/storage/storage.ts';
import type { OpenFile } from './reading/import-file.ts';

const CHUNK_BYTES = 64 * 1024;

export function openLocal(file: string): OpenFile {
  return () => createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
}

/** Throws when the file is gone. */
export function openStored(storage: Storage, key: string): OpenFile {
  return async function* open() {
    const object = await storage.get(key);
    if (object === null) throw new Error(`the file of an import is gone: ${key}`);
    yield* object.stream as AsyncIterable<Buffer>;
  };
}
