/**
 * Rendered pages, kept with what they were made of. An endpoint that keeps its answer hands out the same object each
 * time, so a page is fresh as long as all of its sources are the very same objects.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { hashTag } from '../platform/http/reply/etag.ts';

const BYTES_MAX = 48 * 1024 * 1024;
/** A page sent once is not worth the processor time of a good compression. */
const QUICK_GZIP_LEVEL = 1;
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;
const COMPRESSED_FROM_BYTES = 1024;

export interface Page {
  readonly html: Buffer;
  readonly etag: string;
  readonly sources: readonly unknown[];
  /** How often it was sent as it lay. */
  uses: number;
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

export type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export class KeptPages {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: BYTES_MAX,
    // Its compressed forms take about a quarter each.
    sizeCalculation: (page) => page.html.length * 2,
  });

  find(key: string, sources: readonly unknown[]): Page | undefined {
    const page = this.#pages.get(key);
    if (page === undefined || page.sources.length !== sources.length) return undefined;
    if (!page.sources.every((source, at) => source === sources[at])) return undefined;
    page.uses++;
    return page;
  }

  keep(key: string, html: string, sources: readonly unknown[]): Page {
    const bytes = Buffer.from(html);
    const page: Page = { html: bytes, etag: hashTag(bytes), sources, uses: 0 };
    this.#pages.set(key, page);
    return page;
  }
}

/** The page's bytes in the best form that the reader takes. */
export async function encoded(
  page: Page,
  acceptEncoding: string,
): Promise<{ body: Buffer; encoding: Encoding | null }> {
  if (page.html.length < COMPRESSED_FROM_BYTES) return { body: page.html, encoding: null };
  if (page.uses > 0 && /\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)) {
    page.br ??= brotli(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    return { body: await page.br, encoding: 'br' };
  }
  if (/\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)) {
    if (page.uses === 0) return { body: await zip(page.html, { level: QUICK_GZIP_LEVEL }), encoding: 'gzip' };
    page.gzip ??= zip(page.html, { level: GZIP_LEVEL });
    return { body: await page.gzip, encoding: 'gzip' };
  }
  return { body: page.html, encoding: null };
}
