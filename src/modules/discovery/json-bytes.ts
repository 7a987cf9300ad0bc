/**
 * JSON put together from pieces, some of which lie ready as bytes: they are copied once and neither made into text nor
 * back, and the answer is hashed and sent as it is.
 */
export class JsonBytes {
  readonly #pieces: (string | Uint8Array)[] = [];
  #size = 0;

  text(piece: string): this {
    this.#pieces.push(piece);
    this.#size += Buffer.byteLength(piece);
    return this;
  }

  bytes(piece: Uint8Array): this {
    this.#pieces.push(piece);
    this.#size += piece.byteLength;
    return this;
  }

  toBuffer(): Buffer {
    const whole = Buffer.allocUnsafe(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      if (typeof piece === 'string') {
        at += whole.write(piece, at);
      } else {
        whole.set(piece, at);
        at += piece.byteLength;
      }
    }
    return whole;
  }
}
