import { sql } from 'kysely';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { MessageTemplateTable } from './tables.ts';
import type { Viewer } from './sides.ts';
import './tables.ts';

/** A seller's team shares its templates; a user without a team has their own. */
export type TemplateOwner = { readonly column: 'seller_id' | 'user_id'; readonly id: string };

export function templateOwnerOf(viewer: Viewer): TemplateOwner {
  return viewer.sellerId === null
    ? { column: 'user_id', id: viewer.userId }
    : { column: 'seller_id', id: viewer.sellerId };
}

export function listTemplates(db: Queryable, owner: TemplateOwner): Promise<MessageTemplateTable[]> {
  return db
    .selectFrom('message_templates')
    .selectAll()
    .where(owner.column, '=', owner.id)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export function findTemplate(
  db: Queryable,
  owner: TemplateOwner,
  id: string,
): Promise<MessageTemplateTable | undefined> {
  return db
    .selectFrom('message_templates')
    .selectAll()
    .where('id', '=', id)
    .where(owner.column, '=', owner.id)
    .executeTakeFirst();
}

export function countTemplates(db: Queryable, owner: TemplateOwner): Promise<number> {
  return countRows(db.selectFrom('message_templates').where(owner.column, '=', owner.id));
}

export function insertTemplate(
  trx: Transaction,
  owner: TemplateOwner,
  template: Pick<MessageTemplateTable, 'id' | 'name' | 'category' | 'content' | 'created_at'>,
): Promise<MessageTemplateTable> {
  return trx
    .insertInto('message_templates')
    .values({
      ...template,
      seller_id: owner.column === 'seller_id' ? owner.id : null,
      user_id: owner.column === 'user_id' ? owner.id : null,
      updated_at: template.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateTemplate(
  trx: Queryable,
  owner: TemplateOwner,
  id: string,
  changes: Partial<Pick<MessageTemplateTable, 'name' | 'category' | 'content'>> & { updated_at: Date },
): Promise<MessageTemplateTable | undefined> {
  return trx
    .updateTable('message_templates')
    .set(changes)
    .where('id', '=', id)
    .where(owner.column, '=', owner.id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteTemplate(db: Queryable, owner: TemplateOwner, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('message_templates')
    .where('id', '=', id)
    .where(owner.column, '=', owner.id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
