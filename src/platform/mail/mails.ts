import type { Keys } from '../crypto/keys.ts';
import type { Transaction } from '../db/transaction.ts';
import type { AnyJobDefinition, JobContext, JobDefinition, JobLane } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Wording } from '../wording.ts';
import { dropMailsAbout, dropMailsTo } from './waiting-mails.repository.ts';
import { layoutTexts, type TemplatedMail, renderMail } from './templated-mail.ts';
import type { Mail, Mailer } from './mailer.ts';

const PURPOSE = 'waiting-mail';

export const SEND_MANY_JOB = 'mail.write-many';
/** What an earlier release has queued, whose mails are written already. */
const WRITTEN_MANY_JOB = 'mail.send-many';
const JOB_NAMES = { one: 'mail.send', many: [SEND_MANY_JOB, WRITTEN_MANY_JOB] } as const;

/** A waiting mail: erasure finds it by its recipient and by whom it tells of; what it says is sealed. */
export interface WaitingMail {
  readonly to: string;
  /** As JSON, in base64: the whole mail, or of a job with many what it is to be written of. */
  readonly sealed: string;
  /** People, sellers and messages that the mail tells of. */
  readonly about?: readonly string[];
}

/** Mails of one job that are sent at once, each over a connection of its own. */
const SENT_AT_ONCE = 5;
const BATCH_MAX = 20;

interface WaitingMails {
  readonly mails: readonly WaitingMail[];
}

/** Queues mails as jobs in the transaction of what they report; nobody waits for them to be sent. */
export class Mails {
  readonly #jobs: JobQueue;
  readonly #wording: Wording;
  readonly #keys: Keys;
  readonly #mailer: Mailer;
  readonly #baseUrl: string;
  /** Mails that an earlier release has queued are not sealed. */
  readonly #sendJob: JobDefinition<WaitingMail | Mail>;
  readonly #sendManyJob: JobDefinition<WaitingMails>;
  readonly #writtenManyJob: JobDefinition<WaitingMails>;

  constructor(parts: { jobs: JobQueue; mailer: Mailer; wording: Wording; keys: Keys; baseUrl: string }) {
    this.#jobs = parts.jobs;
    this.#wording = parts.wording;
    this.#keys = parts.keys;
    this.#mailer = parts.mailer;
    this.#baseUrl = parts.baseUrl;
    parts.wording.define(layoutTexts);
    this.#sendJob = { name: JOB_NAMES.one, run: (waiting) => this.#mailer.send(this.#open(waiting)) };
    const many = {
      lane: 'whenever',
      run: ({ mails }: WaitingMails, context: JobContext) => this.#sendMany(mails, context),
    } as const;
    this.#sendManyJob = { name: SEND_MANY_JOB, ...many };
    this.#writtenManyJob = { name: WRITTEN_MANY_JOB, ...many };
  }

  get sendJobs(): readonly AnyJobDefinition[] {
    return [this.#sendJob, this.#sendManyJob, this.#writtenManyJob];
  }

  enqueue(trx: Transaction, templated: TemplatedMail, lane: JobLane = 'soon'): Promise<void> {
    const mail = renderMail(templated, this.#wording, this.#baseUrl);
    return this.#jobs.enqueue(trx, this.#sendJob, this.#seal(templated, mail), { lane });
  }

  /**
   * Mails of one cause to many, some in each job; `account` is whose doing it is. They are written when they are sent: a hundred
   * at once would hold up everything else, within a transaction, and what is written is ten times as long as what it is written of.
   */
  async enqueueMany(
    trx: Transaction,
    templated: readonly TemplatedMail[],
    { account, lane }: { readonly account: string | null; readonly lane: JobLane },
  ): Promise<void> {
    const payloads: WaitingMails[] = [];
    for (let from = 0; from < templated.length; from += BATCH_MAX)
      payloads.push({ mails: templated.slice(from, from + BATCH_MAX).map((mail) => this.#seal(mail, mail)) });
    await this.#jobs.enqueueMany(trx, this.#sendManyJob, payloads, { account, lane });
  }

  /** Keeps what is left to send, so that nobody who got a mail gets it again because that to somebody else has failed. */
  async #sendMany(mails: readonly WaitingMail[], context: JobContext): Promise<void> {
    const failed: WaitingMail[] = [];
    let failure: unknown = null;
    for (let from = 0; from < mails.length; from += SENT_AT_ONCE) {
      context.signal.throwIfAborted();
      const batch = mails.slice(from, from + SENT_AT_ONCE);
      const outcomes = await Promise.allSettled(batch.map((mail) => this.#mailer.send(this.#open(mail))));
      outcomes.forEach((outcome, at) => {
        const mail = batch[at];
        if (outcome.status === 'fulfilled' || mail === undefined) return;
        failed.push(mail);
        failure = outcome.reason;
      });
      const left = [...failed, ...mails.slice(from + SENT_AT_ONCE)];
      if (!(await context.proceed({ mails: left }))) return;
    }
    if (failed.length > 0) throw failure;
  }

  #seal({ to, about }: TemplatedMail, content: Mail | TemplatedMail): WaitingMail {
    const sealed = this.#keys.seal(PURPOSE, JSON.stringify(content)).toString('base64');
    return { to, sealed, ...(about === undefined ? {} : { about }) };
  }

  /** Drops mails that wait, or could not be sent, and tell of any of these: nobody is told of them any more. */
  forget(trx: Transaction, subjects: readonly string[]): Promise<void> {
    return dropMailsAbout(trx, JOB_NAMES, subjects);
  }

  /** Drops mails to a folded address. */
  forgetReceiver(trx: Transaction, folded: string): Promise<void> {
    return dropMailsTo(trx, JOB_NAMES, folded);
  }

  #open(waiting: WaitingMail | Mail): Mail {
    if (!('sealed' in waiting)) return waiting;
    const sealed = Buffer.from(waiting.sealed, 'base64');
    const content = JSON.parse(this.#keys.open(PURPOSE, sealed)) as Mail | TemplatedMail;
    return 'name' in content ? renderMail(content, this.#wording, this.#baseUrl) : content;
  }
}
