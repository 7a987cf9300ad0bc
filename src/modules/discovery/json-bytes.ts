import type { NamedSummary } from './packed-summaries.ts';

const ROOM_FIRST = 1 << 16;
const BYTES_PER_LETTER_MAX = 3;

/**
 * JSON put together as bytes: summaries are copied from where they lie and neither made into text nor back, and the
 * answer is hashed and sent as it is.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafe(ROOM_FIRST);
  #length = 0;

  text(piece: string): this {
    this.#makeRoom(piece.length * BYTES_PER_LETTER_MAX);
    this.#length += this.#bytes.write(piece, this.#length);
    return this;
  }

  summary(summary: NamedSummary): this {
    this.#makeRoom(summary.bytesMax);
    this.#length = summary.write(this.#bytes, this.#length);
    return this;
  }

  /** Takes back the last character, which is one of ASCII. */
  back(): this {
    this.#length--;
    return this;
  }

  /** As long as it is: an answer may be kept for a while. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #makeRoom(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
