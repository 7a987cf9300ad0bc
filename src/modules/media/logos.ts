import type { Transaction } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import { REFUSAL_WORDS } from './image-limits.ts';
import type { ImagePool } from './image-pool.ts';
import { makePicture } from './pictures.ts';
import type { StoredFiles } from '../../platform/storage/stored-files.ts';
import type { PublicAddresses } from './public-files.ts';

/** Renders an uploaded picture as a logo and passes its URL to the transaction that stores it. */
export type StoreLogo = (
  file: UploadedFile,
  write: (url: string, claim: (trx: Transaction) => Promise<void>) => Promise<void>,
) => Promise<string>;

export function createLogos(pool: ImagePool, files: StoredFiles, addresses: PublicAddresses): StoreLogo {
  return async (file, write) => {
    const result = await makePicture(pool, file.path, { kind: 'logos', profile: 'logo' });
    if ('refusal' in result) {
      throw invalidField(file.field, `${file.filename} ${REFUSAL_WORDS[result.refusal]}`);
    }
    const keys = result.picture.files.map(({ key }) => key);
    const [key] = keys;
    if (key === undefined) throw new Error('a logo has no file');
    await files.put(result.picture.files);
    try {
      await write(addresses.urlOf(key), (trx) => files.claim(trx, keys));
    } catch (error) {
      await files.discard(keys);
      throw error;
    }
    return addresses.urlOf(key);
  };
}
