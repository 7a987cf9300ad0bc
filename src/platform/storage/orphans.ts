import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { HOUR_MS, systemClock } from '../clock.ts';
import { systemErrorCode } from '../errors/system-error.ts';
import type { Logger } from '../log.ts';
import type { Storage } from './storage.ts';
import type { StoredFiles } from './stored-files.ts';

/** Marks the instance that a storage belongs to. */
const MARK_KEY = 'private/market';
/** All keys begin with one of these; see Storage. */
const ROOTS = ['media/', 'private/'];
const BATCH = 500;
/** Exceeds the time for which any request or job keeps a temporary file. */
const TEMPORARY_KEPT_MS = 6 * HOUR_MS;

export interface OrphanParts {
  readonly files: StoredFiles;
  readonly storage: Storage;
  readonly log: Logger;
  /** Identity of the instance, shared by all its processes. */
  readonly marketId: string;
}

/**
 * Walks through all stored files and records those that no row names. Skips a storage that another instance has marked, because
 * the rows of its files are in another database.
 */
export async function findOrphans(
  parts: OrphanParts,
  context: { readonly signal: AbortSignal; heartbeat(): Promise<boolean> },
): Promise<void> {
  const { files, storage, log } = parts;
  if (!(await isOurs(parts))) return;
  let orphans = 0;
  // All roots, not only the folders of current modules: files elsewhere, such as in a folder of an earlier release,
  // have no row either.
  for (const prefix of ROOTS) {
    for await (const keys of inBatches(withoutMark(storage.list(prefix)))) {
      orphans += await files.recordOrphans(keys);
      if (context.signal.aborted || !(await context.heartbeat())) return;
    }
  }
  if (orphans > 0) log.warn({ orphans }, 'unreferenced stored files will be removed in an hour');
}

/** A new mark is trusted from the next walk on, since two markets may have set theirs at the same time. */
async function isOurs({ storage, log, marketId }: OrphanParts): Promise<boolean> {
  const mark = await storage.get(MARK_KEY);
  if (mark === null) {
    await storage.put(MARK_KEY, Buffer.from(marketId), 'text/plain');
    return false;
  }
  if ((await text(mark.stream)) === marketId) return true;
  log.warn(
    { key: MARK_KEY },
    'the file storage is marked by another instance (or by another APP_SECRET): skipping the search for orphans',
  );
  return false;
}

async function* withoutMark(keys: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const key of keys) if (key !== MARK_KEY) yield key;
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Removes temporary files that killed processes have left on this machine. */
export async function removeOldTemporaries(directory: string): Promise<void> {
  // The file system's time, which the sandbox does not move.
  const before = systemClock.now().getTime() - TEMPORARY_KEPT_MS;
  for (const name of await namesIn(directory)) {
    const entry = path.join(directory, name);
    const stat = await lstat(entry).catch(() => null);
    if (stat !== null && stat.mtimeMs < before) await rm(entry, { recursive: true, force: true });
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
