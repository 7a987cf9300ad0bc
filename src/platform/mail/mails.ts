import { setImmediate as nextTurn } from 'node:timers/promises';
import { addMs, type Clock, DAY_MS, MINUTE_MS } from '../clock.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import type { AnyJobDefinition, JobContext, JobDefinition, JobLane } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Wording } from '../wording.ts';
import {
  insertMails,
  type MailOutcome,
  MAILS_KEPT_DAYS,
  recordMails,
  purgeMails,
} from './mail-log.repository.ts';
import { dropMailsAbout, dropMailsOf } from './waiting-mails.repository.ts';
import { maskedSubject, type TemplatedMail, renderMail } from './templated-mail.ts';
import type { Mail, Mailer } from './mailer.ts';
import { Service } from '../service.ts';

const PURPOSE = 'waiting-mail';

export const SEND_MANY_JOB = 'mail.write-many';
const FORGET_PURPOSE = 'forgotten-receiver';
const JOB_NAMES = { one: 'mail.send', many: SEND_MANY_JOB } as const;

export function sendsMails(job: string): boolean {
  return job === JOB_NAMES.one || job === JOB_NAMES.many;
}

/** A queued email. Erasure finds it by its recipient and by the people that it is about; its content is encrypted. */
export interface WaitingMail {
  /** ID of its entry in the email log. */
  readonly id: string;
  readonly to: string;
  /** JSON in base64: the whole email, or for a job with many emails, the data to write them from. */
  readonly sealed: string;
  /** Users, sellers and messages that the email is about. */
  readonly about?: readonly string[] | undefined;
}

/** Emails of one job that are sent in parallel, each over its own connection. */
const SENT_AT_ONCE = 5;
const BATCH_MAX = 20;
const PURGE_EVERY_MS = 10 * MINUTE_MS;

interface WaitingMails {
  readonly mails: readonly WaitingMail[];
}

interface MailsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly wording: Wording;
  readonly keys: Keys;
  readonly baseUrl: string;
}

