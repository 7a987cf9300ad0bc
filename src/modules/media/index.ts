import path from 'node:path';
import { stat } from 'node:fs/promises';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { removeOldTemporaries, findOrphans, type OrphanParts } from '../../platform/storage/orphans.ts';
import {
  createRenderAttachment,
  type RenderAttachment,
  createPortraits,
  type StorePortrait,
} from './pictures.ts';
import { ImagePool } from './image-pool.ts';
import { type Draw, DrawnPictures } from './drawn-pictures.ts';
import { type Arrangement, type ImagesChanged, ListingImages, type ListingRef } from './listing-images.ts';
import { AVATAR_FOLDER, DRAWN_FOLDER, IMAGE_FOLDER, LOGO_FOLDER } from './file-folders.repository.ts';
import { PublicAddresses } from './public-files.ts';
import { imageRoutes } from './routes.ts';
import { serveMedia } from './serving.ts';
import type { ImageView } from './views.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';

export { drawnThumbnail, insertDrawnImages } from './drawn-pictures.ts';
export type { ImagesChanged } from './listing-images.ts';
export type { RenderAttachment } from './pictures.ts';
export type { Rendition } from './tables.ts';
export type { StorePortrait } from './pictures.ts';
export { LOGO_UPLOAD } from './uploads.ts';

export interface Media {
  readonly module: Module;
  /** Images of listings in order, by listing ID. */
  imagesOf(db: Queryable, listingIds: readonly string[]): Promise<ReadonlyMap<string, readonly ImageView[]>>;
  /**
   * Adds a downloaded image to a listing. Returns the ID of the image, which may already exist. Throws like the
   * endpoint, with the URL in place of a file name.
   */
  storeImageFromFile(ref: ListingRef, file: string, source: { readonly url: string }): Promise<string>;
  /**
   * Puts the named images first, in that order. `dropOthers` removes other fetched images, but no manual uploads and
   * none whose source `stays`.
   */
  arrangeImages(ref: ListingRef, imageIds: readonly string[], options: Arrangement): Promise<void>;
  readonly storeLogo: StorePortrait;
  readonly storeAvatar: StorePortrait;
  readonly renderAttachment: RenderAttachment;
  /** Removes all files that are due; a job does so regularly. */
  sweepFiles(): Promise<void>;
}

export function createMedia(platform: Platform, deps: { imagesChanged: ImagesChanged; draw: Draw }): Media {
  const pool = new ImagePool({ clock: platform.clock });
  const { files, config, keys } = platform;
  files.define(IMAGE_FOLDER);
  files.define(LOGO_FOLDER);
  files.define(AVATAR_FOLDER);
  files.define(DRAWN_FOLDER);
  const addresses = new PublicAddresses(platform);
  const drawn = new DrawnPictures({ ...platform, pool, draw: deps.draw });
  const images = new ListingImages({ ...platform, ...deps, pool, addresses });
  const temporaryDir = path.join(config.dataDir, 'tmp');
  const jobs = mediaJobs({
    ...platform,
    addresses,
    temporaryDir,
    marketId: keys.sign('stored-files', config.mode),
  });
  return {
    imagesOf: (db, listingIds) => images.imagesOf(db, listingIds),
    async storeImageFromFile(ref, file, source) {
      const { size } = await stat(file);
      const stored = await images.add(ref, [
        { path: file, bytes: size, name: source.url, field: 'images', url: source.url },
      ]);
      const [image] = stored;
      if (image === undefined) throw new Error('a picture was neither stored nor found');
      return image.id;
    },
    arrangeImages: (ref, imageIds, options) => images.arrange(ref, imageIds, options),
    storeLogo: createPortraits({ pool, files, addresses }, 'logo'),
    storeAvatar: createPortraits({ pool, files, addresses }, 'avatar'),
    renderAttachment: createRenderAttachment(pool),
    sweepFiles: () => files.sweep(new AbortController().signal),
    module: {
      name: 'media',
      routes: imageRoutes(images),
      jobs,
      async start() {
        await removeOldTemporaries(temporaryDir);
        await addresses.follow();
      },
      async stop() {
        pool.stop();
      },
      extend: (app) => serveMedia(app, platform.storage, (key) => drawn.make(key)),
    },
  };
}

const SWEEP_EVERY_MS = 15 * MINUTE_MS;

function mediaJobs(
  parts: OrphanParts & { readonly addresses: PublicAddresses; readonly temporaryDir: string },
): readonly AnyJobDefinition[] {
  const { files, addresses, temporaryDir } = parts;
  const sweep: JobDefinition = {
    name: 'media.sweep-files',
    everyMs: SWEEP_EVERY_MS,
    run: (_payload, { signal }) => files.sweep(signal),
  };
  const orphans: JobDefinition = {
    name: 'media.find-orphans',
    everyMs: DAY_MS,
    async run(_payload, context) {
      await removeOldTemporaries(temporaryDir);
      await findOrphans(parts, context);
    },
  };
  return [sweep, orphans, addresses.rebaseJob];
}
