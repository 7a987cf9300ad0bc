import type { Keys } from '../crypto/keys.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobDefinition } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Wording } from '../wording.ts';
import { type TemplatedMail, renderMail } from './templated-mail.ts';
import type { Mail, Mailer } from './mailer.ts';

const PURPOSE = 'waiting-mail';

/** A waiting mail: erasure finds it by its recipient, and the codes and links in it are sealed. */
export interface WaitingMail {
  readonly to: string;
  /** The whole mail as JSON; base64. */
  readonly sealed: string;
}

/** Queues mails as jobs in the transaction of what they report; nobody waits for them to be sent. */
export class Mails {
  readonly #jobs: JobQueue;
  readonly #wording: Wording;
  readonly #keys: Keys;
  /** Mails that an earlier release has queued are not sealed. */
  readonly sendJob: JobDefinition<WaitingMail | Mail>;

  constructor(parts: { jobs: JobQueue; mailer: Mailer; wording: Wording; keys: Keys }) {
    this.#jobs = parts.jobs;
    this.#wording = parts.wording;
    this.#keys = parts.keys;
    this.sendJob = { name: 'mail.send', run: (waiting) => parts.mailer.send(this.#open(waiting)) };
  }

  enqueue(trx: Transaction, templated: TemplatedMail): Promise<void> {
    const mail = renderMail(templated, this.#wording);
    const sealed = this.#keys.seal(PURPOSE, JSON.stringify(mail)).toString('base64');
    return this.#jobs.enqueue(trx, this.sendJob, { to: mail.to, sealed });
  }

  #open(waiting: WaitingMail | Mail): Mail {
    if (!('sealed' in waiting)) return waiting;
    return JSON.parse(this.#keys.open(PURPOSE, Buffer.from(waiting.sealed, 'base64'))) as Mail;
  }
}
