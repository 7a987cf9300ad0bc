import { addMs, DAY_MS, secondsToMidnight } from '../../platform/clock.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { found } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import { clientNetwork } from '../../platform/http/limits/connections.ts';
import { newId } from '../../platform/ids.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import { mailboxKey, countAgainstDay } from '../../platform/mail/daily-limits.repository.ts';
import type { Platform } from '../../platform/module.ts';
import { OBJECTION_MS } from '../decisions/index.ts';
import { guestReportReceivedMail } from './mail-templates.ts';
import { type NewReport, type Reported, reportRow } from './reports.ts';
import { type FiledReport, findReportOfGuest, forgetGuests, insertReport } from './reports.repository.ts';
import type { ReportTable } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'keys' | 'mails' | 'config'>;

/** A reporter without an account. */
export interface Guest {
  readonly name: string | null;
  readonly email: string | null;
  readonly language: string;
  readonly ip: string;
}

/** Limit per network and day (UTC). */
const REPORTS_A_DAY = 20;
/** Limit per email address and day, because any visitor can enter any address. */
const RECEIPTS_A_DAY = 5;
const BATCH = 500;

/**
 * Accepts a report from any visitor (Digital Services Act, article 16). The address is unverified: it gets only the
 * receipt and the decision, and neither repeats the guest's text, or strangers could send emails in our name.
 */
export async function fileGuestReport(
  { db, clock, keys, mails, config }: Parts,
  guest: Guest,
  report: NewReport,
  copy: (trx: Transaction) => Promise<Reported>,
): Promise<FiledReport> {
  const now = clock.now();
  const id = newId('rpt', now);
  await inTransaction(db, async (trx) => {
    const network = keys.sign('report-network', clientNetwork(guest.ip));
    if (!(await countAgainstDay(trx, { counted: `report:${network}`, max: REPORTS_A_DAY, now })))
      throw rateLimited(
        t(
          'There have been {max} reports without an account from your network today. Sign in to report more.',
          { max: REPORTS_A_DAY },
        ),
        { limit: REPORTS_A_DAY, waitSeconds: secondsToMidnight(now) },
      );
    await insertReport(trx, {
      ...reportRow(id, report, await copy(trx), now),
      reporter_id: null,
      reporter_name: guest.name,
      reporter_email: guest.email,
      reporter_language: guest.language,
    });
    recordCreated(trx, id);
    if (guest.email === null) return;
    const recipient = await mailboxKey(trx, keys, guest.email);
    if (!(await countAgainstDay(trx, { counted: `receipt:${recipient}`, max: RECEIPTS_A_DAY, now }))) return;
    await mails.enqueue(
      trx,
      guestReportReceivedMail({
        to: guest.email,
        language: guest.language,
        reportId: id,
        subject: `${config.baseUrl}/${report.kind}s/${report.subjectId}`,
      }),
    );
  });
  return getGuestReport({ db }, report.kind, id);
}

export async function getGuestReport(
  { db }: Pick<Parts, 'db'>,
  kind: ReportTable['kind'],
  id: string,
): Promise<FiledReport> {
  return found('report', await findReportOfGuest(db, kind, id));
}

/** Keeps the reporter's identity as long as the decision can be appealed. */
export function forgetGuestsJob({ db, clock }: Pick<Platform, 'db' | 'clock'>): JobDefinition {
  return {
    name: 'reports.forget-guests',
    everyMs: DAY_MS,
    async run(_payload, { signal }) {
      const before = addMs(clock.now(), -OBJECTION_MS);
      while (!signal.aborted && (await forgetGuests(db, before, BATCH)) === BATCH);
    },
  };
}
