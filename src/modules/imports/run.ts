/**
 * Runs an import as a job: fetches the file if necessary, then writes its rows batch by batch. Each batch commits
 * together with the new position, so after a crash the next worker continues there and writes no row twice.
 * Cancellation takes effect between two batches.
 */
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addMs, SECOND_MS } from '../../platform/clock.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import { namesIn, type Taxonomy } from '../taxonomy/index.ts';
import { AliasTally } from './alias-tally.ts';
import { type BatchContext, isKeyless, readDraft, type ReadRow, readRow, writeBatch } from './batch.ts';
import type { ImportCompletion } from './completion.ts';
import { FetchFailure } from './download.ts';
import { ImportFailure, problem } from './problems.ts';
import {
  advance,
  type BatchCounts,
  findImport,
  type ImportRow,
  lockImport,
  Stopped,
  resetDryRun,
  startImport,
  updateImport,
} from './imports.repository.ts';
import type { ImportFiles } from './import-files.ts';
import { KeyRegister } from './key-register.ts';
import type { Listings } from '../listings/index.ts';
import { resolveOptions } from './options.ts';
import { imageArchive } from './image-orders.ts';
import { valueReader } from './presets/mapped-values.ts';
import { type BoundPreset, bindPreset, guessedColumn, unknownCells } from './presets/preset.ts';
import { hasFileWarning, insertProblems } from './problems.repository.ts';
import { type OpenFile, readRows } from './reading/import-file.ts';
import type { FileFormat } from './reading/raw-row.ts';
import type { FileKeys, MissingListings } from './missing-listings.ts';
import { findPerson } from './stock.repository.ts';
import { openStoredFile, withChunkObserver } from './local-files.ts';
import { isLarge } from './file-limits.ts';
import { t } from '../../platform/errors/sentence.ts';

export type RunParts = Pick<Platform, 'db' | 'clock' | 'jobs' | 'storage'> & {
  readonly taxonomy: Taxonomy;
  readonly bulk: Listings['bulk'];
  readonly importFiles: ImportFiles;
  readonly missingListings: MissingListings;
  readonly completion: ImportCompletion;
  readonly imageJob: JobDefinition<{ listingId: string }>;
  readonly largeJob: JobDefinition<{ importId: string }>;
  /** Rows per transaction: few enough not to hold locks or block the event loop for long. */
  readonly batchRows: number;
};

/** Attempts per batch, in case a user writes the same stock number or VIN at that moment. */
const BATCH_TRIES_MAX = 3;
const UNKNOWN_COLUMNS_SHOWN = 50;
/** Well within the lease of a job. */
const BEAT_MS = 10 * SECOND_MS;
/** A batch also ends after this many bytes, so that a few long rows use no more memory than many short ones. */
const BATCH_BYTES_MAX = 1024 * 1024;
/** Rows, about 1 ms, between two yields to the event loop. */
const TURN_ROWS = 10;

export class ImportRun extends Service<RunParts> {
  /** `mayBeLarge`: this job runs in the lane of large imports; other jobs hand these over. */
  async run(importId: string, context: JobContext, { mayBeLarge }: { mayBeLarge: boolean }): Promise<void> {
    const { db, jobs, largeJob } = this.parts;
    try {
      const pulse = this.#pulse(context);
      const job = await this.#begin(importId, pulse);
      if (job === null) return;
      if (mayBeLarge || !isLarge(job.rows_total ?? 0)) await this.#work(job, pulse);
      else
        await inTransaction(db, (trx) =>
          jobs.enqueue(trx, largeJob, { importId }, { account: job.seller_id }),
        );
    } catch (error) {
      if (error instanceof Stopped) return;
      const isHopeless = !(error instanceof FetchFailure && error.isTransient && !context.isLastAttempt);
      if (error instanceof ImportFailure && isHopeless) {
        await this.parts.completion.fail(importId, error.code, error.sentence);
        return;
      }
      if (context.isLastAttempt)
        await this.parts.completion.fail(importId, 'INTERNAL_ERROR', t('A server error ended the import.'));
      throw error;
    }
  }

