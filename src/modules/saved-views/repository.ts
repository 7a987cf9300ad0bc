import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { SavedViewTable } from './tables.ts';
import './tables.ts';

export type SavedViewRow = Omit<SavedViewTable, 'user_id'>;

const COLUMNS = ['id', 'area', 'name', 'query', 'created_at'] as const;

/** By name. An account has so few that they need no pages. */
export function listViews(db: Queryable, userId: string, area: string | null): Promise<SavedViewRow[]> {
  return db
    .selectFrom('saved_views')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .$if(area !== null, (query) => query.where('area', '=', area ?? ''))
    .orderBy('area')
    .orderBy('name')
    .execute();
}

export function countViews(db: Queryable, userId: string): Promise<number> {
  return countRows(db.selectFrom('saved_views').where('user_id', '=', userId));
}

export function findView(db: Queryable, userId: string, id: string): Promise<SavedViewRow | undefined> {
  return db
    .selectFrom('saved_views')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Replaces the content of the view of this name; undefined if there is none. */
export function replaceView(
  trx: Transaction,
  userId: string,
  view: { readonly area: string; readonly name: string; readonly query: string },
): Promise<SavedViewRow | undefined> {
  return trx
    .updateTable('saved_views')
    .set({ query: view.query })
    .where('user_id', '=', userId)
    .where('area', '=', view.area)
    .where('name', '=', view.name)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function insertView(trx: Transaction, userId: string, view: SavedViewRow): Promise<void> {
  await trx
    .insertInto('saved_views')
    .values({ ...view, user_id: userId })
    .execute();
}

export async function deleteView(db: Queryable, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
