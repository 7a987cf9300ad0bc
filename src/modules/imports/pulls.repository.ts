import type { Selectable } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { ImportOptions } from './options.ts';
import type { ImportPullTable } from './tables.ts';
import './tables.ts';

export type PullRow = Selectable<ImportPullTable>;

export async function findPull(db: Queryable, sellerId: string): Promise<PullRow | undefined> {
  return db.selectFrom('import_pulls').selectAll().where('seller_id', '=', sellerId).executeTakeFirst();
}

export async function savePull(
  trx: Transaction,
  pull: {
    readonly sellerId: string;
    readonly userId: string;
    readonly url: string;
    readonly options: ImportOptions;
    readonly nextAt: Date;
    readonly now: Date;
  },
): Promise<PullRow> {
  const changing = {
    user_id: pull.userId,
    url: pull.url,
    options: JSON.stringify(pull.options),
    next_at: pull.nextAt,
    last_error: null,
    updated_at: pull.now,
  };
  return trx
    .insertInto('import_pulls')
    .values({ seller_id: pull.sellerId, last_import_id: null, created_at: pull.now, ...changing })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(changing))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePull(db: Queryable, sellerId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('import_pulls')
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks a due pull that no other worker has locked. */
export async function lockDuePull(trx: Transaction, now: Date): Promise<PullRow | undefined> {
  return trx
    .selectFrom('import_pulls')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function updatePull(
  trx: Transaction,
  sellerId: string,
  changes: { readonly next_at: Date; readonly last_import_id?: string; readonly last_error: string | null },
): Promise<void> {
  await trx.updateTable('import_pulls').set(changes).where('seller_id', '=', sellerId).execute();
}