/** Queues emails as jobs in the transaction that they report on. Requests do not wait for delivery. */
export class Mails extends Service<MailsParts> {
  readonly #sendJob: JobDefinition<WaitingMail> = {
    name: JOB_NAMES.one,
    run: (waiting, context) => this.#sendOne(waiting, context),
  };
  readonly #sendManyJob: JobDefinition<WaitingMails> = {
    name: JOB_NAMES.many,
    lane: 'whenever',
    run: ({ mails }, context) => this.#sendMany(mails, context),
  };
  /** Encrypted addresses whose email files are to be deleted. */
  readonly #forgetFilesJob: JobDefinition<{ readonly sealed: string }> = {
    name: 'mail.forget-files',
    lane: 'whenever',
    run: async ({ sealed }) => {
      const addresses = this.parts.keys.open(FORGET_PURPOSE, Buffer.from(sealed, 'base64'));
      await this.parts.mailer.files?.forget(JSON.parse(addresses));
    },
  };

  get ownJobs(): readonly AnyJobDefinition[] {
    const purge: JobDefinition = {
      name: 'mail.purge-states',
      everyMs: PURGE_EVERY_MS,
      run: async (_payload, { signal }) => {
        const { db, clock, mailer } = this.parts;
        await purgeMails(db, clock.now(), signal);
        await mailer.files?.purge(addMs(clock.now(), -MAILS_KEPT_DAYS * DAY_MS));
      },
    };
    return [this.#sendJob, this.#sendManyJob, this.#forgetFilesJob, purge];
  }

  async enqueue(trx: Transaction, templated: TemplatedMail, lane: JobLane = 'soon'): Promise<void> {
    const mail = renderMail(templated, this.parts.wording, this.parts.baseUrl);
    const waiting = this.#seal(templated, mail);
    const jobIds = await this.parts.jobs.enqueueMany(trx, this.#sendJob, [waiting], { lane });
    await this.#record(trx, [templated], [waiting.id], jobIds);
  }

  /**
   * Enqueues emails of one cause to many recipients, several per job; `account` is the account that caused them. They are
   * rendered when they are sent. Rendering a hundred at a time would block everything else within a transaction, and the rendered
   * text is ten times as long as its data.
   */
  async enqueueMany(
    trx: Transaction,
    templated: readonly TemplatedMail[],
    { account, lane }: { readonly account: string | null; readonly lane: JobLane },
  ): Promise<void> {
    const waiting = templated.map((mail) => this.#seal(mail, mail));
    const payloads: WaitingMails[] = [];
    for (let from = 0; from < waiting.length; from += BATCH_MAX)
      payloads.push({ mails: waiting.slice(from, from + BATCH_MAX) });
    const jobIds = await this.parts.jobs.enqueueMany(trx, this.#sendManyJob, payloads, { account, lane });
    await this.#record(
      trx,
      templated,
      waiting.map(({ id }) => id),
      jobIds,
    );
  }

  /** Adds entries to the email log. */
  #record(
    trx: Transaction,
    templated: readonly TemplatedMail[],
    ids: readonly string[],
    jobIds: readonly string[],
  ): Promise<void> {
    const rows = templated.map((mail, i) => ({
      id: ids[i] ?? '',
      name: mail.name,
      recipient: mail.to,
      language: mail.language,
      subject: maskedSubject(mail, this.parts.wording),
      job_id: jobIds[Math.floor(i / BATCH_MAX)] ?? '',
      user_id: mail.userId ?? null,
    }));
    return insertMails(trx, rows, this.parts.clock.now());
  }

  async #sendOne(waiting: WaitingMail, context: JobContext): Promise<void> {
    const [outcome] = await this.#send([waiting], context);
    if (outcome !== null) throw outcome;
  }

  /** Sends the emails immediately. Returns the error of each; null if it was sent. */
  async #send(mails: readonly WaitingMail[], { isLastAttempt }: JobContext): Promise<unknown[]> {
    // Rendering an email takes milliseconds.
    let turn = Promise.resolve();
    const outcomes = await Promise.allSettled(
      mails.map(async (mail, i) => {
        if (i > 0) turn = turn.then(() => nextTurn());
        await turn;
        await this.parts.mailer.send(this.#open(mail));
      }),
    );
    const errors = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? null : (outcome.reason ?? 'unknown'),
    );
    const noted = mails.map(({ id }, at): MailOutcome => ({ id, error: errors[at] }));
    await recordMails(this.parts.db, noted, { isLastAttempt, now: this.parts.clock.now() });
    return errors;
  }

  /** Stores the unsent rest in the job, so that a failure for one recipient does not repeat the email to another. */
  async #sendMany(mails: readonly WaitingMail[], context: JobContext): Promise<void> {
    const failed: WaitingMail[] = [];
    let failure: unknown = null;
    for (let from = 0; from < mails.length; from += SENT_AT_ONCE) {
      context.signal.throwIfAborted();
      const batch = mails.slice(from, from + SENT_AT_ONCE);
      const errors = await this.#send(batch, context);
      batch.forEach((mail, i) => {
        if (errors[i] === null) return;
        failed.push(mail);
        failure = errors[i];
      });
      const left = [...failed, ...mails.slice(from + SENT_AT_ONCE)];
      if (!(await context.proceed({ mails: left }))) return;
    }
    if (failed.length > 0) throw failure;
  }

  #seal({ to, about }: TemplatedMail, content: Mail | TemplatedMail): WaitingMail {
    const sealed = this.parts.keys.seal(PURPOSE, JSON.stringify(content)).toString('base64');
    return {
      id: newId('mai', this.parts.clock.now()),
      to,
      sealed,
      about,
    };
  }

  /** Drops pending and failed emails about any of these subjects. */
  forget(trx: Transaction, subjects: readonly string[]): Promise<void> {
    return dropMailsAbout(trx, JOB_NAMES, subjects);
  }

  /** Drops an account's emails to any of its past or pending addresses, and returns the folded addresses. */
  forgetReceiver(
    trx: Transaction,
    receiver: { readonly userId: string; readonly email: string },
  ): Promise<readonly string[]> {
    return dropMailsOf(trx, JOB_NAMES, receiver);
  }

  /** Deletes emails written as files to these folded addresses, once the transaction has committed. */
  async forgetFiles(trx: Transaction, addresses: readonly string[]): Promise<void> {
    const { mailer, keys, jobs } = this.parts;
    if (mailer.files === undefined) return;
    const sealed = keys.seal(FORGET_PURPOSE, JSON.stringify(addresses)).toString('base64');
    await jobs.enqueue(trx, this.#forgetFilesJob, { sealed });
  }

  #open({ sealed }: WaitingMail): Mail {
    const text = this.parts.keys.open(PURPOSE, Buffer.from(sealed, 'base64'));
    const content = JSON.parse(text) as Mail | TemplatedMail;
    return 'name' in content ? renderMail(content, this.parts.wording, this.parts.baseUrl) : content;
  }
}
