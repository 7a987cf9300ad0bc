import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../../platform/storage/storage.ts';
import type { OpenFile } from './reading/import-file.ts';

const CHUNK_BYTES = 64 * 1024;

export function openLocalFile(file: string): OpenFile {
  return () => createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
}

/** Opens the beginning of a file: at most `bytesMax` bytes, up to the end of a line or element. */
export async function openFileHead(file: string, bytesMax: number): Promise<OpenFile> {
  const handle = await open(file);
  try {
    if ((await handle.stat()).size <= bytesMax) return openLocalFile(file);
    const start = bytesMax - CHUNK_BYTES;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, start);
    const last = buffer.subarray(0, bytesRead);
    const end = Math.max(last.lastIndexOf('\n'), last.lastIndexOf('>'));
    // `end` is inclusive.
    const reach = { end: end === -1 ? bytesMax - 1 : start + end };
    return () => createReadStream(file, { highWaterMark: CHUNK_BYTES, ...reach }) as AsyncIterable<Buffer>;
  } finally {
    await handle.close();
  }
}

/** Calls `look` with each chunk before it is read. */
export function withChunkObserver(open: OpenFile, look: (chunk: Buffer) => Promise<void>): OpenFile {
  return async function* openWatched() {
    for await (const chunk of open()) {
      await look(chunk);
      yield chunk;
    }
  };
}

/** Throws if the file no longer exists. */
export function openStoredFile(storage: Storage, key: string): OpenFile {
  return async function* open() {
    const object = await storage.get(key);
    if (object === null) throw new Error(`the file of an import does not exist: ${key}`);
    yield* object.stream as AsyncIterable<Buffer>;
  };
}

/** A temporary directory, removed with its contents when `work` is done. */
export async function withScratchDirectory<T>(
  root: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(path.join(root, 'import-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
