import type { Transaction } from '../../../platform/db/transaction.ts';
import type { UploadedFile, UploadRules } from '../../../platform/http/uploads/uploads.ts';

/** Renders an uploaded picture, charges the account for it, and passes its URL to the transaction that stores it; given from outside. */
export type StoreAvatar = (
  account: string,
  file: UploadedFile,
  write: (url: string, claim: (trx: Transaction) => Promise<void>) => Promise<void>,
) => Promise<string>;

export const AVATAR_UPLOAD: UploadRules = {
  needed: 'always',
  fields: ['avatar', 'image', 'file'],
  filesMax: 1,
  fileBytesMax: 10 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
};
