import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import {
  inTransaction,
  recordCreated,
  type Queryable,
  type Transaction,
} from '../../platform/db/transaction.ts';
import {
  type ErrorDetail,
  found,
  invalidField,
  invalidFields,
  invalidState,
  notFound,
} from '../../platform/errors/app-error.ts';
import { isId, newId } from '../../platform/ids.ts';
import { assertWithinPlan, getSellerPlan, lockSellerPlan, uploadCharge } from '../billing/index.ts';
import type { ImageOwner, ImagePool } from './image-pool.ts';
import { refusalSentence } from './image-limits.ts';
import {
  deleteImages,
  findOwnListing,
  insertImages,
  type ListingImageRow,
  listImages,
  lockOwnListing,
  numberImages,
  type OwnListing,
} from './listing-images.repository.ts';
import { checksumOf, makePictures, type Picture, type PictureSource } from './pictures.ts';
import type { PublicAddresses } from './public-files.ts';
import { type ImageView, imageView, thumbnailOf } from './views.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Updates the image data of the locked listing that lists show. Called in the transaction of every change. */
export type ImagesChanged = (
  trx: Transaction,
  listingId: string,
  images: { readonly thumbnail: string | null; readonly count: number },
) => Promise<void>;

export interface Arrangement {
  readonly dropOthers: boolean;
  /** Keeps a fetched image by its source. */
  readonly stays: (source: string) => boolean;
}

type ListingImagesParts = Pick<Platform, 'db' | 'clock' | 'files'> & {
  readonly pool: ImagePool;
  readonly addresses: PublicAddresses;
  readonly imagesChanged: ImagesChanged;
};

export interface ImageSource extends PictureSource {
  /** File name in error messages. */
  readonly name: string;
  /** Request field in error messages. */
  readonly field: string;
  readonly url?: string;
}

export interface ListingRef {
  readonly sellerId: string;
  readonly listingId: string;
}

interface Candidate {
  readonly source: ImageSource;
  readonly checksum: Buffer;
}

interface RenderedCandidate extends Candidate {
  readonly picture: Picture;
}

const FROZEN: ReadonlySet<string> = new Set(['SOLD', 'SUSPENDED']);

export class ListingImages extends Service<ListingImagesParts> {
  async list(ref: ListingRef): Promise<ImageView[]> {
    await this.#find(ref);
    return this.#views(await listImages(this.parts.db, [ref.listingId]));
  }

  async imagesOf(db: Queryable, listingIds: readonly string[]): Promise<ReadonlyMap<string, ImageView[]>> {
    const byListing = new Map<string, ImageView[]>(listingIds.map((id) => [id, []]));
    for (const row of await listImages(db, listingIds)) {
      byListing.get(row.listing_id)?.push(imageView(row, (key) => this.parts.addresses.urlOf(key)));
    }
    return byListing;
  }

