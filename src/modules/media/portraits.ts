import type { Transaction } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import { refusalSentence } from './image-limits.ts';
import type { ImagePool } from './image-pool.ts';
import { makePictures } from './pictures.ts';
import type { StoredFiles } from '../../platform/storage/stored-files.ts';
import type { PublicAddresses } from './public-files.ts';

/** Renders an uploaded picture of an account in one size and passes its URL to the transaction that stores it. */
export type StorePortrait = (
  account: string,
  file: UploadedFile,
  write: (url: string, claim: (trx: Transaction) => Promise<void>) => Promise<void>,
) => Promise<string>;

/** Of a company or a person. */
const PORTRAITS = {
  logo: { kind: 'logos', profile: 'logo' },
  avatar: { kind: 'avatars', profile: 'avatar' },
} as const;

export function createPortraits(
  parts: { readonly pool: ImagePool; readonly files: StoredFiles; readonly addresses: PublicAddresses },
  name: keyof typeof PORTRAITS,
): StorePortrait {
  const { pool, files, addresses } = parts;
  return async (account, file, write) => {
    const [result] = await makePictures(pool, { account }, [file.path], PORTRAITS[name]);
    if (result?.refusal !== undefined) {
      throw invalidField(file.field, refusalSentence(result.refusal, file.filename));
    }
    const picture = result?.picture;
    if (picture === undefined) throw new Error('a portrait was not rendered');
    const keys = picture.files.map(({ key }) => key);
    const [key] = keys;
    if (key === undefined) throw new Error('a portrait has no file');
    await files.put(picture.files);
    try {
      await write(addresses.urlOf(key), (trx) => files.claim(trx, keys));
    } catch (error) {
      await files.discard(keys);
      throw error;
    }
    return addresses.urlOf(key);
  };
}
