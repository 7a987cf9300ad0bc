import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { dayOf } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { sniffFileType } from '../../platform/http/uploads/file-types.ts';
import { newUlid } from '../../platform/ids.ts';
import type { ChargedBytes, NewFile, StoredFiles } from '../../platform/storage/stored-files.ts';
import {
  assertWithinPlan,
  getSellerPlan,
  lockSellerPlan,
  UploadQuotaExceeded,
  uploadCharge,
} from '../billing/index.ts';
import { download } from './download.ts';
import { ImportFailure } from './problems.ts';
import { countRowsOn, IMPORT_FILES, type ImportRow, lockImport, updateImport } from './imports.repository.ts';
import { fileLimits } from './file-limits.ts';
import { type ImportOptions, resolveOptions } from './options.ts';
import { type FileHead, inspectFile, inspectHead } from './reading/import-file.ts';
import type { FileFormat } from './reading/raw-row.ts';
import { withScratchDirectory, openFileHead, openLocalFile, withChunkObserver } from './local-files.ts';
import { type Unpacked, type Unpacking, unpack, unpackHead } from './zip.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Bytes that an inspection reads. */
const HEAD_BYTES_MAX = 20 * 1024 * 1024;

/** A readable file in the storage. */
export interface StoredFeed {
  readonly storageKey: string;
  readonly format: FileFormat;
  readonly rows: number;
  /** Storage keys by the names in the archive; for a dry run, none of the files exist. */
  readonly images: Readonly<Record<string, string>>;
  /** Keys of the written files, which the transaction that inserts the import adopts. */
  readonly written: readonly string[];
}

/** Import and seller that a file belongs to. */
export interface FeedOwner {
  readonly importId: string;
  readonly sellerId: string;
}

type ImportFilesParts = Pick<Platform, 'db' | 'clock' | 'files'> & {
  readonly scratchDir: string;
  readonly allowPrivate: boolean;
};

/**
 * Stores uploaded and fetched files: unpacks, inspects and stores them. An unreadable file throws an ImportFailure
 * and leaves nothing behind.
 */
export class ImportFiles extends Service<ImportFilesParts> {
  /** `pulse` is called for every chunk that is read. */
  async store(
    by: FeedOwner,
    file: string,
    options: ImportOptions,
    pulse: () => Promise<void> = async () => {},
  ): Promise<StoredFeed> {
    const { db, files, scratchDir } = this.parts;
    const plan = await getSellerPlan(db, by.sellerId);
    const limits = fileLimits(plan);
    const { preset, dryRun } = resolveOptions(options);
    let charged: ChargedBytes | null = null;
    let keptBytes = 0;
    let isCheckOnly = dryRun;
    const reserve = async (bytes: number): Promise<void> => {
      charged = await files.charge(uploadCharge(plan, by.sellerId, bytes));
    };
    try {
      return await withScratchDirectory(scratchDir, async (directory) => {
        const unpacking = { directory, feedBytesMax: limits.bytes, reserve };
        const { feed, images } = await opened(file, unpacking);
        const inspection = await inspectFile(
          withChunkObserver(openLocalFile(feed.path), pulse),
          preset,
          options,
          limits,
        );
        const asFile = (source: string): NewFile => ({
          key: `${IMPORT_FILES}${by.importId}/${newUlid()}`,
          content: { file: source },
          contentType: 'application/octet-stream',
        });
        const stock = asFile(feed.path);
        const named = images.map(({ name, path: source }) => [name, asFile(source)] as const);
        // A dry run needs only the names of its images.
        const written = dryRun ? [stock] : [stock, ...named.map(([, image]) => image)];
        keptBytes = await bytesOf(written);
        await files.put(written);
        return {
          storageKey: stock.key,
          ...inspection,
          images: Object.fromEntries(named.map(([name, { key }]) => [name, key])),
          written: written.map(({ key }) => key),
        };
      });
    } catch (error) {
      isCheckOnly = error instanceof ImportFailure;
      throw error;
    } finally {
      // Rejected files and dry runs keep their charge; otherwise they could be repeated without limit.
      if (charged !== null && !isCheckOnly) await refundUnused(files, charged, keptBytes);
    }
  }

