import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { found, invalidState, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import {
  deleteJob,
  JOB_COUNT_MAX,
  type JobFilters,
  type JobSummary,
  listJobs,
  lockJob,
  makeJobDue,
} from '../../platform/jobs/jobs.repository.ts';
import { failMailsOf, queueMailsOf } from '../../platform/mail/mail-log.repository.ts';
import { sendsMails } from '../../platform/mail/mails.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { t } from '../../platform/errors/sentence.ts';

export { JOB_COUNT_MAX, type JobSummary };

/** Background work as administrators see it: what waits, runs or was given up. */
export class JobAdminService extends Service<Platform> {
  list(filters: JobFilters, page: Page): Promise<{ rows: JobSummary[]; total: number }> {
    return listJobs(this.parts.db, filters, page, this.parts.clock.now());
  }

  /** Runs a failed job again, or a queued one immediately. */
  async retry(actor: UserActor, jobId: string, origin: Origin): Promise<void> {
    try {
      await this.#change(actor, jobId, 'job.retried', origin, async (trx, { name }) => {
        await makeJobDue(trx, jobId, this.parts.clock.now());
        if (sendsMails(name)) await queueMailsOf(trx, jobId);
        this.parts.jobs.announce(trx);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw invalidState(t('Another job is already waiting to do the same work.'));
    }
  }

  async cancel(actor: UserActor, jobId: string, origin: Origin): Promise<void> {
    await this.#change(actor, jobId, 'job.cancelled', origin, async (trx, job) => {
      if (job.is_recurring && job.state !== 'failed')
        throw invalidState(t('A recurring job cannot be canceled.'));
      await deleteJob(trx, jobId);
      if (sendsMails(job.name))
        await failMailsOf(trx, jobId, 'cancelled by an administrator', this.parts.clock.now());
    });
  }

  async #change(
    actor: UserActor,
    jobId: string,
    action: string,
    origin: Origin,
    change: (trx: Transaction, job: JobSummary) => Promise<void>,
  ): Promise<void> {
    if (!isId('job', jobId)) throw notFound('job');
    const { db, clock, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      const job = found('job', await lockJob(trx, jobId, clock.now()));
      if (job.state === 'running') throw invalidState(t('The job is running. Try again when it has ended.'));
      await change(trx, job);
      await audit.record(trx, {
        actor,
        action,
        subject: { type: 'job', id: jobId },
        before: { name: job.name, state: job.state, attempts: job.attempts },
        origin,
      });
    });
  }
}
