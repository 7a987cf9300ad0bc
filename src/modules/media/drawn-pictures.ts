/**
 * Drawn images of the demo data. Listings refer to them as to uploads. A file is rendered at the first request and shared by all
 * listings that name it, so filling a database renders nothing.
 */
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { IMAGE_PROFILES, type ImageFormat } from './image-profiles.ts';
import type { ImagePool } from './image-pool.ts';
import { insertManyImages } from './listing-images.repository.ts';
import { DRAWN_FOLDER } from './file-folders.repository.ts';
import { contentTypeOf, extensionOf } from './pictures.ts';
import type { Rendition } from './tables.ts';
import './tables.ts';

const { sizes: SIZES, formats: FORMATS } = IMAGE_PROFILES.photo;
const WIDTH = 1280;
const HEIGHT = 960;
/** Approximate size of a drawing; the actual one is known only once it is rendered. */
const SOURCE_BYTES = 4096;
const KEY = /^media\/drawings\/[0-9a-z]{2}\/(?<code>[0-9a-z]+)-(?<size>[a-z]+)\.(?<extension>[a-z]+)$/;

/** Returns the SVG of a code; null for an unknown code. */
export type Draw = (code: string) => string | null;

interface DrawnImage {
  readonly listingId: string;
  readonly position: number;
  readonly code: string;
  readonly at: Date;
}

type DrawnPicturesParts = Pick<Platform, 'db' | 'storage'> & {
  readonly pool: ImagePool;
  readonly draw: Draw;
};

export class DrawnPictures extends Service<DrawnPicturesParts> {
  readonly #making = new Map<string, Promise<boolean>>();

  /** Renders the file of a drawing that a listing names; false for all other keys. */
  make(key: string): Promise<boolean> {
    if (!key.startsWith(DRAWN_FOLDER.prefix)) return Promise.resolve(false);
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const making = this.#make(key).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(key: string): Promise<boolean> {
    const { code = '', size, extension } = KEY.exec(key)?.groups ?? {};
    const side = SIZES.find(({ name }) => name === size)?.side;
    const format = FORMATS.find((known) => extensionOf(known) === extension);
    const svg = this.parts.draw(code);
    if (side === undefined || format === undefined || svg === null) return false;
    const { rows } = await DRAWN_FOLDER.named([key]).execute(this.parts.db);
    if (rows.length === 0) return false;
    const { image } = await this.parts.pool.draw({ svg, side, format });
    const content = image?.files[0]?.content;
    if (content === undefined) throw new Error(`the drawing ${code} could not be made`);
    await this.parts.storage.put(key, content, contentTypeOf(format));
    return true;
  }
}

/** URL of the small JPEG for lists. */
export function drawnThumbnail(code: string, baseUrl: string): string {
  return `${baseUrl}/${keyOf(code, 'thumbnail', 'jpeg')}`;
}

/** Bulk insert for new listings. */
export async function insertDrawnImages(trx: Transaction, images: readonly DrawnImage[]): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ listingId, position, code, at }) => ({
    id: newId('img', at),
    listing_id: listingId,
    position,
    width: WIDTH,
    height: HEIGHT,
    bytes: SOURCE_BYTES,
    checksum: createHash('sha256').update(code).digest(),
    source_url: null,
    renditions: renditionsOf(code),
    created_at: at,
  }));
  await insertManyImages(trx, rows);
}

function renditionsOf(code: string): readonly Rendition[] {
  return SIZES.flatMap(({ name, side }) => {
    const width = Math.min(side, WIDTH);
    return FORMATS.map((format) => ({
      size: name,
      format,
      key: keyOf(code, name, format),
      width,
      height: Math.round((width * HEIGHT) / WIDTH),
      bytes: 0,
    }));
  });
}

function keyOf(code: string, size: string, format: ImageFormat): string {
  return path.posix.join(DRAWN_FOLDER.prefix, code.slice(0, 2), `${code}-${size}.${extensionOf(format)}`);
}
