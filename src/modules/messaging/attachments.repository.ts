import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { FileFolder } from '../../platform/storage/stored-files.ts';
import './tables.ts';

const FOLDER = 'private/attachments/';

export const ATTACHMENT_FOLDER: FileFolder = {
  prefix: FOLDER,
  named: (keys) => sql`
    select storage_key as key from message_attachments
    where id = any(${keys.map((key) => key.slice(FOLDER.length))}::text[])`,
};

export function findAttachment(db: Queryable, attachmentId: string) {
  return db.selectFrom('message_attachments').selectAll().where('id', '=', attachmentId).executeTakeFirst();
}