  /**
   * Adds all files or none; an invalid image rejects the request with its name. Images are decoded before the transaction, so
   * that decoding holds no lock; the plan's limit is checked under the lock. A fetched image that the listing already has is not
   * stored again; the result contains the existing one.
   */
  async add(ref: ListingRef, sources: readonly ImageSource[]): Promise<ImageView[]> {
    assertEditable(await this.#find(ref));
    const candidates = await Promise.all(
      sources.map(async (source) => ({ source, checksum: await checksumOf(source.path) })),
    );
    const present = await listImages(this.parts.db, [ref.listingId]);
    const fresh = missingFrom(present, candidates);
    const plan = await getSellerPlan(this.parts.db, ref.sellerId);
    assertWithinPlan(plan, 'imagesPerListing', present.length, fresh.length);
    const owner = { account: ref.sellerId, isBackground: sources.every(({ url }) => url !== undefined) };
    const rendered = await this.#make(owner, fresh);
    const keys = rendered.flatMap(keysOf);
    const stored = rendered.flatMap(({ picture }) => picture.files);
    const bytes = stored.reduce((sum, { content }) => sum + content.length, 0);
    await this.parts.files.put(stored, uploadCharge(plan, ref.sellerId, bytes));
    let unused = keys;
    try {
      const { rows, added, ids } = await inTransaction(this.parts.db, (trx) =>
        this.#insert(trx, ref, rendered),
      );
      const claimed = new Set(added.flatMap(keysOf));
      unused = keys.filter((key) => !claimed.has(key));
      const fetched = new Set(candidates.filter(isFetched).map(textOf));
      return this.#views(rows.filter((row) => ids.has(row.id) || fetched.has(textOf(row))));
    } finally {
      await this.parts.files.discard(unused);
    }
  }

  /** Reorders the images; `order` must name each exactly once. */
  async reorder(ref: ListingRef, order: readonly string[]): Promise<ImageView[]> {
    return inTransaction(this.parts.db, async (trx) => {
      await this.#lock(trx, ref);
      const present = await listImages(trx, [ref.listingId]);
      assertNamesAll(order, present);
      if (present.every((image, i) => image.id === order[i])) return this.#views(present);
      await numberImages(trx, ref.listingId, order);
      return this.#views(await this.#finish(trx, ref));
    });
  }

  /**
   * Arranges images as a feed lists them: the named images first, in that order, then manual uploads. Other fetched
   * images follow, or are removed with `dropOthers`; those whose source `stays` count as manual uploads. IDs of
   * deleted images are ignored.
   */
  async arrange(ref: ListingRef, named: readonly string[], options: Arrangement): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      await this.#lock(trx, ref);
      const present = await listImages(trx, [ref.listingId]);
      const { remaining: kept, dropped } = arrangement(present, named, options);
      const order = kept.map((image) => image.id);
      if (dropped.length === 0 && present.every((image, i) => image.id === order[i])) return;
      if (dropped.length > 0)
        await deleteImages(
          trx,
          ref.listingId,
          dropped.map((image) => image.id),
        );
      await numberImages(trx, ref.listingId, order);
      await this.#finish(trx, ref);
    });
  }

  async remove(ref: ListingRef, imageId: string): Promise<void> {
    if (!isId('img', imageId)) throw notFound('image');
    await inTransaction(this.parts.db, async (trx) => {
      await this.#lock(trx, ref);
      if ((await deleteImages(trx, ref.listingId, [imageId])) === 0) throw notFound('image');
      const rest = await listImages(trx, [ref.listingId]);
      await numberImages(
        trx,
        ref.listingId,
        rest.map((image) => image.id),
      );
      await this.#finish(trx, ref);
    });
  }

  async #insert(
    trx: Transaction,
    ref: ListingRef,
    rendered: readonly RenderedCandidate[],
  ): Promise<{
    rows: readonly ListingImageRow[];
    added: readonly RenderedCandidate[];
    ids: ReadonlySet<string>;
  }> {
    const plan = await lockSellerPlan(trx, ref.sellerId);
    await this.#lock(trx, ref);
    const present = await listImages(trx, [ref.listingId]);
    const fresh = missingFrom(present, rendered);
    if (fresh.length === 0) return { rows: present, added: [], ids: new Set() };
    assertWithinPlan(plan, 'imagesPerListing', present.length, fresh.length);
    const now = this.parts.clock.now();
    const rows = fresh.map(({ source, checksum, picture }, i) => ({
      id: newId('img', now),
      listing_id: ref.listingId,
      position: present.length + i + 1,
      width: picture.width,
      height: picture.height,
      bytes: source.bytes,
      checksum,
      renditions: picture.renditions,
      source_url: source.url ?? null,
      created_at: now,
    }));
    await insertImages(trx, rows);
    recordCreated(trx, rows.map(({ id }) => id).join(' '));
    await this.parts.files.claim(trx, fresh.flatMap(keysOf));
    return { rows: await this.#finish(trx, ref), added: fresh, ids: new Set(rows.map(({ id }) => id)) };
  }

  /** Renders the files; throws with the name of every invalid image. */
  async #make(owner: ImageOwner, candidates: readonly Candidate[]): Promise<RenderedCandidate[]> {
    const paths = candidates.map(({ source }) => source.path);
    const results = await makePictures(this.parts.pool, owner, paths, {
      kind: 'listings',
      profile: 'photo',
    });
    const rendered: RenderedCandidate[] = [];
    const problems: ErrorDetail[] = [];
    for (const [i, candidate] of candidates.entries()) {
      const { picture, refusal } = results[i] ?? { refusal: 'unreadable' };
      if (picture !== undefined) rendered.push({ ...candidate, picture });
      else
        problems.push({
          field: candidate.source.field,
          message: refusalSentence(refusal, candidate.source.name),
        });
    }
    if (problems.length > 0) throw invalidFields(problems);
    return rendered;
  }

  async #find(ref: ListingRef): Promise<OwnListing> {
    return found(
      'listing',
      isId('lst', ref.listingId) && (await findOwnListing(this.parts.db, ref.sellerId, ref.listingId)),
    );
  }

  async #lock(trx: Transaction, ref: ListingRef): Promise<void> {
    const listing = found(
      'listing',
      isId('lst', ref.listingId) && (await lockOwnListing(trx, ref.sellerId, ref.listingId)),
    );
    assertEditable(listing);
  }

  async #finish(trx: Transaction, ref: ListingRef): Promise<readonly ListingImageRow[]> {
    const images = await listImages(trx, [ref.listingId]);
    const first = images[0];
    await this.parts.imagesChanged(trx, ref.listingId, {
      thumbnail: first === undefined ? null : thumbnailOf(first, (key) => this.parts.addresses.urlOf(key)),
      count: images.length,
    });
    return images;
  }

  #views(rows: readonly ListingImageRow[]): ImageView[] {
    return rows.map((row) => imageView(row, (key) => this.parts.addresses.urlOf(key)));
  }
}

