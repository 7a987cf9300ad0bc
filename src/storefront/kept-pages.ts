/**
 * Caches rendered pages together with their sources. An endpoint that caches its response returns the same object each time, so a
 * page is fresh as long as all of its sources are the same objects.
 */
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzip } from 'node:zlib';
import { byteCache } from '../platform/byte-cache.ts';
import {
  COMPRESSED_FROM_BYTES,
  type Compressible,
  encodedOnce,
  type Encoded,
  acceptsBrotli,
  acceptsGzip,
} from '../platform/http/reply/compressed.ts';
import { hashTag } from '../platform/http/reply/etag.ts';

const BYTES_MAX = 48 * 1024 * 1024;
/** A page sent once is not worth the processor time of a good compression. */
const QUICK_GZIP_LEVEL = 1;
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export interface Page extends Compressible {
  readonly etag: string;
  readonly sources: readonly unknown[];
  /** How often it was sent as it lay. */
  uses: number;
}

const zip = promisify(gzip);

export class KeptPages {
  readonly #pages = byteCache<Page>({
    bytesMax: BYTES_MAX,
    // Its compressed forms take about a quarter each.
    bytesOf: (page) => page.bytes.length * 2,
  });

  find(key: string, sources: readonly unknown[]): Page | undefined {
    const page = this.#pages.get(key);
    if (page === undefined || page.sources.length !== sources.length) return undefined;
    if (!page.sources.every((source, index) => source === sources[index])) return undefined;
    page.uses++;
    return page;
  }

  /** Returns a page regardless of its sources, for use if they cannot be loaded. */
  last(key: string): Page | undefined {
    return this.#pages.get(key);
  }

  keep(key: string, bytes: Buffer, sources: readonly unknown[]): Page {
    const page: Page = { bytes, etag: hashTag(bytes), sources, uses: 0 };
    this.#pages.set(key, page);
    return page;
  }
}

/** The page's bytes in the best form that the reader takes. */
export async function encoded(page: Page, acceptEncoding: string): Promise<Encoded> {
  const { bytes, uses } = page;
  if (uses > 0) return encodedOnce(page, acceptEncoding);
  if (bytes.length < COMPRESSED_FROM_BYTES) return { body: bytes, encoding: null };
  // In a tenth of a millisecond: to hand it to another thread takes longer.
  if (acceptsBrotli(acceptEncoding)) return { body: brotliCompressSync(bytes, QUICK_BROTLI), encoding: 'br' };
  if (!acceptsGzip(acceptEncoding)) return { body: bytes, encoding: null };
  return { body: await zip(bytes, { level: QUICK_GZIP_LEVEL }), encoding: 'gzip' };
}
