/**
 * The public pages of listings, rendered once per language and kept as bytes. A page is dropped when the change log
 * names its listing, and re-read after a minute because its counters are not in that log. While the database is
 * unavailable, the last page is served.
 */
import type { Platform } from '../../../platform/module.ts';
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
  /** Memory of the row and the images, about. */
  readonly sourceBytes: number;
  /** Answers by language and audience. */
  readonly answers: Map<string, Answer>;
}

export interface Answer {
  /** The envelope. */
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

export class DetailPages {
  readonly #parts: DetailPagesParts;
  readonly #pages = byteCache<Page>({
    bytesMax: PAGES_BYTES_MAX,
    bytesOf: bytesOfPage,
    ttlMs: COUNTERS_AGE_MS,
  });
  /** Slugs are never reused, so these entries stay valid. */
  readonly #ids = new LRUCache<string, string>({ max: SLUGS_MAX });
  readonly #loading = new Map<string, Promise<Page>>();
  #languages: readonly string[] = [DEFAULT_LANGUAGE];
  /** Rises with every change, so that a page read before a change is not kept after it. */
  #generation = 0;

  constructor(parts: DetailPagesParts) {
    this.#parts = parts;
    this.#parts.follower.onChange((ids) => this.#forget(ids));
  }

  start(): void {
    this.#languages = languagesOf(this.#parts.taxonomy.current);
    this.#parts.taxonomy.onChange(() => {
      this.#languages = languagesOf(this.#parts.taxonomy.current);
      this.#forget([...this.#pages.keys()]);
    });
  }

  /** The page of a listing that is, or lately was, on the market; throws NOT_FOUND for all others. */
  async find(idOrSlug: string): Promise<Page> {
    await this.#parts.follower.settle();
    const id = isId('lst', idOrSlug) ? idOrSlug : this.#ids.get(idOrSlug);
    const page =
      (id === undefined ? undefined : this.#pages.get(id)) ?? (await this.#loadOrLast(idOrSlug, id));
    if (!isShown(page.row, this.#parts.clock.now())) throw notFound('listing');
    return page;
  }

  /** What a listing has cost since it came to the market. */
  async prices(idOrSlug: string): Promise<readonly PricePoint[]> {
    const { row } = await this.find(idOrSlug);
    return listPrices(this.#parts.db, row.id);
  }

  answer(page: Page, languages: readonly string[], isForDealers: boolean): Answer {
    const language = chooseLanguage(languages, this.#languages, DEFAULT_LANGUAGE);
    const key = isForDealers ? `${language}+` : language;
    const known = page.answers.get(key);
    if (known !== undefined) return known;
    const { detail, images, row } = page;
    const data = detailView(detail, {
      taxonomy: this.#parts.taxonomy.current,
      language,
      isForDealers,
      images,
    });
    const body = Buffer.from(JSON.stringify({ success: true, data }));
    const hash = createHash('sha1').update(body).digest('base64url').slice(0, 12);
    // The version first: a writer may take this tag for If-Match.
    const answer = { body, etag: `"v${row.version}-${hash}"` };
    page.answers.set(key, answer);
    // A copy: the cache computes the size of a value once.
    if (this.#pages.peek(row.id)?.answers === page.answers)
      this.#pages.set(row.id, { ...page }, { noUpdateTTL: true });
    return answer;
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
      (isId('lst', idOrSlug) || SLUG.test(idOrSlug)) && (await findDetailRow(this.#parts.db, idOrSlug)),
    );
    const { row } = detail;
    const images = (await this.#parts.images.of([row.id])).get(row.id) ?? [];
    const page: Page = {
      row,
      detail,
      images,
      sourceBytes: bytesOfSource(detail, images),
      answers: new Map(),
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
    // Requests from now on must not get pages read before.
    this.#loading.clear();
  }
}

/** Texts take up to two bytes a character; numbers and names of fields make up for what has one. */
function bytesOfSource(detail: DetailRow, images: readonly ListingImageView[]): number {
  return 2 * JSON.stringify([detail, images]).length;
}

function bytesOfPage({ sourceBytes, answers }: Page): number {
  let bytes = sourceBytes;
  // Compressed forms take about half as much again.
  for (const { body } of answers.values()) bytes += body.length * 1.5;
  return bytes;
}

/** Links keep working for a while after a sale or the end of a run. */
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
