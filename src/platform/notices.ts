import type { Transaction } from './db/transaction.ts';
import type { JobDefinition, JobLane } from './jobs/job.ts';
import type { JobQueue } from './jobs/queue.ts';

/** Notification types: data and links of each. The notifications module declares them and holds their texts. */
export interface NoticeTypes {}
export type NoticeType = keyof NoticeTypes;
export type NoticeDataOf<T extends NoticeType> = NoticeTypes[T]['data'];

/** A vehicle in an email. */
export interface NoticeVehicle {
  readonly title: string;
  readonly link: string;
  readonly image: string | null;
  readonly price: number | null;
  /** Previous price, if the notification is about a price drop. */
  readonly previousPrice: number | null;
  readonly currency: string | null;
  /** Whether the prices are net; null: not recorded. */
  readonly vatDeductible: boolean | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly isNew: boolean;
  readonly facts?: VehicleFacts | undefined;
}

/** What a buyer compares first. */
export interface VehicleFacts {
  /** As in `2018-09`. */
  readonly firstRegistration: string | null;
  readonly year: number | null;
  /** Kilometers. */
  readonly mileage: number | null;
  readonly operatingHours: number | null;
  readonly powerKw: number | null;
  readonly driveType: string | null;
  readonly euroStandard: string | null;
}

/** A source of one notification type that users can turn off individually: saved searches. */
export interface NoticeSource {
  /** The owner's name for it; null if it is deleted or belongs to another user. */
  nameOf(userId: string, id: string): Promise<string | null>;
  /** Unsubscribes from the notifications of a source. */
  end(userId: string, id: string): Promise<void>;
}

interface NoticeOf<T extends NoticeType> {
  readonly type: T;
  /** Values for the texts, and ids for programs: `{listingId, title, price, currency}`. */
  readonly data: NoticeDataOf<T>;
  /**
   * The people and sellers that values of `data` come from or name, by id, each with the names of those values:
   * they go when
   * the account is erased.
   */
  readonly about?: Readonly<Record<string, readonly string[]>>;
  /** Path of its subject, such as `/listings/<slug>`. */
  readonly link: NoticeTypes[T]['link'] | null;
  /** Vehicles shown in the email; if there are more in `data.count`, the email states how many. */
  readonly vehicles?: readonly NoticeVehicle[];
  /** ID of its source among those of its type. */
  readonly sourceId?: string;
  /** A user gets only one notification per key. */
  readonly dedupeKey?: string | undefined;
  /** Urgency of the notification and its email; `soon` by default. */
  readonly lane?: JobLane;
}

/** A notification without its recipient. */
export type NoticeContent<T extends NoticeType = NoticeType> = { [Each in T]: NoticeOf<Each> }[T];

export type Notice = NoticeContent & { readonly userId: string };

/** One notification for many users, each with their own settings and language. */
export type SharedNotice = NoticeContent & { readonly userIds: readonly string[] };

/** Separate notifications for several users, which commit together. */
export interface NoticeBatch {
  readonly notices: readonly Notice[];
  /** Account that caused them; their emails take its virtual start time, too. */
  readonly account: string;
}

/** Recipients of one job: few enough for a short transaction. */
const SHARED_BY_MAX = 100;
const BATCH_MAX = 20;

/** Queues notifications in the transaction of the change that they report; a job of the notifications module delivers them. */
export class Notices {
  readonly #jobs: JobQueue;
  #job: JobDefinition<Notice | SharedNotice> | null = null;
  #batchJob: JobDefinition<NoticeBatch> | null = null;
  readonly #sources = new Map<NoticeType, NoticeSource>();

  constructor(jobs: JobQueue) {
    this.#jobs = jobs;
  }

  /** Sets the job that delivers notifications; called by the notifications module. */
  deliverBy(job: JobDefinition<Notice | SharedNotice>): void {
    this.#job = job;
  }

  deliverBatchesBy(job: JobDefinition<NoticeBatch>): void {
    this.#batchJob = job;
  }

  /** Lets users unsubscribe from notifications of a type source by source. */
  comeFrom(type: NoticeType, source: NoticeSource): void {
    this.#sources.set(type, source);
  }

  sourceOf(type: NoticeType): NoticeSource | undefined {
    return this.#sources.get(type);
  }

  async add(trx: Transaction, ...notices: readonly Notice[]): Promise<void> {
    for (const lane of new Set(notices.map((notice) => notice.lane ?? 'soon'))) {
      const ofLane = notices.filter((notice) => (notice.lane ?? 'soon') === lane);
      await this.#jobs.enqueueMany(trx, this.#deliveryJob, ofLane, { lane });
    }
  }

  /** Sends the same notification to many users in the background; `account` is the account that caused it. */
  async addForMany(trx: Transaction, notice: SharedNotice, account: string): Promise<void> {
    const payloads: SharedNotice[] = [];
    for (let from = 0; from < notice.userIds.length; from += SHARED_BY_MAX)
      payloads.push({
        ...notice,
        lane: 'whenever',
        userIds: notice.userIds.slice(from, from + SHARED_BY_MAX),
      });
    await this.#jobs.enqueueMany(trx, this.#deliveryJob, payloads, { lane: 'whenever', account });
  }

  /** Sends different notifications to several users in the background; `account` is the account that caused them. */
  async addBatch(trx: Transaction, notices: readonly Notice[], account: string): Promise<void> {
    if (this.#batchJob === null) throw new Error('no delivery job is registered for notifications');
    const payloads: NoticeBatch[] = [];
    for (let from = 0; from < notices.length; from += BATCH_MAX)
      payloads.push({ notices: notices.slice(from, from + BATCH_MAX), account });
    await this.#jobs.enqueueMany(trx, this.#batchJob, payloads, { lane: 'whenever', account });
  }

  get #deliveryJob(): JobDefinition<Notice | SharedNotice> {
    if (this.#job === null) throw new Error('no delivery job is registered for notifications');
    return this.#job;
  }
}
