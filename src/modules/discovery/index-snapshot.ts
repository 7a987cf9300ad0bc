/**
 * Snapshot of the search index on disk, so that a restart need not read all listings: one file below DATA_DIR, replaced as a
 * whole. Its label has the database, the position in the change log and the shape of the documents. If one of these does not match,
 * the snapshot is not used and the index is rebuilt.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { Service } from '../../platform/service.ts';
import { type EngineOptions, SearchEngine, SnapshotError } from '@fifthwheel/search';
import { ChangeLogReader, type LogState } from '../listings/index.ts';
import { databaseIdentity } from './documents.repository.ts';

/** Position of an index in the change logs. */
export interface IndexState {
  readonly log: LogState;
  /** Last entry read from the log of view counts. */
  readonly viewsSeq: number;
}

interface Label extends IndexState {
  readonly database: string;
  /** Text that changes whenever the same listing would give another document. */
  readonly shape: string;
  /** Entry of the change log at the position. It differs if the database has another history, such as a restored backup. */
  readonly entry: string;
  readonly takenAt: string;
}

export interface LoadedIndex extends IndexState {
  readonly engine: SearchEngine;
  readonly takenAt: Date;
}

/** Thrown for a snapshot that cannot be used; the message gives the reason. */
export class UnusableSnapshotError extends Error {
  override readonly name = 'UnusableSnapshotError';
}

const FILE = 'index.snapshot';
const CHUNK_BYTES = 1 << 20;
/** Age from which a partial file counts as left behind by a killed process. */
const ABANDONED_MS = HOUR_MS;

interface IndexSnapshotParts {
  readonly db: Database;
  readonly directory: string;
  readonly shape: string;
}

export class IndexSnapshot extends Service<IndexSnapshotParts> {
  readonly #log = new ChangeLogReader(this.parts.db, 'searches');

  /** Throws UnusableSnapshotError if the snapshot cannot be used. */
  async load(options: EngineOptions): Promise<LoadedIndex> {
    const source = this.#open();
    try {
      const label = await this.#readLabel(source);
      const restoring = SearchEngine.restoring(source.chunks(), options);
      for (;;) {
        const step = restoring.next();
        if (step.done === true)
          return {
            engine: step.value.engine,
            log: label.log,
            viewsSeq: label.viewsSeq,
            takenAt: new Date(label.takenAt),
          };
        await setImmediate();
      }
    } catch (error) {
      throw error instanceof SnapshotError ? new UnusableSnapshotError(error.message) : error;
    } finally {
      source.close();
    }
  }

  /**
   * Replaces the file, yielding to other work in between; the index may change meanwhile. Returns false if the change log is empty, so
   * that the snapshot would have no position, or once `isWanted` returns false.
   */
  async write(
    engine: SearchEngine,
    state: IndexState,
    options: { now: Date; isWanted: () => boolean },
  ): Promise<boolean> {
    const entry = await this.#log.entryAt(state.log.position);
    if (entry === null) return false;
    const label: Label = {
      ...state,
      entry,
      database: await databaseIdentity(this.parts.db),
      shape: this.parts.shape,
      takenAt: options.now.toISOString(),
    };
    await mkdir(this.parts.directory, { recursive: true });
    await this.#removeAbandoned(options.now);
    const partial = path.join(this.parts.directory, `${FILE}.${process.pid}.${options.now.getTime()}`);
    try {
      const isWhole = await writeParts(partial, engine.snapshot(JSON.stringify(label)), options.isWanted);
      if (isWhole) await rename(partial, this.#file);
      if (isWhole) await syncDirectory(this.parts.directory);
      return isWhole;
    } finally {
      await rm(partial, { force: true });
    }
  }

  /** Returns when any process last wrote the file; null if there is none. */
  async writtenAt(): Promise<Date | null> {
    const found = await stat(this.#file).catch(() => null);
    return found === null ? null : found.mtime;
  }

  get #file(): string {
    return path.join(this.parts.directory, FILE);
  }

  #open(): SnapshotSource {
    try {
      return new SnapshotSource(this.#file);
    } catch (error) {
      const { code } = error as { code?: unknown };
      throw new UnusableSnapshotError(
        code === 'ENOENT' ? 'there is no snapshot' : `the snapshot cannot be opened (${String(code)})`,
      );
    }
  }

  async #readLabel(source: SnapshotSource): Promise<Label> {
    const label = JSON.parse(SearchEngine.labelOf(source.chunks())) as Label;
    if (label.database !== (await databaseIdentity(this.parts.db)))
      throw new UnusableSnapshotError('the snapshot is of another database');
    if (label.shape !== this.parts.shape)
      throw new UnusableSnapshotError('documents are made differently now');
    const entry = await this.#log.entryAt(label.log.position);
    if (entry === null)
      throw new UnusableSnapshotError('the change log does not have the position of the snapshot');
    if (entry !== label.entry)
      throw new UnusableSnapshotError('the change log has another entry at the position of the snapshot');
    return label;
  }

  async #removeAbandoned(now: Date): Promise<void> {
    for (const name of await readdir(this.parts.directory)) {
      if (!name.startsWith(`${FILE}.`)) continue;
      const partial = path.join(this.parts.directory, name);
      const found = await stat(partial).catch(() => null);
      if (found !== null && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(partial, { force: true });
    }
  }
}

/** Reads the file synchronously in chunks, because the engine pulls them. */
class SnapshotSource {
  readonly #descriptor: number;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r');
  }

  *chunks(): Generator<Uint8Array> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = 0; ;) {
      const length = readSync(this.#descriptor, chunk, 0, CHUNK_BYTES, position);
      if (length === 0) return;
      position += length;
      yield chunk.subarray(0, length);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

async function writeParts(
  file: string,
  parts: Iterable<Uint8Array>,
  isWanted: () => boolean,
): Promise<boolean> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for (const part of parts) {
      if (!isWanted()) return false;
      if (part.length > 0) await handle.writeFile(part);
      else await setImmediate();
    }
    await handle.sync();
    return true;
  } finally {
    await handle.close();
  }
}

/** Writes the directory to disk, because the new file name survives a power cut only with it. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
