import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Smaller bodies gain nothing from compression. */
export const COMPRESSED_FROM_BYTES = 1024;

/** Bytes that are sent repeatedly, with their compressed forms. */
export interface Compressible {
  readonly bytes: Buffer;
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

export interface Encoded {
  readonly body: Buffer;
  readonly encoding: 'br' | 'gzip' | null;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const acceptsBrotli = (acceptEncoding: string): boolean =>
  /\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding);
export const acceptsGzip = (acceptEncoding: string): boolean =>
  /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding);

/** Returns the bytes in the best encoding that the client accepts. Compresses on the first request for an encoding. */
export async function encodedOnce(response: Compressible, acceptEncoding: string): Promise<Encoded> {
  if (response.bytes.length < COMPRESSED_FROM_BYTES) return { body: response.bytes, encoding: null };
  if (acceptsBrotli(acceptEncoding)) {
    response.br ??= brotli(response.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    return { body: await response.br, encoding: 'br' };
  }
  if (acceptsGzip(acceptEncoding)) {
    response.gzip ??= zip(response.bytes, { level: GZIP_LEVEL });
    return { body: await response.gzip, encoding: 'gzip' };
  }
  return { body: response.bytes, encoding: null };
}
