import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { UploadedFile, UploadRules } from '../../platform/http/uploads.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import './tables.ts';

const FILE_BYTES_MAX = 10 * 1024 * 1024;

/** The files that a seller may add to a registration, for the administrator who verifies it. */
export const DOCUMENT_RULES: UploadRules = {
  fields: ['documents'],
  filesMax: 5,
  fileBytesMax: FILE_BYTES_MAX,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
};

export interface SellerDocument {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly storageKey: string;
}

/** Stores all documents or none: when one fails, those before it are removed again. */
export async function storeDocuments(
  storage: Storage,
  sellerId: string,
  files: readonly UploadedFile[],
  now: Date,
): Promise<readonly SellerDocument[]> {
  const stored: SellerDocument[] = [];
  try {
    for (const file of files) {
      const id = newId('doc', now);
      const document = {
        id,
        filename: file.filename,
        contentType: file.type ?? 'application/octet-stream',
        bytes: file.bytes,
        storageKey: `private/documents/${sellerId}/${id}`,
      };
      stored.push(document);
      await storage.put(document.storageKey, { file: file.path }, document.contentType);
    }
    return stored;
  } catch (error) {
    await removeDocuments(storage, stored);
    throw error;
  }
}

export async function removeDocuments(storage: Storage, documents: readonly SellerDocument[]): Promise<void> {
  await Promise.allSettled(documents.map((document) => storage.remove(document.storageKey)));
}

export async function insertDocuments(
  trx: Transaction,
  owner: { readonly sellerId: string; readonly userId: string },
  documents: readonly SellerDocument[],
  now: Date,
): Promise<void> {
  if (documents.length === 0) return;
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
