import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { RenderOutcome } from './image-renderer.ts';
import { type ImageRefusal, refusalSentence } from './image-limits.ts';
import type { ImageOwner, ImagePool } from './image-pool.ts';
import type { ImageFormat, ImageProfileName } from './image-profiles.ts';
import { newFileName, type PublicAddresses } from './public-files.ts';
import type { Rendition } from './tables.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { StoredFiles } from '../../platform/storage/stored-files.ts';

/** A file that is supposed to be an image. */
export interface PictureSource {
  readonly path: string;
  readonly bytes: number;
}

interface PictureFile {
  readonly key: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** A rendered image that is not stored yet. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
  readonly files: readonly PictureFile[];
}

const EXTENSIONS = { jpeg: 'jpg', webp: 'webp', png: 'png' } as const;

export function extensionOf(format: ImageFormat): string {
  return EXTENSIONS[format];
}

export function contentTypeOf(format: ImageFormat): string {
  return `image/${format}`;
}

export async function checksumOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

/** Renders images in the order of their files, with new names below `media/<kind>/`. */
export async function makePictures(
  pool: ImagePool,
  owner: ImageOwner,
  paths: readonly string[],
  target: { readonly kind: string; readonly profile: ImageProfileName },
): Promise<({ picture: Picture; refusal?: never } | { refusal: ImageRefusal; picture?: never })[]> {
  const outcomes = await pool.render(owner, paths, target.profile);
  return outcomes.map((outcome) => nameFiles(outcome, target.kind));
}

function nameFiles(outcome: RenderOutcome, kind: string): { picture: Picture } | { refusal: ImageRefusal } {
  if (outcome.image === undefined) return { refusal: outcome.refusal };
  const { width, height, files } = outcome.image;
  const name = newFileName(kind);
  const named = files.map((file) => ({
    ...file,
    key: `${name}-${file.size}.${EXTENSIONS[file.format]}`,
  }));
  return {
    picture: {
      width,
      height,
      renditions: named.map((file) => ({
        size: file.size,
        format: file.format,
        key: file.key,
        width: file.width,
        height: file.height,
        bytes: file.content.length,
      })),
      files: named.map((file) => ({
        key: file.key,
        content: file.content,
        contentType: contentTypeOf(file.format),
      })),
    },
  };
}

const PROFILES = {
  'image/jpeg': 'attachmentJpeg',
  'image/png': 'attachmentPng',
  'image/webp': 'attachmentWebp',
} as const;

/** Re-encodes an uploaded image in the same format, which drops all other data in its file. */
export type RenderAttachment = (
  account: string,
  file: Pick<UploadedFile, 'field' | 'filename' | 'path'> & { readonly type: keyof typeof PROFILES },
) => Promise<Buffer>;

export function createRenderAttachment(pool: ImagePool): RenderAttachment {
  return async (account, { field, filename, path, type }) => {
    const [outcome] = await pool.render({ account }, [path], PROFILES[type]);
    if (outcome?.refusal !== undefined) throw invalidField(field, refusalSentence(outcome.refusal, filename));
    const content = outcome?.image.files[0]?.content;
    if (content === undefined) throw new Error('a picture was rendered in no format');
    return content;
  };
}

/** Renders an uploaded logo or avatar in one size, and passes its URL to the transaction that stores it. */
export type StorePortrait = (
  account: string,
  file: UploadedFile,
  write: (url: string, claim: (trx: Transaction) => Promise<void>) => Promise<void>,
) => Promise<string>;

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