  /** Inspects the first rows and stores nothing. */
  look(file: string, options: ImportOptions): Promise<FileHead> {
    const { scratchDir } = this.parts;
    return withScratchDirectory(scratchDir, async (directory) => {
      const feed = (await isZip(file)) ? await unpackHead(file, directory, HEAD_BYTES_MAX) : { path: file };
      const head = await openFileHead(feed.path, HEAD_BYTES_MAX);
      return inspectHead(head, resolveOptions(options).preset, options);
    });
  }

  claim(trx: Transaction, feed: StoredFeed): Promise<void> {
    return this.parts.files.claim(trx, feed.written);
  }

  discard(feed: StoredFeed): Promise<void> {
    return this.parts.files.discard(feed.written);
  }

  /** Fetches the file of an import from its URL and records the result. */
  async fetch(job: ImportRow, pulse: () => Promise<void>): Promise<void> {
    const { url } = job;
    if (url === null) return;
    const { db, scratchDir, allowPrivate } = this.parts;
    const { bytes: bytesMax } = fileLimits(await getSellerPlan(db, job.seller_id));
    const feed = await withScratchDirectory(scratchDir, async (directory) => {
      const file = path.join(directory, 'feed');
      await download({ url, file, bytesMax, allowPrivate, pulse });
      try {
        return await this.store({ importId: job.id, sellerId: job.seller_id }, file, job.options, pulse);
      } catch (error) {
        throw error instanceof UploadQuotaExceeded ? asFailure(error) : error;
      }
    });
    try {
      await inTransaction(db, async (trx) => {
        const counted = await this.count(trx, job.seller_id, feed.rows, job.dry_run);
        const current = await lockImport(trx, job.id);
        if (current?.status !== 'running') throw new ImportFailure('CANCELED', t('The import was canceled.'));
        await this.claim(trx, feed);
        await updateImport(trx, job.id, { ...feedColumns(feed), ...counted });
      });
    } catch (error) {
      await this.discard(feed);
      throw error instanceof AppError ? asFailure(error) : error;
    }
  }

  /** Counts the rows against the plan's limit for today (UTC), under its lock; a dry run counts nothing. */
  async count(
    trx: Transaction,
    sellerId: string,
    rows: number,
    dryRun: boolean,
  ): Promise<{ rows_counted: number; counted_on: string | null }> {
    if (dryRun) return { rows_counted: 0, counted_on: null };
    const plan = await lockSellerPlan(trx, sellerId);
    const today = dayOf(this.parts.clock.now());
    assertWithinPlan(plan, 'importRowsPerDay', await countRowsOn(trx, sellerId, today), rows);
    return { rows_counted: rows, counted_on: today };
  }
}

/** Unpacks the feed and its images. The bytes of an archive are reserved before any is written. */
async function opened(file: string, unpacking: Unpacking): Promise<Unpacked> {
  if (await isZip(file)) return unpack(file, unpacking);
  const { size } = await stat(file);
  await unpacking.reserve(size);
  return { feed: { name: '', path: file }, images: [] };
}

async function refundUnused(files: StoredFiles, charged: ChargedBytes, keptBytes: number): Promise<void> {
  const rest = charged.bytes - keptBytes;
  if (rest > 0) await files.giveBack(charged, rest);
}

export function feedColumns(feed: StoredFeed) {
  return {
    storage_key: feed.storageKey,
    file_format: JSON.stringify(feed.format),
    rows_total: feed.rows,
    archived_pictures: JSON.stringify(feed.images),
  };
}

function asFailure(error: AppError): ImportFailure {
  return new ImportFailure(error.code, error.sentence, { cause: error });
}

async function bytesOf(files: readonly NewFile[]): Promise<number> {
  let bytes = 0;
  for (const { content } of files)
    bytes += Buffer.isBuffer(content) ? content.length : (await stat(content.file)).size;
  return bytes;
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
