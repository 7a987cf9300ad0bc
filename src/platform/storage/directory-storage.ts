import { createReadStream } from 'node:fs';
import { access, constants, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { storageError } from '../errors/storage-error.ts';
import { systemErrorCode } from '../errors/system-error.ts';
import { newUlid } from '../ids.ts';
import { assertStorageKey, isStorageKey, type Storage } from './storage.ts';

/** Objects as files below a directory. A file appears under its name only once it is complete and on disk. */
export function directoryStorage(root: string): Storage {
  const fileOf = (key: string): string => {
    assertStorageKey(key);
    return path.join(root, key);
  };
  return {
    async put(key, content) {
      const file = fileOf(key);
      const partial = `${file}.${newUlid()}.part`;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await write(partial, content);
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true });
        throw storageError(error) ?? error;
      }
    },
    async get(key) {
      const file = fileOf(key);
      try {
        const found = await stat(file);
        return found.isFile() ? { stream: createReadStream(file), bytes: found.size } : null;
      } catch (error) {
        if (MISSING.has(systemErrorCode(error))) return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true });
    },
    async move(key, to) {
      const file = fileOf(to);
      await mkdir(path.dirname(file), { recursive: true });
      await rename(fileOf(key), file).catch((error: unknown) => {
        if (!MISSING.has(systemErrorCode(error))) throw storageError(error) ?? error;
      });
    },
    list: (prefix) => keysBelow(root, prefix),
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  };
}

/** Folders may vanish while they are read. */
async function* keysBelow(root: string, prefix: string): AsyncGenerator<string> {
  const directory = await opendir(path.join(root, prefix)).catch((error: unknown) => {
    if (MISSING.has(systemErrorCode(error))) return null;
    throw error;
  });
  if (directory === null) return;
  for await (const entry of directory) {
    if (entry.isDirectory()) yield* keysBelow(root, `${prefix}${entry.name}/`);
    else if (entry.isFile() && isStorageKey(prefix + entry.name)) yield prefix + entry.name;
  }
}

/** ENOTDIR: a part of the path is a file. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

async function write(partial: string, content: Parameters<Storage['put']>[1]): Promise<void> {
  if (!Buffer.isBuffer(content)) await copyFile(content.file, partial);
  const handle = await open(partial, Buffer.isBuffer(content) ? 'wx' : 'r+', 0o600);
  try {
    if (Buffer.isBuffer(content)) await handle.writeFile(content);
    else await handle.chmod(0o600);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
