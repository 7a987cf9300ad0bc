import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { sniffFileType } from '../../platform/http/file-types.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { assertWithinPlan, lockSellerPlan } from '../billing/index.ts';
import { download } from './download.ts';
import { ImportFailure } from './import-failure.ts';
import { countRowsOn, type ImportRow, lockImport } from './imports.repository.ts';
import { type ImportOptions, resolveOptions } from './options.ts';
import { inspectFile } from './reading/import-file.ts';
import type { FileFormat } from './reading/raw-row.ts';
import { inScratch } from './scratch.ts';
import { openLocal } from './stored-file.ts';
import { type Unpacked, unpack } from './zip.ts';

export const FILE_BYTES_MAX = 20 * 1024 * 1024;

/** A file that can be read and waits in the storage. */
export interface Taken {
  readonly storageKey: string;
  readonly format: FileFormat;
  readonly rows: number;
  /** Storage keys by the names in the archive. */
  readonly pictures: Readonly<Record<string, string>>;
}

export interface IntakeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly scratchDir: string;
  readonly allowPrivate: boolean;
}

/** Brings files in: unpacks, looks through, stores. What cannot be read throws an ImportFailure and leaves nothing behind. */
export class Intake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  async take(importId: string, file: string, options: ImportOptions): Promise<Taken> {
    return inScratch(this.#parts.scratchDir, async (directory) => {
      const { feed, pictures } = (await isZip(file))
        ? await unpack(file, directory)
        : ({ feed: { name: '', path: file }, pictures: [] } satisfies Unpacked);
      const inspection = await inspectFile(openLocal(feed.path), resolveOptions(options).preset, options);
      const stored: string[] = [];
      try {
        const put = async (source: string, name: string): Promise<string> => {
          const key = `private/imports/${importId}/${name}`;
          stored.push(key);
          await this.#parts.storage.put(key, { file: source }, 'application/octet-stream');
          return key;
        };
        const storageKey = await put(feed.path, newId('req'));
        const entries: [string, string][] = [];
        for (const picture of pictures) entries.push([picture.name, await put(picture.path, newId('req'))]);
        return { storageKey, ...inspection, pictures: Object.fromEntries(entries) };
      } catch (error) {
        await this.discard(stored);
        throw error;
      }
    });
  }

  async discard(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#parts.storage.remove(key)));
  }

  /** Fetches the file of an import that names an address, and enters what was found. */
  async fetch(job: ImportRow): Promise<void> {
    const { url } = job;
    if (url === null) return;
    const { db, scratchDir, allowPrivate } = this.#parts;
    const taken = await inScratch(scratchDir, async (directory) => {
      const file = path.join(directory, 'feed');
      await download({ url, file, bytesMax: FILE_BYTES_MAX, allowPrivate });
      return this.take(job.id, file, job.options);
    });
    try {
      await inTransaction(db, async (trx) => {
        const counted = await this.count(trx, job.seller_id, taken.rows, job.dry_run);
        const current = await lockImport(trx, job.id);
        if (current?.status !== 'running') throw new ImportFailure('CANCELED', 'The import was canceled.');
        await trx
          .updateTable('imports')
          .set({ ...takenColumns(taken), ...counted })
          .where('id', '=', job.id)
          .execute();
      });
    } catch (error) {
      await this.discard(keysOf(taken));
      if (error instanceof AppError) throw new ImportFailure(error.code, error.message, { cause: error });
      throw error;
    }
  }

  /** Takes the rows from the plan's budget of this day (UTC), under its lock; a dry run costs nothing. */
  async count(
    trx: Transaction,
    sellerId: string,
    rows: number,
    dryRun: boolean,
  ): Promise<{ rows_counted: number; counted_on: string | null }> {
    if (dryRun) return { rows_counted: 0, counted_on: null };
    const plan = await lockSellerPlan(trx, sellerId);
    const today = this.#parts.clock.now().toISOString().slice(0, 10);
    assertWithinPlan(plan, 'importRowsPerDay', await countRowsOn(trx, sellerId, today), rows);
    return { rows_counted: rows, counted_on: today };
  }
}

export function takenColumns(taken: Taken) {
  return {
    storage_key: taken.storageKey,
    file_format: JSON.stringify(taken.format),
    rows_total: taken.rows,
    archived_pictures: JSON.stringify(taken.pictures),
  };
}

export function keysOf(taken: Taken): string[] {
  return [taken.storageKey, ...Object.values(taken.pictures)];
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, head.length, 0);
    return sniffFileType(head) === 'application/zip';
  } finally {
    await handle.close();
  }
}
