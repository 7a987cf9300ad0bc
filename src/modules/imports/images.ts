import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { UploadQuotaExceeded } from '../billing/index.ts';
import type { ImportCompletion } from './completion.ts';
import { download, FetchFailure } from './download.ts';
import { findImport } from './imports.repository.ts';
import type { Listings } from '../listings/index.ts';
import {
  countImages,
  deleteImageTask,
  findImagesByAddress,
  findImageTask,
  findSellerOf,
  type ImageTask,
  settleOrder,
} from './images.repository.ts';
import { insertProblems } from './problems.repository.ts';
import { addressOf, keyOfAddress, isPreservedBy } from './image-orders.ts';
import { problem, type RowProblem } from './problems.ts';
import { withScratchDirectory } from './local-files.ts';
import { findPerson } from './stock.repository.ts';
import type { ImageSource } from './tables.ts';
import { t, toStored } from '../../platform/errors/sentence.ts';

interface ListingRef {
  readonly sellerId: string;
  readonly listingId: string;
}

interface Arrangement {
  readonly dropOthers: boolean;
  readonly stays: (address: string) => boolean;
}

/** Stores and orders the images of a listing. */
export interface ImageStore {
  /**
   * Returns the ID of the image, which may already exist. Throws an AppError if the file is not an image or the plan
   * has no capacity for it.
   */
  store(listing: ListingRef, file: string, source: { readonly url: string }): Promise<string>;
  /**
   * Puts the named images first, in that order. `dropOthers` removes all other fetched images, except those that were
   * uploaded by hand or whose URL passes `stays`.
   */
  arrange(listing: ListingRef, imageIds: readonly string[], options: Arrangement): Promise<void>;
}

type ImageParts = Pick<Platform, 'db' | 'clock' | 'storage'> & {
  readonly store: ImageStore;
  readonly transition: Listings['transition'];
  readonly bulk: Pick<Listings['bulk'], 'forgetRow'>;
  readonly completion: ImportCompletion;
  readonly scratchDir: string;
  readonly allowPrivate: boolean;
};

const IMAGE_BYTES_MAX = 8 * 1024 * 1024;

interface Tally {
  /** Images of the feed that the listing has, in the order of the feed. */
  readonly imageIds: string[];
  readonly failures: RowProblem[];
  /** An internal error in the last attempt. */
  fault: unknown;
}

/**
 * Fetches the missing images of one listing after its import, arranges them in the order of the feed, and publishes
 * the listing if it waited for them. Images of earlier feeds are removed once all new ones are stored, or before if
 * the plan has no capacity for both.
 */
