import { newId } from '../../../platform/ids.ts';
import type { UploadedFile, UploadRules } from '../../../platform/http/uploads/uploads.ts';
import type { StoredFiles } from '../../../platform/storage/stored-files.ts';
import { DOCUMENT_FOLDER, type SellerDocument } from './seller-documents.repository.ts';

const FILE_BYTES_MAX = 10 * 1024 * 1024;

/** Files that a seller may upload per request, for the administrator who verifies the seller. */
export const DOCUMENT_RULES: UploadRules = {
  fields: ['documents'],
  filesMax: 5,
  fileBytesMax: FILE_BYTES_MAX,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
};

/** Stores all documents or none. A sweep deletes them again unless the transaction that writes their rows claims them. */
export async function storeDocuments(
  stored: StoredFiles,
  sellerId: string,
  files: readonly UploadedFile[],
  now: Date,
): Promise<readonly SellerDocument[]> {
  const documents = files.map((file) => {
    const id = newId('doc', now);
    return {
      id,
      filename: file.filename,
      contentType: file.type ?? 'application/octet-stream',
      bytes: file.bytes,
      storageKey: `${DOCUMENT_FOLDER.prefix}${sellerId}/${id}`,
      path: file.path,
    };
  });
  await stored.put(
    documents.map(({ storageKey: key, path, contentType }) => ({
      key,
      content: { file: path },
      contentType,
    })),
  );
  return documents.map(({ path: _path, ...document }) => document);
}