function assertEditable(listing: OwnListing): void {
  if (!FROZEN.has(listing.status)) return;
  throw invalidState(
    t('The images of a listing that is {state} cannot be changed.', { state: listing.status }),
  );
}

/** Returns all uploads, and each fetched image that the listing does not have, once. */
function missingFrom<C extends Candidate>(
  present: readonly ListingImageRow[],
  candidates: readonly C[],
): C[] {
  const seen = new Set(present.map(textOf));
  return candidates.filter((candidate) => {
    if (!isFetched(candidate)) return true;
    const isNew = !seen.has(textOf(candidate));
    seen.add(textOf(candidate));
    return isNew;
  });
}

function isFetched({ source }: Candidate): boolean {
  return source.url !== undefined;
}

function textOf({ checksum }: { readonly checksum: Buffer }): string {
  return checksum.toString('hex');
}

function arrangement(
  present: readonly ListingImageRow[],
  named: readonly string[],
  { dropOthers, stays }: Arrangement,
): { remaining: readonly ListingImageRow[]; dropped: readonly ListingImageRow[] } {
  const byId = new Map(present.map((image) => [image.id, image]));
  const first = [...new Set(named)].flatMap((id) => byId.get(id) ?? []);
  const otherImages = present.filter((image) => !first.includes(image));
  const isKept = ({ source_url: source }: ListingImageRow): boolean => source === null || stays(source);
  const byHand = otherImages.filter(isKept);
  const fetched = otherImages.filter((image) => !isKept(image));
  return dropOthers
    ? { remaining: [...first, ...byHand], dropped: fetched }
    : { remaining: [...first, ...byHand, ...fetched], dropped: [] };
}

function keysOf({ picture }: RenderedCandidate): string[] {
  return picture.files.map((file) => file.key);
}

function assertNamesAll(order: readonly string[], present: readonly ListingImageRow[]): void {
  const named = new Set(order);
  if (
    named.size === order.length &&
    named.size === present.length &&
    present.every(({ id }) => named.has(id))
  ) {
    return;
  }
  throw invalidField(
    'order',
    t('must name each of the {count} images of the listing once', { count: present.length }),
  );
}
