import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import {
  AppError,
  found,
  invalidField,
  invalidState,
  overPlanLimit,
} from '../../platform/errors/app-error.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import { readFeedAddress } from './download.ts';
import type { Listings } from '../listings/index.ts';
import type { ImportCompletion } from './completion.ts';
import { getSellerPlan } from '../billing/index.ts';
import { type FileLimits, fileLimits } from './file-limits.ts';
import { ImportFailure } from './problems.ts';
import {
  findOwnImport,
  findRunning,
  type ImportRow,
  insertImport,
  listImports,
  lockImport,
} from './imports.repository.ts';
import { type FeedOwner, type ImportFiles, type StoredFeed, feedColumns } from './import-files.ts';
import { type ImportOptions, resolveOptions } from './options.ts';
import { withMapping } from './mappings.ts';
import type { Preset } from './presets/preset.ts';
import type { FileHead } from './reading/import-file.ts';
import {
  listProblemGroups,
  listProblems,
  type LocatedProblem,
  type ProblemGroup,
} from './problems.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export type ServiceParts = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  readonly importFiles: ImportFiles;
  readonly completion: ImportCompletion;
  readonly bulk: Listings['bulk'];
  /** Allows feeds from private addresses, for local development. */
  readonly allowPrivate: boolean;
  readonly jobFor: (rows: number) => JobDefinition<{ importId: string }>;
};

interface ImportStart {
  readonly id: string;
  readonly sellerId: string;
  readonly userId: string;
  readonly origin: ImportRow['origin'];
  readonly filename: string | null;
  readonly url: string | null;
  readonly options: ImportOptions;
  readonly feed: StoredFeed | null;
}

