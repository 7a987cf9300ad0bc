import type { Transaction } from '../db/transaction.ts';
import type { JobDefinition } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Wording } from '../wording.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Queues mails as jobs in the transaction of what they report; nobody waits for them to be sent. */
export class Mails {
  readonly #jobs: JobQueue;
  readonly #wording: Wording;
  readonly sendJob: JobDefinition<Mail>;

  constructor(jobs: JobQueue, mailer: Mailer, wording: Wording) {
    this.#jobs = jobs;
    this.#wording = wording;
    this.sendJob = { name: 'mail.send', run: (mail) => mailer.send(mail) };
  }

  enqueue(trx: Transaction, letter: Letter): Promise<void> {
    return this.#jobs.enqueue(trx, this.sendJob, writeLetter(letter, this.#wording));
  }
}