  /** Returns a function to call frequently. It throws once the process shuts down or another worker has taken over. */
  #pulse(context: JobContext): () => Promise<void> {
    const { clock } = this.parts;
    let beatAt = clock.now();
    return async () => {
      if (context.signal.aborted) throw new Error('the process is shutting down; another process continues');
      if (clock.now() < addMs(beatAt, BEAT_MS)) return;
      if (!(await context.heartbeat())) throw new Stopped();
      beatAt = clock.now();
    };
  }

  async #begin(importId: string, pulse: () => Promise<void>): Promise<ImportRow | null> {
    const { db, clock, importFiles } = this.parts;
    const job = await findImport(db, importId);
    if (job === undefined || (job.status !== 'queued' && job.status !== 'running')) return null;
    if (job.status === 'queued') await startImport(db, importId, clock.now());
    if (job.storage_key === null && job.url !== null) await importFiles.fetch(job, pulse);
    // A dry run writes nothing, so after a crash the effect of its first rows is lost: start over.
    if (job.dry_run && job.position > 0) await inTransaction(db, (trx) => resetDryRun(trx, importId));
    return (await findImport(db, importId)) ?? null;
  }

  async #work(job: ImportRow, pulse: () => Promise<void>): Promise<void> {
    const { storage, missingListings, completion } = this.parts;
    const { storage_key: key, file_format: format } = job;
    if (job.status !== 'running' || key === null || format === null) return;
    const { owner } = await this.parts.bulk.contextOf(this.parts.db, job.seller_id);
    const preset = bindPreset(
      resolveOptions(job.options).preset,
      format.format === 'csv' ? format.columns : null,
      {
        dateOrders: format.dateOrders,
        currency: job.options.currency ?? null,
        country: owner.place.country,
      },
    );
    const read = { bytes: 0 };
    const open = withChunkObserver(openStoredFile(storage, key), async ({ length }) => {
      read.bytes += length;
      await pulse();
    });
    const file = { open, read, format, preset };
    const batch = await this.#contextOf(job, preset);
    const absence = job.mode === 'full' ? await missingListings.find(job, await keysOf(file, batch)) : null;
    // A file without a header has no unknown names.
    await this.#reportColumns(job, format.hasHeader ? preset.unknownColumns : []);
    const unknown = await this.#writeRows(file, batch, pulse);
    await this.#reportColumns(job, unknown);
    if (absence !== null && !job.dry_run) await missingListings.retire(job, absence, pulse);
    await completion.complete(job.id, absence);
  }

  async #contextOf(job: ImportRow, preset: BoundPreset): Promise<BatchContext> {
    const { db, clock, taxonomy, bulk } = this.parts;
    const person = await findPerson(db, job.user_id);
    return {
      job,
      actor: {
        kind: 'seller',
        sellerId: job.seller_id,
        userId: job.user_id,
        emailVerified: person?.emailVerified ?? false,
        source: 'import',
      },
      preset,
      names: namesIn(taxonomy.current),
      readValues: valueReader(job.options.values),
      currency: job.options.currency ?? preset.preset.defaults.currency,
      archive: imageArchive(job.archived_pictures),
      register: new KeyRegister(),
      aliases: new AliasTally(job.aliases),
      dryRun: { slotsTaken: 0, draftsTaken: 0 },
      bulk,
      completion: this.parts.completion,
      now: clock.now(),
    };
  }

  /**
   * Rows before the position were written by an earlier attempt: only their keys are recorded. While the database
   * writes one batch, the next one is read, and also checked if most rows so far were new. Returns the unknown
   * columns of XML.
   */
  async #writeRows(file: RunFile, batch: BatchContext, pulse: () => Promise<void>): Promise<string[]> {
    const { job, register } = batch;
    const unknown = new Set<string>();
    let waiting: ReadRow[] = [];
    let position = job.position;
    let writing: Promise<void> = Promise.resolve();
    const checkedBy = await this.parts.bulk.contextOf(this.parts.db, job.seller_id);
    let isMostlyNew = false;
    let sinceTurn = 0;
    let bytesBefore = file.read.bytes;
    const write = async (rows: readonly ReadRow[], at: number): Promise<void> => {
      const { created } = await this.#writeBatch(rows, at, batch);
      isMostlyNew = created > rows.length / 2;
      await pulse();
    };
    const flush = async (): Promise<void> => {
      const rows = waiting;
      waiting = [];
      bytesBefore = file.read.bytes;
      await writing;
      writing = write(rows, position);
      // Awaited with the next batch; until then, prevent an unhandled rejection.
      writing.catch(() => {});
      position += rows.length;
    };
    for await (const rows of readRows(file.open, file.format, file.preset.preset)) {
      for (const row of rows) {
        if (++sinceTurn % TURN_ROWS === 0) await nextTurn();
        if (file.format.format === 'xml' && unknown.size < UNKNOWN_COLUMNS_SHOWN)
          for (const column of unknownCells(file.preset.preset, row)) unknown.add(column);
        if (row.number > job.position) {
          waiting.push(readRow(row, batch, { context: checkedBy, asNew: isMostlyNew }));
          if (waiting.length >= this.parts.batchRows) await flush();
        } else if (job.mode !== 'full' && row.fault === null)
          // A full import has recorded all keys by now.
          register.claim(readDraft(row, batch), row.number);
      }
      if (waiting.length > 0 && file.read.bytes - bytesBefore >= BATCH_BYTES_MAX) await flush();
    }
    if (waiting.length > 0) await flush();
    await writing;
    return [...unknown];
  }

  async #writeBatch(rows: readonly ReadRow[], position: number, batch: BatchContext): Promise<BatchCounts> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#writeOnce(rows, position, batch);
      } catch (error) {
        if (tries >= BATCH_TRIES_MAX || !isUniqueViolation(error)) throw error;
      }
    }
  }

  async #writeOnce(rows: readonly ReadRow[], position: number, batch: BatchContext): Promise<BatchCounts> {
    const { db, clock, jobs, imageJob } = this.parts;
    const { aliases, dryRun, counts } = await inTransaction(db, async (trx) => {
      // Copies, so that a rolled-back attempt leaves nothing behind.
      const attempt = {
        ...batch,
        aliases: batch.aliases.copy(),
        dryRun: { ...batch.dryRun },
        now: clock.now(),
      };
      const { counts, withImages } = await writeBatch(trx, rows, attempt);
      const to = { position: position + rows.length, counts, aliases: attempt.aliases.entries };
      // Last, because listings are locked before the import. If the import was canceled, the batch rolls back.
      if (!(await advance(trx, batch.job.id, { from: position, ...to }))) throw new Stopped();
      await jobs.enqueueMany(
        trx,
        imageJob,
        withImages.map((listingId) => ({ listingId })),
        { account: batch.job.seller_id, keys: withImages },
      );
      return { ...attempt, counts };
    });
    batch.aliases.replaceWith(aliases);
    Object.assign(batch.dryRun, dryRun);
    return counts;
  }

  /** Warns of unknown columns, once per import. */
  async #reportColumns(job: ImportRow, columns: readonly string[]): Promise<void> {
    const { preset } = resolveOptions(job.options);
    const problems = columns.slice(0, UNKNOWN_COLUMNS_SHOWN).map((column) => {
      const suggestion = guessedColumn(preset, column);
      const message =
        suggestion === null
          ? t('The column {column} is unknown to the preset and was ignored.', { column })
          : t('The column {column} is unknown to the preset and was ignored. Did you mean {meant}?', {
              column,
              meant: suggestion,
            });
      const found = problem('warning', 'UNKNOWN_COLUMN', message, { column, suggestion });
      return { ...found, row: null, externalId: null };
    });
    if (problems.length === 0) return;
    await inTransaction(this.parts.db, async (trx) => {
      const current = await lockImport(trx, job.id);
      if (current?.status !== 'running' || (await hasFileWarning(trx, job.id, 'UNKNOWN_COLUMN'))) return;
      await insertProblems(trx, job.id, problems);
      await updateImport(trx, job.id, { warning_count: current.warning_count + problems.length });
    });
  }
}

interface RunFile {
  readonly open: OpenFile;
  /** Bytes read so far, in all passes. */
  readonly read: { readonly bytes: number };
  readonly format: FileFormat;
  readonly preset: BoundPreset;
}

/** Collects every key in a file, including rejected rows, whose vehicles are still in stock. */
async function keysOf(file: RunFile, batch: BatchContext): Promise<FileKeys> {
  const { register } = batch;
  let hasKeyless = false;
  let sinceTurn = 0;
  for await (const rows of readRows(file.open, file.format, file.preset.preset)) {
    for (const row of rows) {
      if (++sinceTurn % TURN_ROWS === 0) await nextTurn();
      const draft = readDraft(row, batch);
      if (isKeyless(draft)) hasKeyless = true;
      else if (row.fault === null) register.claim(draft, row.number);
      else register.record(draft);
    }
  }
  return { register, hasKeyless };
}
