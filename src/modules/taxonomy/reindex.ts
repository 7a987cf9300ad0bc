import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';

/** What a name belongs to: a category by its slug, or a feature by its code. */
export interface NamedSubject {
  readonly kind: 'category' | 'feature';
  readonly name: string;
}

export type ListingReference = 'category_id' | 'subcategory_id' | 'brand_id';

/** The live listings that show a name of the taxonomy, from the one after `after` on. */
export interface ReindexPayload {
  readonly kind: ListingReference | 'feature';
  /** Of the category or brand; the code of a feature. */
  readonly id: string;
  readonly after: string;
}

const BATCH_ROWS = 1000;
/** Listings that are looked through for a feature: no index is worth having for that. */
const BATCH_LOOKED_AT = 2000;

/**
 * Sends live listings through the search index again, which holds the names of what they refer to: a job, in batches that
 * commit one by one, since a brand may have a hundred thousand. A killed one goes on where it was.
 */
export class Reindexing {
  readonly job: JobDefinition<ReindexPayload> = {
    name: 'taxonomy.reindex',
    leaseMs: 120_000,
    run: (payload, context) => this.#run(payload, context),
  };
  readonly #db: Database;
  readonly #jobs: JobQueue;

  constructor(parts: { db: Database; jobs: JobQueue }) {
    this.#db = parts.db;
    this.#jobs = parts.jobs;
  }

  /** The first batch goes with the change itself. A job without a key does the rest: one that has begun may have passed some. */
  async want(trx: Transaction, kind: ReindexPayload['kind'], id: string): Promise<void> {
    const after = await noteBatch(trx, { kind, id, after: '' });
    if (after !== null) await this.#jobs.enqueue(trx, this.job, { kind, id, after });
  }

  async wantNamed(trx: Transaction, { kind, name }: NamedSubject): Promise<void> {
    if (kind === 'feature') return this.want(trx, 'feature', name);
    const category = await trx
      .selectFrom('categories')
      .select(['id', 'parent_id'])
      .where('slug', '=', name)
      .executeTakeFirst();
    if (category === undefined) return;
    await this.want(trx, category.parent_id === null ? 'category_id' : 'subcategory_id', category.id);
  }

  async #run(payload: ReindexPayload, context: JobContext): Promise<void> {
    let { after } = payload;
    for (;;) {
      const last = await inTransaction(this.#db, (trx) => noteBatch(trx, { ...payload, after }));
      if (last === null) return;
      after = last;
      if (context.signal.aborted) throw new Error('stopped between two batches');
      if (!(await context.proceed({ ...payload, after }))) return;
    }
  }
}

/** Notes one batch, and returns the last listing of it; null when there is none after it. */
async function noteBatch(trx: Transaction, { kind, id, after }: ReindexPayload): Promise<string | null> {
  const most = kind === 'feature' ? BATCH_LOOKED_AT : BATCH_ROWS;
  const batch =
    kind === 'feature'
      ? sql`select id, status = 'ACTIVE' and ${id} = any(features) as shows from listings
          where id > ${after} order by id limit ${most}`
      : sql`select id, status = 'ACTIVE' as shows from listings
          where ${sql.ref(kind)} = ${id} and id > ${after} order by id limit ${most}`;
  const { rows } = await sql<{ id: string; shows: boolean }>`
    with batch as materialized (${batch}), noted as (
      insert into listing_changes (listing_id) select id from batch where shows order by id
    )
    select id, shows from batch order by id`.execute(trx);
  if (rows.some(({ shows }) => shows)) await sql`select pg_notify('listing_changes', '')`.execute(trx);
  return rows.length < most ? null : (rows.at(-1)?.id ?? null);
}
