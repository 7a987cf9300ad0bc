import type { NamedSummary } from './packed-summaries.ts';

const FIRST_CAPACITY = 1 << 16;
const BYTES_PER_LETTER_MAX = 3;

/**
 * Builds JSON as bytes: summaries are copied as bytes, without conversion to text and back, and the response is hashed and sent as
 * it is.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  #length = 0;

  text(piece: string): this {
    this.#reserve(piece.length * BYTES_PER_LETTER_MAX);
    this.#length += this.#bytes.write(piece, this.#length);
    return this;
  }

  summary(summary: NamedSummary): this {
    this.#reserve(summary.bytesMax);
    this.#length = summary.write(this.#bytes, this.#length);
    return this;
  }

  /** Removes the last character, which must be ASCII. */
  back(): this {
    this.#length--;
    return this;
  }

  /** Copies only the bytes in use, because a response may be cached for a while. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
