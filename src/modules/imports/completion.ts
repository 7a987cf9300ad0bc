import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { localizerFor } from '../../platform/errors/localize.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import { endImport, type ImportRow, lockImport } from './imports.repository.ts';
import { resultMail } from './mail-templates.ts';
import { importCompleted, importData } from './events.ts';
import { endImages, listPendingKeys } from './images.repository.ts';
import { insertProblems } from './problems.repository.ts';
import { problem, type RowProblem } from './problems.ts';
import type { Absence } from './missing-listings.ts';
import { reportUrl } from './error-report.ts';
import { takeDailyMail } from '../../platform/mail/daily-limits.repository.ts';
import { findPerson, listReceivers } from './stock.repository.ts';
import { type Message, t, toStored } from '../../platform/errors/sentence.ts';

type CompletionParts = Pick<
  Platform,
  'db' | 'clock' | 'events' | 'keys' | 'jobs' | 'notices' | 'mails' | 'wording'
> & {
  readonly discardJob: JobDefinition<{ keys: readonly string[] }>;
  readonly baseUrl: string;
};

/** Ends imports: sets the final state, notifies people, and schedules the deletion of the files. */
export class ImportCompletion extends Service<CompletionParts> {
  /** In a dry run the missing listings are only counted; otherwise they are paused already. */
  async complete(importId: string, absence: Absence | null): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const job = await lockImport(trx, importId);
      if (job?.status !== 'running') return;
      const removed = job.dry_run ? (absence?.listingIds.length ?? 0) : 0;
      const warning = absence?.warning ?? removalSkipped(job);
      if (warning !== null) await insertProblems(trx, job.id, [{ ...warning, row: null, externalId: null }]);
      const status = job.failed_count > 0 ? 'completed_with_errors' : 'completed';
      const ended = await this.#close(trx, job, {
        status,
        removed_count: job.removed_count + removed,
        warning_count: job.warning_count + (warning === null ? 0 : 1),
      });
      await this.#notify(trx, ended);
    });
  }

  async fail(importId: string, code: string, message: Message): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const job = await lockImport(trx, importId);
      if (job === undefined || (job.status !== 'running' && job.status !== 'queued')) return;
      const error = JSON.stringify({ code, message: toStored(message) });
      await this.#notify(trx, await this.#close(trx, job, { status: 'failed', error }));
    });
  }

  /** The seller cancels: written rows stay, and no notification is sent. */
  async cancel(trx: Transaction, job: ImportRow): Promise<void> {
    await this.#close(trx, job, { status: 'canceled' });
  }

  /**
   * Emits `import.completed` for those of these imports whose images are all done. Call it in the transaction that
   * changed their rows.
   */
  async endImages(
    trx: Transaction,
    importIds: readonly string[],
    now = this.parts.clock.now(),
  ): Promise<void> {
    const { events } = this.parts;
    for (const job of await endImages(trx, importIds, now))
      await events.emit(trx, importCompleted, importData(job), { sellerId: job.seller_id });
  }

  async #close(trx: Transaction, job: ImportRow, changes: FinalState): Promise<ImportRow> {
    const { clock, jobs, discardJob } = this.parts;
    const now = clock.now();
    const ended = await endImport(trx, job.id, changes, now);
    // Keep the images that listings still wait for. Each is deleted once its listing has it.
    const awaited = new Set(await listPendingKeys(trx, job.id));
    const keys = [job.storage_key ?? [], ...Object.values(job.archived_pictures)]
      .flat()
      .filter((key) => !awaited.has(key));
    if (keys.length > 0) await jobs.enqueue(trx, discardJob, { keys });
    await this.endImages(trx, [job.id], now);
    return ended;
  }

  async #notify(trx: Transaction, job: ImportRow): Promise<void> {
    const { keys, notices, mails, wording, baseUrl } = this.parts;
    const person = await findPerson(trx, job.user_id);
    if (person !== undefined) {
      await notices.add(trx, {
        userId: job.user_id,
        type: 'import_finished',
        data: {
          importId: job.id,
          status: job.status,
          filename: job.filename ?? job.url,
          rows: job.rows_total ?? 0,
          created: job.created_count,
          updated: job.updated_count,
          unchanged: job.unchanged_count,
          removed: job.removed_count,
          failed: job.failed_count,
          warnings: job.warning_count,
        },
        link: `/seller/bulk-import/${job.id}`,
        dedupeKey: `import_finished:${job.id}`,
      });
    }
    const report = job.failed_count > 0 ? reportUrl(baseUrl, keys, job.id) : null;
    const now = this.parts.clock.now();
    for (const receiver of await listReceivers(trx, job.seller_id, job.options.notifyEmails ?? [])) {
      const mail = { kind: 'importResult', sellerId: job.seller_id, to: receiver.email, now } as const;
      if (!(await takeDailyMail(trx, keys, mail))) continue;
      const to = { to: receiver.email, language: receiver.language, report };
      await mails.enqueue(trx, resultMail(job, to, localizerFor([receiver.language], wording)));
    }
  }
}

function removalSkipped({ mode, keyless_count: keyless }: ImportRow): RowProblem | null {
  if (mode !== 'full' || keyless === 0) return null;
  const message = t('{count} rows have no readable key, so no listings were taken off the marketplace.', {
    count: keyless,
  });
  return problem('warning', 'REMOVAL_SKIPPED', message);
}

interface FinalState {
  readonly status: ImportRow['status'];
  readonly removed_count?: number;
  readonly warning_count?: number;
  readonly error?: string;
}
