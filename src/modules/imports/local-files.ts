import { createReadStream } from 'node:fs';
import type { Storage } from '../../platform/storage/storage.ts';
import type { OpenFile } from './reading/import-file.ts';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

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

/** A temporary directory, removed with its contents when `work` is done. */
export async function inScratch<T>(root: string, work: (directory: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(path.join(root, 'import-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