export class Images extends Service<ImageParts> {
  async run(listingId: string, context: JobContext): Promise<void> {
    const { db } = this.parts;
    const task = await findImageTask(db, listingId);
    if (task === undefined || task.failures !== null) return;
    const owner = await this.#ownerOf(task);
    if (owner === undefined) return;
    const { sellerId, userId } = owner;
    const listing = { sellerId, listingId };
    const known = await findImagesByAddress(db, listingId);
    // An API call replaces all fetched images.
    const stays = task.import_id === null ? staysNever : isPreservedBy(task.sources);
    const tally: Tally = { imageIds: [], failures: [], fault: null };
    for (const source of task.sources) {
      const imageId = known.get(keyOfAddress(addressOf(source)));
      if (imageId !== undefined) tally.imageIds.push(imageId);
      else {
        const makeRoom = (): Promise<void> =>
          this.#arrange(listing, [...tally.imageIds, ...idsOf(task.sources, known)], {
            dropOthers: true,
            stays: staysNever,
          });
        await this.#store({ listing, source, makeRoom }, tally, context);
      }
      if (!(await context.heartbeat())) return;
    }
    await this.#arrange(listing, tally.imageIds, { dropOthers: tally.failures.length === 0, stays });
    if (task.publish && userId !== null && tally.failures.length === 0) {
      const refusal = await this.#publish(sellerId, userId, listingId);
      if (refusal !== null) tally.failures.push(refusal);
    }
    if (task.import_id === null) await this.#settle(task, tally);
    else await this.#record({ task, importId: task.import_id, sellerId }, tally);
    if (tally.fault !== null) throw tally.fault;
  }

  /** Returns the seller, and the user who started the import. */
  async #ownerOf(task: ImageTask): Promise<{ sellerId: string; userId: string | null } | undefined> {
    const { db } = this.parts;
    if (task.import_id !== null) {
      const job = await findImport(db, task.import_id);
      return job === undefined ? undefined : { sellerId: job.seller_id, userId: job.user_id };
    }
    const sellerId = await findSellerOf(db, task.listing_id);
    return sellerId === undefined ? undefined : { sellerId, userId: null };
  }

  async #store(
    image: {
      readonly listing: ListingRef;
      readonly source: ImageSource;
      readonly makeRoom: () => Promise<void>;
    },
    tally: Tally,
    context: JobContext,
  ): Promise<void> {
    const { scratchDir, store } = this.parts;
    const { listing, source, makeRoom } = image;
    const address = addressOf(source);
    try {
      await withScratchDirectory(scratchDir, async (directory) => {
        const file = path.join(directory, 'image');
        await this.#fetchSource(source, file);
        const put = (): Promise<string> => store.store(listing, file, { url: address });
        const imageId = await put().catch(async (error: unknown) => {
          if (!isOutOfRoom(error)) throw error;
          await makeRoom();
          return put();
        });
        tally.imageIds.push(imageId);
      });
    } catch (error) {
      if (error instanceof FetchFailure && error.isTransient && !context.isLastAttempt) throw error;
      const isTold = error instanceof FetchFailure || error instanceof AppError;
      if (!isTold && !context.isLastAttempt) throw error;
      const message = isTold ? error.sentence : t('The image could not be stored because of a server error.');
      tally.failures.push(
        problem('warning', 'IMAGE_FETCH_FAILED', message, { field: 'images', value: address }),
      );
      // There is no further attempt: fetch the rest, report the failures, then fail the job.
      if (!isTold) tally.fault = error;
    }
  }

  /** A listing that was sold or deleted meanwhile keeps its images. */
  async #arrange(listing: ListingRef, imageIds: readonly string[], options: Arrangement): Promise<void> {
    await this.parts.store.arrange(listing, imageIds, options).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  async #fetchSource(source: ImageSource, file: string): Promise<void> {
    const { storage, allowPrivate } = this.parts;
    if ('url' in source) {
      await download({ url: source.url, file, bytesMax: IMAGE_BYTES_MAX, allowPrivate });
      return;
    }
    const object = await storage.get(source.key);
    if (object === null) throw new FetchFailure(t('The image has been deleted.'), { isTransient: false });
    await pipeline(object.stream, createWriteStream(file, { mode: 0o600 }));
  }

  async #publish(sellerId: string, userId: string, listingId: string): Promise<RowProblem | null> {
    const { db, transition } = this.parts;
    const person = await findPerson(db, userId);
    const actor = {
      kind: 'seller',
      sellerId,
      userId,
      emailVerified: person?.emailVerified ?? false,
      source: 'import',
    } as const;
    try {
      await inTransaction(db, (trx) => transition(trx, actor, listingId, 'publish'));
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const code = error.code === 'LISTING_LIMIT_EXCEEDED' ? 'LISTING_LIMIT_EXCEEDED' : 'INVALID_STATE';
      return problem('warning', code, error.sentence, { field: 'status' });
    }
  }

  async #settle(task: ImageTask, { failures }: Tally): Promise<void> {
    const stored = failures.map(({ value, message }) => ({ url: value ?? '', message: toStored(message) }));
    await inTransaction(this.parts.db, (trx) => settleOrder(trx, task, stored));
  }

  async #record(
    order: { readonly task: ImageTask; readonly importId: string; readonly sellerId: string },
    { imageIds, failures }: Tally,
  ): Promise<void> {
    const { db, storage } = this.parts;
    const { task, importId, sellerId } = order;
    await inTransaction(db, async (trx) => {
      // Lock the listing before its order, as imports do.
      if (failures.length > 0) await this.parts.bulk.forgetRow(trx, sellerId, task.listing_id);
      // A newer import of the listing has replaced the order, and counts its own images.
      if (!(await deleteImageTask(trx, task))) return;
      const failedCount = failures.filter(({ code }) => code === 'IMAGE_FETCH_FAILED').length;
      await insertProblems(
        trx,
        importId,
        failures.map((each) => ({ ...each, row: task.row_number, externalId: task.external_id })),
      );
      await countImages(trx, importId, {
        stored: imageIds.length,
        failed: failedCount,
        warnings: failures.length,
      });
      await this.parts.completion.endImages(trx, [importId]);
    });
    for (const source of task.sources) if ('key' in source) await storage.remove(source.key);
  }
}

const staysNever = (): boolean => false;

function isOutOfRoom(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'PLAN_LIMIT_EXCEEDED' &&
    !(error instanceof UploadQuotaExceeded)
  );
}

function idsOf(sources: readonly ImageSource[], known: ReadonlyMap<string, string>): string[] {
  return sources.flatMap((source) => known.get(keyOfAddress(addressOf(source))) ?? []);
}
