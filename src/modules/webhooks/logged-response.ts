import type { Exchange } from './outcomes.repository.ts';
import type { HeaderFields } from './tables.ts';

/** Limit for headers and for the body, each. */
export const LOGGED_BYTES_MAX = 4096;

/** Collects the start of a receiver's response for the delivery log. */
export class LoggedResponse {
  headers: Readonly<Record<string, string | string[] | undefined>> | null = null;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    const piece = chunk.subarray(0, LOGGED_BYTES_MAX - this.#bytes);
    if (piece.length === 0) return;
    // Copy the piece, because a view would keep the whole buffer of the connection alive.
    this.#chunks.push(Buffer.from(piece));
    this.#bytes += piece.length;
  }

  get columns(): Pick<Exchange, 'responseHeaders' | 'responseBody'> {
    const hasResponse = this.headers !== null || this.#bytes > 0;
    return {
      responseHeaders: this.headers === null ? null : firstHeaders(this.headers),
      responseBody: hasResponse ? decodeStorable(Buffer.concat(this.#chunks)) : null,
    };
  }
}

/** Decodes as text that the database can store: invalid or truncated UTF-8 becomes a replacement character. */
export function decodeStorable(bytes: Buffer): string {
  return bytes.subarray(0, LOGGED_BYTES_MAX).toString('utf8').replaceAll('\0', '\uFFFD');
}

function firstHeaders(headers: NonNullable<LoggedResponse['headers']>): HeaderFields {
  const stored: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    const text = [value ?? ''].flat().join(', ');
    bytes += name.length + text.length;
    if (bytes > LOGGED_BYTES_MAX) break;
    stored[name] = text;
  }
  return stored;
}
