import type { Total } from '../../platform/db/count-up-to.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { found, invalidState, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import { lockJob, makeJobDue } from '../../platform/jobs/jobs.repository.ts';
import {
  findMail,
  listMails,
  type MailFilters,
  type MailRow,
  queueMailsOf,
} from '../../platform/mail/mail-log.repository.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { t } from '../../platform/errors/sentence.ts';

export { MAIL_STATES, type MailRow } from '../../platform/mail/mail-log.repository.ts';

/** The email log, for administrators. */
export class MailAdminService extends Service<Platform> {
  list(filters: MailFilters, page: Page): Promise<{ rows: readonly MailRow[] } & Total> {
    return listMails(this.parts.db, filters, page, this.parts.clock.now());
  }

  /** Retries the remaining recipients of the job; users who have received the email do not get it again. */
  async retry(actor: UserActor, mailId: string, origin: Origin): Promise<void> {
    if (!isId('mai', mailId)) throw notFound('email');
    const { db, clock, jobs, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      const jobId = found('email', (await findMail(trx, mailId))?.job_id);
      const job = await lockJob(trx, jobId, clock.now());
      const mail = found('email', await findMail(trx, mailId));
      if (mail.state === 'sent') throw invalidState(t('The email has already been sent.'));
      if (job === undefined)
        throw invalidState(t('The content of the email is no longer stored, so it cannot be sent again.'));
      if (job.state === 'running') throw invalidState(t('The email is being sent. Try again in a minute.'));
      await makeJobDue(trx, jobId, clock.now());
      await queueMailsOf(trx, jobId);
      jobs.announce(trx);
      await audit.record(trx, {
        actor,
        action: 'mail.retried',
        subject: { type: 'mail', id: mailId },
        before: { state: mail.state, attempts: mail.attempts, jobId },
        origin,
      });
    });
  }
}
