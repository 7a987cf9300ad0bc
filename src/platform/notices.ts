import type { Transaction } from './db/transaction.ts';
import type { JobDefinition } from './jobs/job.ts';
import type { JobQueue } from './jobs/queue.ts';

/**
 * What users are told of. The notifications module holds the words for each type, in each language, and decides by the
 * user's preferences whether it shows in the application, goes out by mail, or both.
 */
export const NOTICE_TYPES = [
  'message',
  'saved_search_match',
  'price_drop',
  'favorite_sold',
  'listing_approved',
  'listing_rejected',
  'listing_suspended',
  'listing_restored',
  'listing_expiring',
  'listing_expired',
  'listing_paused',
  'listing_sold',
  'review_received',
  'review_reply',
  'subscription',
  'payment_failed',
  'webhook_disabled',
  'import_finished',
  'team_invitation',
  'team_joined',
  'account_verified',
  'report_decided',
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export interface Notice {
  readonly userId: string;
  readonly type: NoticeType;
  /** Values for the texts, and ids for programs: `{listingId, title, price, currency}`. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
  /** The path of what it is about, such as `/listings/<slug>`. */
  readonly link: string | null;
  /** A user is told only once under the same key. */
  readonly dedupeKey?: string;
}

/** Queues notices in the transaction of what they report; the notifications module delivers them, as a job. */
export class Notices {
  readonly #jobs: JobQueue;
  #job: JobDefinition<Notice> | null = null;

  constructor(jobs: JobQueue) {
    this.#jobs = jobs;
  }

  /** Sets the job that delivers notices; called by the notifications module. */
  deliverBy(job: JobDefinition<Notice>): void {
    this.#job = job;
  }

  async add(trx: Transaction, ...notices: readonly Notice[]): Promise<void> {
    if (this.#job === null) throw new Error('nobody delivers notices');
    await this.#jobs.enqueueMany(trx, this.#job, notices);
  }
}
