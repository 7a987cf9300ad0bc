// A snapshot is a sequence of sections: [magic, kind, payload bytes, checksum] as 32-bit words, then the
// payload, padded to eight bytes. The parts of a snapshot can be cut anywhere when they are read.

/**
 * The snapshot cannot be used: it is damaged, truncated, of another version, or was overtaken by changes
 * while it was written. Rebuild the index from the database.
 */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

const MAGIC = 0x46575358;
const HEADER_WORDS = 4;
const ALIGNMENT = 8;

export interface Section {
  kind: number;
  payload: Uint8Array;
}

const padded = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

// Processes four bytes per step; `bytes` must start and end at a multiple of four.
function checksum(kind: number, length: number, bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  let sum = Math.imul(0x811c9dc5 ^ kind, 0x01000193) ^ length;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ (words[i] as number), 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

export function section(kind: number, pieces: readonly Uint8Array[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const bytes = new Uint8Array(HEADER_WORDS * 4 + padded(length));
  let offset = HEADER_WORDS * 4;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  const sum = checksum(kind, length, bytes.subarray(HEADER_WORDS * 4));
  new Uint32Array(bytes.buffer, 0, HEADER_WORDS).set([MAGIC, kind, length, sum]);
  return bytes;
}

/** Yielded between sections after a millisecond or two of reading. */
export const BREAK = null;

export function* readSections(parts: Iterable<Uint8Array>): Generator<Section | typeof BREAK> {
  const source = new PartReader(parts);
  for (;;) {
    const header = yield* source.take(HEADER_WORDS * 4);
    if (header === undefined) return;
    const [magic, kind = 0, length = 0, sum] = new Uint32Array(header.buffer);
    if (magic !== MAGIC) throw new SnapshotError('Not a section of a snapshot');
    const payload = yield* source.take(padded(length));
    if (payload === undefined) throw new SnapshotError('The snapshot is cut short');
    if (checksum(kind, length, payload) !== sum) throw new SnapshotError('The snapshot is damaged');
    yield { kind, payload: payload.subarray(0, length) };
  }
}

class PartReader {
  readonly #parts: Iterator<Uint8Array>;
  #part: Uint8Array = new Uint8Array(0);

  constructor(parts: Iterable<Uint8Array>) {
    this.#parts = parts[Symbol.iterator]();
  }

  /**
   * Returns an aligned copy of the next bytes, with a break when it needs another part; undefined at the end.
   */
  *take(length: number): Generator<typeof BREAK, Uint8Array<ArrayBuffer> | undefined> {
    let taken: Uint8Array<ArrayBuffer> | undefined;
    let filled = 0;
    while (filled < length || taken === undefined) {
      if (this.#part.length === 0) {
        const next = this.#parts.next();
        if (next.done) {
          if (filled > 0) throw new SnapshotError('The snapshot is cut short');
          return length === 0 ? new Uint8Array(0) : undefined;
        }
        this.#part = next.value;
        continue;
      }
      taken ??= new Uint8Array(length);
      const piece = this.#part.subarray(0, length - filled);
      taken.set(piece, filled);
      filled += piece.length;
      this.#part = this.#part.subarray(piece.length);
      if (filled === length) return taken;
      yield BREAK;
    }
    return taken;
  }
}

type AnyArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Writes arrays in sequence, each after its length in bytes. */
export class ArrayWriter {
  readonly pieces: Uint8Array[] = [];

  put(array: AnyArray): void {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const head = new Uint32Array([bytes.byteLength, 0]);
    this.pieces.push(
      new Uint8Array(head.buffer),
      bytes,
      new Uint8Array(padded(bytes.byteLength) - bytes.byteLength),
    );
  }
}

export class ArrayReader {
  readonly #payload: Uint8Array;
  #at = 0;

  constructor(payload: Uint8Array) {
    this.#payload = payload;
  }

  #next(): ArrayBuffer {
    const view = new DataView(this.#payload.buffer, this.#payload.byteOffset, this.#payload.byteLength);
    const length = view.getUint32(this.#at, true);
    const from = this.#at + ALIGNMENT;
    if (from + length > this.#payload.byteLength)
      throw new SnapshotError('A section of the snapshot is too short');
    this.#at = from + padded(length);
    return this.#payload.slice(from, from + length).buffer as ArrayBuffer;
  }

  uint8(): Uint8Array {
    return new Uint8Array(this.#next());
  }

  uint16(): Uint16Array {
    return new Uint16Array(this.#next());
  }

  uint32(): Uint32Array {
    return new Uint32Array(this.#next());
  }

  int32(): Int32Array {
    return new Int32Array(this.#next());
  }

  float64(): Float64Array {
    return new Float64Array(this.#next());
  }
}
