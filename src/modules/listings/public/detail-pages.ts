/**
 * Public pages of listings, rendered once per language and cached as bytes. A page is dropped when the change log
 * names its listing, and refreshed after a minute, because its counters are not in that log. While the database is
 * unavailable, the last page is served.
 */
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { byteCache } from '../../../platform/byte-cache.ts';
import { DAY_MS, addMs, MINUTE_MS } from '../../../platform/clock.ts';
import { isUnavailable } from '../../../platform/db/sql-errors.ts';
import { found, notFound } from '../../../platform/errors/app-error.ts';
import { chooseLanguage } from '../../../platform/http/request/languages.ts';
import { isId } from '../../../platform/ids.ts';
import type { Taxonomy, TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { ChangeFollower } from '../change-log/change-follower.ts';
import { findDetailRow, type DetailRow } from './detail.repository.ts';
import { detailView } from './detail-view.ts';
import type { ListingImages, ListingImageView } from './images.ts';
import { lingeringDays } from '../lifecycle/lifecycle.ts';
import { listPrices, type PricePoint } from './prices.repository.ts';
import type { ListingRow } from '../tables.ts';

export interface Page {
  readonly row: ListingRow;
  readonly detail: DetailRow;
  readonly images: readonly ListingImageView[];
  /** Approximate memory of the row and the images. */
  readonly sourceBytes: number;
  /** Responses by language and audience. */
  readonly responses: Map<string, CachedResponse>;
}

interface CachedResponse {
  /** Response body. */
  readonly body: Buffer;
  readonly etag: string;
}

/** A page with two languages takes about 20 KB. */
const PAGES_BYTES_MAX = 80 * 1024 * 1024;
const SLUGS_MAX = 16_000;
const COUNTERS_AGE_MS = MINUTE_MS;
const DEFAULT_LANGUAGE = 'en';
const SLUG = /^[a-z0-9-]{1,120}$/;

type DetailPagesParts = Pick<Platform, 'db' | 'clock'> & {
  readonly taxonomy: Taxonomy;
  readonly images: ListingImages;
  readonly follower: ChangeFollower;
};

export class DetailPages extends Service<DetailPagesParts> {
  readonly #pages = byteCache<Page>({
    bytesMax: PAGES_BYTES_MAX,
    bytesOf: bytesOfPage,
    ttlMs: COUNTERS_AGE_MS,
  });
  /** Slugs are never reused, so these entries stay valid. */
  readonly #ids = new LRUCache<string, string>({ max: SLUGS_MAX });
  readonly #loading = new Map<string, Promise<Page>>();
  #languages: readonly string[] = [DEFAULT_LANGUAGE];
  /** Incremented by every change, so that a page read before a change is not cached after it. */
  #generation = 0;

  constructor(parts: DetailPagesParts) {
    super(parts);
    parts.follower.onChange((ids) => this.#forget(ids));
  }

  start(): void {
    this.#languages = languagesOf(this.parts.taxonomy.current);
    this.parts.taxonomy.onChange(() => {
      this.#languages = languagesOf(this.parts.taxonomy.current);
      this.#forget([...this.#pages.keys()]);
    });
  }

  /** Returns the page of a listing that is, or recently was, on the market; throws NOT_FOUND for all others. */
  async find(idOrSlug: string): Promise<Page> {
    await this.parts.follower.settle();
    const id = isId('lst', idOrSlug) ? idOrSlug : this.#ids.get(idOrSlug);
    const page =
      (id === undefined ? undefined : this.#pages.get(id)) ?? (await this.#loadOrLast(idOrSlug, id));
    if (!isShown(page.row, this.parts.clock.now())) throw notFound('listing');
    return page;
  }

  async prices(idOrSlug: string): Promise<readonly PricePoint[]> {
    const { row } = await this.find(idOrSlug);
    return listPrices(this.parts.db, row.id);
  }

  answer(page: Page, languages: readonly string[], isForDealers: boolean): CachedResponse {
    const language = chooseLanguage(languages, this.#languages, DEFAULT_LANGUAGE);
    const key = isForDealers ? `${language}+` : language;
    const known = page.responses.get(key);
    if (known !== undefined) return known;
    const { detail, images, row } = page;
    const data = detailView(detail, {
      taxonomy: this.parts.taxonomy.current,
      language,
      isForDealers,
      images,
    });
    const body = Buffer.from(JSON.stringify({ success: true, data }));
    const hash = createHash('sha1').update(body).digest('base64url').slice(0, 12);
    // The version comes first, because clients can send this tag as If-Match.
    const response = { body, etag: `"v${row.version}-${hash}"` };
    page.responses.set(key, response);
    // A copy, because the cache computes the size of a value only once.
    if (this.#pages.peek(row.id)?.responses === page.responses)
      this.#pages.set(row.id, { ...page }, { noUpdateTTL: true });
    return response;
  }

  async #loadOrLast(idOrSlug: string, id: string | undefined): Promise<Page> {
    try {
      return await this.#load(idOrSlug);
    } catch (error) {
      const last = id === undefined ? undefined : this.#pages.get(id, { allowStale: true });
      if (last !== undefined && isUnavailable(error)) return last;
      throw error;
    }
  }

  #load(idOrSlug: string): Promise<Page> {
    const running = this.#loading.get(idOrSlug);
    if (running !== undefined) return running;
    const loading = this.#read(idOrSlug).finally(() => {
      if (this.#loading.get(idOrSlug) === loading) this.#loading.delete(idOrSlug);
    });
    this.#loading.set(idOrSlug, loading);
    return loading;
  }

  async #read(idOrSlug: string): Promise<Page> {
    const generation = this.#generation;
    const detail = found(
      'listing',
      (isId('lst', idOrSlug) || SLUG.test(idOrSlug)) && (await findDetailRow(this.parts.db, idOrSlug)),
    );
    const { row } = detail;
    const images = (await this.parts.images.of([row.id])).get(row.id) ?? [];
    const page: Page = {
      row,
      detail,
      images,
      sourceBytes: bytesOfSource(detail, images),
      responses: new Map(),
    };
    if (generation === this.#generation) {
      this.#pages.set(row.id, page);
      this.#ids.set(row.slug, row.id);
    }
    return page;
  }

  #forget(listingIds: readonly string[]): void {
    this.#generation++;
    for (const id of listingIds) this.#pages.delete(id);
    // Later requests must not get pages that were read before.
    this.#loading.clear();
  }
}

/** Texts take up to two bytes per character, which makes up for numbers and field names. */
function bytesOfSource(detail: DetailRow, images: readonly ListingImageView[]): number {
  return 2 * JSON.stringify([detail, images]).length;
}

function bytesOfPage({ sourceBytes, responses }: Page): number {
  let bytes = sourceBytes;
  // Compressed forms take about half as much in addition.
  for (const { body } of responses.values()) bytes += body.length * 1.5;
  return bytes;
}

/** Links keep working for some days after a sale or expiry. */
function isShown(row: ListingRow, now: Date): boolean {
  if (row.status === 'ACTIVE') return true;
  const left = row.status === 'SOLD' ? row.sold_at : row.expires_at;
  return left !== null && addMs(left, lingeringDays * DAY_MS) > now;
}

function languagesOf(taxonomy: TaxonomySnapshot): readonly string[] {
  const languages = new Set([DEFAULT_LANGUAGE]);
  for (const { names } of [...taxonomy.categories, ...taxonomy.features])
    for (const language of Object.keys(names)) languages.add(language);
  return [...languages];
}
