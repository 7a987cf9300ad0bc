import { type Selectable, sql } from 'kysely';
import { countRows, pageWithTotal } from '../../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import type { FileFolder, StoredFiles } from '../../../platform/storage/stored-files.ts';
import type { SellerDocumentTable } from '../tables.ts';
import { companies, lockCompany } from '../../companies/index.ts';
import '../tables.ts';

export interface SellerDocument {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly storageKey: string;
}

export const DOCUMENT_FOLDER: FileFolder = {
  prefix: 'private/documents/',
  named: (keys) => sql`
    select storage_key as key from seller_documents
    where id = any(${keys.map((key) => key.slice(key.lastIndexOf('/') + 1))}::text[])`,
};

/** Names the stored files in rows, which makes them stay. */
export async function insertDocuments(
  trx: Transaction,
  stored: StoredFiles,
  owner: { readonly sellerId: string; readonly userId: string },
  documents: readonly SellerDocument[],
  now: Date,
): Promise<void> {
  if (documents.length === 0) return;
  await stored.claim(
    trx,
    documents.map(({ storageKey }) => storageKey),
  );
  await trx
    .insertInto('seller_documents')
    .values(
      documents.map((document) => ({
        id: document.id,
        seller_id: owner.sellerId,
        user_id: owner.userId,
        filename: document.filename,
        content_type: document.contentType,
        bytes: document.bytes,
        storage_key: document.storageKey,
        created_at: now,
      })),
    )
    .execute();
}

/** Serializes "count, then insert" for the seller's documents until the transaction ends. */
export async function lockAndCountDocuments(trx: Transaction, sellerId: string): Promise<number> {
  await lockCompany(trx, sellerId);
  return countRows(trx.selectFrom('seller_documents').where('seller_id', '=', sellerId));
}

export function listDocuments(
  db: Queryable,
  sellerId: string,
  page: Page,
): Promise<{ rows: readonly Selectable<SellerDocumentTable>[]; total: number }> {
  const newest = db
    .selectFrom('seller_documents')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pageWithTotal(newest, page);
}

/** Returns where the file is, or undefined when the seller has no such document. */
export async function deleteDocument(
  trx: Transaction,
  sellerId: string,
  documentId: string,
): Promise<string | undefined> {
  // The review queue reads the seller. Lock the company before its documents, as every writer does, to avoid deadlocks.
  await lockCompany(trx, sellerId);
  const row = await trx
    .deleteFrom('seller_documents')
    .where('id', '=', documentId)
    .where('seller_id', '=', sellerId)
    .returning('storage_key')
    .executeTakeFirst();
  return row?.storage_key;
}

/** The documents of a seller that is verified wait no more; null: they wait again. */
export async function acceptDocuments(trx: Transaction, sellerId: string, at: Date | null): Promise<void> {
  await trx
    .updateTable('seller_documents')
    .set({ accepted_at: at })
    .where('seller_id', '=', sellerId)
    .where('refused_at', 'is', null)
    .execute();
}

/** Rejects the waiting documents. Returns the sender of the first one; undefined if none is waiting. */
export async function refuseDocuments(
  trx: Transaction,
  sellerId: string,
  reason: string,
  now: Date,
): Promise<{ id: string; email: string; name: string; language: string; company_name: string } | undefined> {
  await lockCompany(trx, sellerId);
  const refused = await trx
    .updateTable('seller_documents')
    .set({ refused_at: now, refusal_reason: reason })
    .where('seller_id', '=', sellerId)
    .where((eb) => eb.ref('is_waiting'))
    .returning(['user_id', 'created_at'])
    .execute();
  const [first] = refused.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  if (first === undefined) return undefined;
  return trx
    .selectFrom('users as u')
    .innerJoin(companies.as('s'), (join) => join.on('s.id', '=', sellerId))
    .select(['u.id', 'u.email', 'u.name', 'u.language', 's.company_name'])
    .where('u.id', '=', first.user_id)
    .executeTakeFirst();
}

export function listWaitingDocuments(db: Queryable, sellerIds: readonly string[]) {
  return db
    .selectFrom('seller_documents')
    .selectAll()
    .where('seller_id', 'in', [...sellerIds, ''])
    .where((eb) => eb.ref('is_waiting'))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