export class ImportService extends Service<ServiceParts> {
  /**
   * Inspects a file before the response, so that an unreadable one is rejected at once; a URL is fetched by the job.
   */
  async create(
    actor: SellerActor,
    request: {
      readonly file: UploadedFile | null;
      readonly url: string | null;
      readonly options: ImportOptions;
    },
  ): Promise<ImportRow> {
    const { sellerId } = actor.seller;
    const { file } = request;
    if ((file === null) === (request.url === null))
      throw invalidField('file', t('is required unless url is given, and cannot be combined with it'));
    const url = request.url === null ? null : readFeedAddress(request.url, this.parts.allowPrivate);
    const running = await findRunning(this.parts.db, sellerId);
    if (running !== undefined) throw alreadyRunning(running);
    const options = await withMapping(this.parts.db, sellerId, request.options);
    const id = newId('imp', this.parts.clock.now());
    const feed = file === null ? null : await this.#store({ importId: id, sellerId }, file, options);
    return this.#begin({
      id,
      sellerId,
      userId: actor.userId,
      origin: file === null ? 'url' : 'upload',
      filename: file?.filename ?? null,
      url,
      options,
      feed,
    });
  }

  /** Creates a scheduled import; null while another import of the seller runs. */
  async createByPull(
    trx: Transaction,
    pull: {
      readonly sellerId: string;
      readonly userId: string;
      readonly url: string;
      readonly options: ImportOptions;
    },
  ): Promise<ImportRow | null> {
    if ((await findRunning(trx, pull.sellerId)) !== undefined) return null;
    const id = newId('imp', this.parts.clock.now());
    const options = await withMapping(trx, pull.sellerId, pull.options);
    return this.#enter(trx, { ...pull, options, id, origin: 'pull', filename: null, feed: null });
  }

  async limits(sellerId: string): Promise<FileLimits> {
    return fileLimits(await getSellerPlan(this.parts.db, sellerId));
  }

  /** Describes how a file would be read, without importing it. */
  async inspect(
    sellerId: string,
    file: UploadedFile,
    requested: ImportOptions,
  ): Promise<{ readonly preset: Preset; readonly head: FileHead }> {
    const options = await withMapping(this.parts.db, sellerId, requested);
    const head = await readable(() => this.parts.importFiles.look(file.path, options));
    return { preset: resolveOptions(options).preset, head };
  }

  async get(sellerId: string, importId: string): Promise<ImportRow> {
    return found('import', isId('imp', importId) && (await findOwnImport(this.parts.db, sellerId, importId)));
  }

  list(
    sellerId: string,
    page: { readonly limit: number; readonly offset: number; readonly status?: string | undefined },
  ): Promise<{ rows: ImportRow[]; total: number }> {
    return listImports(this.parts.db, sellerId, page);
  }

  async problems(
    sellerId: string,
    importId: string,
    page: { readonly limit: number; readonly offset: number; readonly severity?: string | undefined },
  ): Promise<{ problems: LocatedProblem[]; total: number }> {
    const { id } = await this.get(sellerId, importId);
    return listProblems(this.parts.db, id, page);
  }

  async problemGroups(
    sellerId: string,
    importId: string,
    page: { readonly limit: number; readonly offset: number; readonly severity?: string | undefined },
  ): Promise<{ groups: ProblemGroup[]; total: number }> {
    const { id } = await this.get(sellerId, importId);
    return listProblemGroups(this.parts.db, id, page);
  }

  /** Currency of prices that name none. */
  async accountCurrency(sellerId: string): Promise<string> {
    const { owner } = await this.parts.bulk.contextOf(this.parts.db, sellerId);
    return owner.currency;
  }

  /** Cancels before the next batch; rows already written stay. */
  async cancel(sellerId: string, importId: string): Promise<ImportRow> {
    const { id } = await this.get(sellerId, importId);
    await inTransaction(this.parts.db, async (trx) => {
      const job = found('import', await lockImport(trx, id));
      if (job.status !== 'queued' && job.status !== 'running') {
        const message = t(
          'An import in the state {state} cannot go to canceled; only one in queued or running can.',
          { state: job.status },
        );
        throw invalidState(message);
      }
      await this.parts.completion.cancel(trx, job);
    });
    return this.get(sellerId, importId);
  }

  async #store(by: FeedOwner, file: UploadedFile, options: ImportOptions): Promise<StoredFeed> {
    return readable(() => this.parts.importFiles.store(by, file.path, options));
  }

  async #begin(beginning: ImportStart): Promise<ImportRow> {
    try {
      return await inTransaction(this.parts.db, (trx) => this.#enter(trx, beginning));
    } catch (error) {
      if (beginning.feed !== null) await this.parts.importFiles.discard(beginning.feed);
      if (isUniqueViolation(error, 'imports_one_running_key')) throw alreadyRunning(null);
      throw error;
    }
  }

  async #enter(trx: Transaction, beginning: ImportStart): Promise<ImportRow> {
    const { clock, jobs, importFiles, jobFor } = this.parts;
    const { feed, options } = beginning;
    const { preset, mode, publish, dryRun } = resolveOptions(options);
    const counted = feed === null ? {} : await importFiles.count(trx, beginning.sellerId, feed.rows, dryRun);
    const row = await insertImport(trx, {
      id: beginning.id,
      seller_id: beginning.sellerId,
      user_id: beginning.userId,
      origin: beginning.origin,
      filename: beginning.filename,
      url: beginning.url,
      status: 'queued',
      preset: preset.name,
      mode,
      publish,
      dry_run: dryRun,
      options: JSON.stringify(options),
      ...(feed === null ? {} : feedColumns(feed)),
      ...counted,
      created_at: clock.now(),
    });
    if (feed !== null) await importFiles.claim(trx, feed);
    recordCreated(trx, row.id);
    const job = jobFor(feed?.rows ?? 0);
    await jobs.enqueue(trx, job, { importId: row.id }, { account: row.seller_id });
    return row;
  }
}

/** Turns the failure to read a file into an error for its sender. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    if (error.code === 'TOO_LARGE') throw new AppError('PAYLOAD_TOO_LARGE', error.sentence);
    if (error.code === 'TOO_MANY_ROWS') throw overPlanLimit(error.sentence);
    throw invalidField('file', error.sentence);
  }
}

function alreadyRunning(importId: string | null): AppError {
  return invalidState(
    importId === null
      ? t('Another import is queued or running; wait until it has finished, or cancel it first.')
      : t('The import {id} is queued or running; wait until it has finished, or cancel it first.', {
          id: importId,
        }),
  );
}
