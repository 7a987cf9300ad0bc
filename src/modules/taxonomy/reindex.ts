import type { Platform } from '../../platform/module.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Config } from '../../config/config.ts';
import { findCategory, type NamedSubject, logBatch, type ReindexPayload } from './reindex.repository.ts';

export type ReindexingParts = Pick<Platform, 'db' | 'jobs'> & {
  readonly config: Pick<Config, 'openSearch'>;
};

/**
 * Reindexes live listings whose documents contain what has changed: slugs, names of brands, and in a search cluster
 * all names. A job with batches that commit separately, because a brand can have a hundred thousand listings. It
 * resumes after a crash.
 */
export class Reindexing {
  readonly job: JobDefinition<ReindexPayload> = {
    name: 'taxonomy.reindex',
    leaseMs: 120_000,
    run: (payload, context) => this.#run(payload, context),
  };
  readonly #db: Database;
  readonly #jobs: JobQueue;
  readonly #holdsNames: boolean;

  constructor(parts: ReindexingParts) {
    this.#db = parts.db;
    this.#jobs = parts.jobs;
    this.#holdsNames = parts.config.openSearch !== null;
  }

  /**
   * The first batch is part of the change. A job without a deduplication key does the rest, because a running one may
   * have passed some listings.
   */
  async want(trx: Transaction, kind: ReindexPayload['kind'], id: string): Promise<void> {
    const after = await logBatch(trx, { kind, id, after: '' });
    if (after !== null) await this.#jobs.enqueue(trx, this.job, { kind, id, after });
  }

  /**
   * For a new name of a category or feature. The index in memory reads it from the taxonomy, without touching
   * documents.
   */
  async wantNamed(trx: Transaction, { kind, name }: NamedSubject): Promise<void> {
    if (!this.#holdsNames) return;
    if (kind === 'feature') return this.want(trx, 'feature', name);
    const category = await findCategory(trx, name);
    if (category === undefined) return;
    await this.want(trx, category.parent_id === null ? 'category_id' : 'subcategory_id', category.id);
  }

  async #run(payload: ReindexPayload, context: JobContext): Promise<void> {
    let { after } = payload;
    for (;;) {
      const last = await inTransaction(this.#db, (trx) => logBatch(trx, { ...payload, after }));
      if (last === null) return;
      after = last;
      if (context.signal.aborted) throw new Error('stopped between two batches');
      if (!(await context.proceed({ ...payload, after }))) return;
    }
  }
}
