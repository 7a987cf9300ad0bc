import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import { isRepeated } from '../request/head.ts';

const TOLERANCE_SECONDS = 300;
const TIMESTAMP = /^[1-9][0-9]{9,10}$/;
/** The first covers timestamp and body, as specified; the second also the method and the target. */
const SIGNATURE = /^(sha256|v2)=([0-9a-f]{64})$/;

/** One message for every cause: a forger must not learn which part was wrong. */
export function invalidSignature(): AppError {
  return new AppError(
    'INVALID_SIGNATURE',
    'The request signature is missing, wrong or too old. It is sha256= and the HMAC-SHA-256 of "<X-Timestamp>.<body>", or v2= and that of the lines "v2", X-Timestamp, method, path with query, and the body.',
  );
}

/** Returned only for a valid signature, so it reveals nothing to a client that cannot create one. */
export function signatureReplayed(): AppError {
  return new AppError(
    'SIGNATURE_REPLAYED',
    'This signature was used before. Sign the request again with a later X-Timestamp; with an Idempotency-Key, the same request as before gets its answer again.',
  );
}

/** A request with a signature that cannot be checked must not pass as if it had been checked. */
export function unexpectedSignature(): AppError {
  return new AppError(
    'INVALID_SIGNATURE',
    'A signature is checked with the signing secret of an API key; this request has no API key.',
  );
}

/** The request line, as it came: no server in between may have changed it for a signature that covers it. */
export interface SignedTarget {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

/**
 * Checks the signature of a request over the bytes of its body as they arrive: HMAC-SHA-256, keyed with the signing
 * secret, over `<X-Timestamp>.` and the body. In the second version it is over the lines `v2`, timestamp, method, and path
 * with query, which none of them can break, and the body.
 */
export class SignatureCheck {
  readonly #hmac: Hmac;
  readonly #expected: Buffer;
  /** The stream to read the body from. */
  #body: Readable | null = null;

  private constructor(secret: string, head: string, digest: string) {
    this.#hmac = createHmac('sha256', secret).update(head);
    this.#expected = Buffer.from(digest, 'hex');
  }

  /** null for a request that has neither header. */
  static begin(
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    { method, target }: SignedTarget,
    secret: string,
    now: Date,
  ): SignatureCheck | null {
    const signature = headers['x-signature'];
    const timestamp = headers['x-timestamp'];
    if (signature === undefined && timestamp === undefined) return null;
    if (typeof signature !== 'string' || typeof timestamp !== 'string') throw invalidSignature();
    const [, version, digest] = SIGNATURE.exec(signature) ?? [];
    if (digest === undefined || !TIMESTAMP.test(timestamp)) throw invalidSignature();
    if (isRepeated(rawHeaders, 'x-signature') || isRepeated(rawHeaders, 'x-timestamp'))
      throw invalidSignature();
    if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) throw invalidSignature();
    const head = version === 'v2' ? `v2\n${timestamp}\n${method}\n${target}\n` : `${timestamp}.`;
    return new SignatureCheck(secret, head, digest);
  }

  /** Identifies a repetition; it covers the timestamp. */
  get signature(): Buffer {
    return this.#expected;
  }

  /** Returns a stream that the body passes through on its way to the parser. */
  tap(source: Readable): Readable {
    const hmac = this.#hmac;
    const tap = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hmac.update(chunk);
        done(null, chunk);
      },
    });
    source.on('error', (error) => tap.destroy(error)).pipe(tap);
    this.#body = tap;
    return tap;
  }

  /**
   * Listens next to a parser that reads the source itself, such as the multipart parser. The source starts to flow, so
   * the parser must attach in the same tick.
   */
  watch(source: Readable): void {
    source.on('data', (chunk: Buffer) => this.#hmac.update(chunk));
    this.#body = source;
  }

  /** Reads what no parser consumed (the body of a GET, bytes after a form's last boundary), since it is signed too. */
  async verify(): Promise<void> {
    if (this.#body !== null && !this.#body.readableEnded) {
      this.#body.resume();
      await finished(this.#body, { writable: false });
    }
    const actual = this.#hmac.digest();
    if (!timingSafeEqual(actual, this.#expected)) throw invalidSignature();
  }
}
