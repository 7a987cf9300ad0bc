// Strings and their ordinals in byte chunks with open addressing. A million IDs cost their bytes and about
// sixteen more each, instead of a JavaScript string and a Map entry. The table grows without long pauses:
// chunks are never copied, and the hash table is split into parts that double one at a time. Strings are
// never removed.

const CHUNK_BYTES = 1 << 18;
const PARTS = 256;
const PART_CAPACITY_FIRST = 16;
const LENGTH_BYTES = 2;
const PACKED_AT_A_TIME = 500;
export const STRING_BYTES_MAX = 4096;

const encoder = new TextEncoder();
const scratch = new Uint8Array(STRING_BYTES_MAX);

function encode(text: string): number {
  const { length } = text;
  if (length <= STRING_BYTES_MAX) {
    let i = 0;
    for (; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) break;
      scratch[i] = code;
    }
    if (i === length) return length;
  }
  const { read, written } = encoder.encodeInto(text, scratch);
  if (read < length) throw new RangeError(`A string of the index is longer than ${STRING_BYTES_MAX} bytes`);
  return written;
}

function hashOf(length: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (scratch[i] as number), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 12);
}

export class StringTable {
  /** Buffers, because they create strings faster than a decoder. */
  readonly #chunks: Buffer[] = [];
  #end = CHUNK_BYTES;
  /** Start of each string: chunk number × CHUNK_BYTES + offset, in chunks of CHUNK_BYTES / 4 entries. */
  readonly #starts: Uint32Array[] = [];
  readonly #parts: Uint32Array[] = [];
  readonly #partSizes = new Uint32Array(PARTS);
  #length = 0;

  constructor() {
    for (let part = 0; part < PARTS; part++) this.#parts.push(new Uint32Array(PART_CAPACITY_FIRST));
  }

  get size(): number {
    return this.#length;
  }

  get bytes(): number {
    const hashed = this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
    return this.#chunks.length * CHUNK_BYTES + this.#starts.length * CHUNK_BYTES + hashed;
  }

  /** Returns the ordinal of a string, or -1. */
  find(text: string): number {
    const length = encode(text);
    const hash = hashOf(length);
    return this.#probe(this.#parts[hash & (PARTS - 1)] as Uint32Array, hash, length).ordinal;
  }

  /** Returns the ordinal of a string, and adds it if it is new. */
  add(text: string): number {
    const length = encode(text);
    const hash = hashOf(length);
    const part = hash & (PARTS - 1);
    const table = this.#parts[part] as Uint32Array;
    const { ordinal, place } = this.#probe(table, hash, length);
    if (ordinal >= 0) return ordinal;
    const added = this.#length;
    this.#store(length);
    table[place] = added + 1;
    const size = (this.#partSizes[part] as number) + 1;
    this.#partSizes[part] = size;
    if (size * 3 > table.length * 2) this.#parts[part] = this.#double(table);
    return added;
  }

  get(ordinal: number): string {
    const start = this.#startOf(ordinal);
    const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)] as Buffer;
    const offset = (start % CHUNK_BYTES) + LENGTH_BYTES;
    return chunk.toString('utf8', offset, offset + lengthAt(chunk, offset));
  }

  /**
   * Returns the ordinals of all strings with this ASCII suffix. Scans all strings: 20 to 40 ms for a million.
   */
  ending(letters: string): number[] {
    const end = encoder.encode(letters);
    const found: number[] = [];
    for (let ordinal = 0; ordinal < this.#length; ordinal++) {
      const start = this.#startOf(ordinal);
      const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)] as Uint8Array;
      const offset = (start % CHUNK_BYTES) + LENGTH_BYTES;
      const from = offset + lengthAt(chunk, offset) - end.length;
      let i = end.length - 1;
      while (i >= 0 && from >= offset && chunk[from + i] === end[i]) i--;
      if (i < 0) found.push(ordinal);
    }
    return found;
  }

  /** Compares by bytes, which for ASCII is the order of JavaScript strings. */
  compare(a: number, b: number): number {
    if (a === b) return 0;
    const [startA, startB] = [this.#startOf(a), this.#startOf(b)];
    const chunkA = this.#chunks[Math.floor(startA / CHUNK_BYTES)] as Uint8Array;
    const chunkB = this.#chunks[Math.floor(startB / CHUNK_BYTES)] as Uint8Array;
    const offsetA = (startA % CHUNK_BYTES) + LENGTH_BYTES;
    const offsetB = (startB % CHUNK_BYTES) + LENGTH_BYTES;
    const lengthA = lengthAt(chunkA, offsetA);
    const lengthB = lengthAt(chunkB, offsetB);
    const shared = Math.min(lengthA, lengthB);
    for (let i = 0; i < shared; i++) {
      const difference = (chunkA[offsetA + i] as number) - (chunkB[offsetB + i] as number);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  /**
   * Compares the string at an ordinal with bytes; with `asPrefix`, a string that begins with them is equal.
   */
  compareBytes(ordinal: number, bytes: Uint8Array, asPrefix: boolean): number {
    const start = this.#startOf(ordinal);
    const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)] as Uint8Array;
    const offset = (start % CHUNK_BYTES) + LENGTH_BYTES;
    const length = lengthAt(chunk, offset);
    const shared = Math.min(length, bytes.length);
    for (let i = 0; i < shared; i++) {
      const difference = (chunk[offset + i] as number) - (bytes[i] as number);
      if (difference !== 0) return difference;
    }
    return asPrefix && length >= bytes.length ? 0 : length - bytes.length;
  }

  /** Yields strings in order of ordinals, as [u16 length, bytes] sequences, for a snapshot. */
  *packed(count: number): Generator<Uint8Array> {
    for (let chunk = 0; chunk < this.#chunks.length; chunk++) {
      const first = this.#firstOf(chunk, count);
      const next = this.#firstOf(chunk + 1, count);
      if (first === next) continue;
      const from = this.#startOf(first) % CHUNK_BYTES;
      const lastAt = (this.#startOf(next - 1) % CHUNK_BYTES) + LENGTH_BYTES;
      const bytes = this.#chunks[chunk] as Uint8Array;
      yield bytes.subarray(from, lastAt + lengthAt(bytes, lastAt));
    }
  }

  /**
   * Adds every string of a packed sequence, in order, with occasional breaks: the parts of the table double
   * one at a time, but all of them within a few thousand strings.
   */
  *addPacked(bytes: Uint8Array): Generator<void> {
    let i = 0;
    while (i < bytes.length) {
      if (this.#length % PACKED_AT_A_TIME === 0) yield;
      const length = (bytes[i] as number) | ((bytes[i + 1] as number) << 8);
      scratch.set(bytes.subarray(i + LENGTH_BYTES, i + LENGTH_BYTES + length));
      const hash = hashOf(length);
      const part = hash & (PARTS - 1);
      const table = this.#parts[part] as Uint32Array;
      const { place, ordinal } = this.#probe(table, hash, length);
      if (ordinal >= 0) throw new RangeError('A packed string repeats');
      table[place] = this.#length + 1;
      this.#store(length);
      const size = (this.#partSizes[part] as number) + 1;
      this.#partSizes[part] = size;
      if (size * 3 > table.length * 2) this.#parts[part] = this.#double(table);
      i += LENGTH_BYTES + length;
    }
  }

  /** Returns the first ordinal stored in a chunk or after it. */
  #firstOf(chunk: number, count: number): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Math.floor(this.#startOf(middle) / CHUNK_BYTES) < chunk) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #startOf(ordinal: number): number {
    return (this.#starts[ordinal >>> 16] as Uint32Array)[ordinal & 0xffff] as number;
  }

  #store(length: number): void {
    if (this.#end + LENGTH_BYTES + length > CHUNK_BYTES) {
      this.#chunks.push(Buffer.alloc(CHUNK_BYTES));
      this.#end = 0;
    }
    const number = this.#chunks.length - 1;
    const chunk = this.#chunks[number] as Uint8Array;
    if ((this.#length & 0xffff) === 0) this.#starts.push(new Uint32Array(0x10000));
    (this.#starts[this.#length >>> 16] as Uint32Array)[this.#length & 0xffff] =
      number * CHUNK_BYTES + this.#end;
    chunk[this.#end] = length & 0xff;
    chunk[this.#end + 1] = length >>> 8;
    chunk.set(scratch.subarray(0, length), this.#end + LENGTH_BYTES);
    this.#end += LENGTH_BYTES + length;
    this.#length++;
  }

  #isScratch(ordinal: number, length: number): boolean {
    const start = this.#startOf(ordinal);
    const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)] as Uint8Array;
    const offset = (start % CHUNK_BYTES) + LENGTH_BYTES;
    if (lengthAt(chunk, offset) !== length) return false;
    for (let i = 0; i < length; i++) if (chunk[offset + i] !== scratch[i]) return false;
    return true;
  }

  #probe(table: Uint32Array, hash: number, length: number): { ordinal: number; place: number } {
    const mask = table.length - 1;
    let place = (hash >>> 8) & mask;
    for (;;) {
      const held = table[place] as number;
      if (held === 0) return { ordinal: -1, place };
      if (this.#isScratch(held - 1, length)) return { ordinal: held - 1, place };
      place = (place + 1) & mask;
    }
  }

  #double(table: Uint32Array): Uint32Array {
    const larger = new Uint32Array(table.length * 2);
    const mask = larger.length - 1;
    for (const held of table) {
      if (held === 0) continue;
      const start = this.#startOf(held - 1);
      const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)] as Uint8Array;
      const offset = (start % CHUNK_BYTES) + LENGTH_BYTES;
      const length = lengthAt(chunk, offset);
      scratch.set(chunk.subarray(offset, offset + length));
      let place = (hashOf(length) >>> 8) & mask;
      while (larger[place] !== 0) place = (place + 1) & mask;
      larger[place] = held;
    }
    return larger;
  }
}

// The two bytes before the string contain its length.
function lengthAt(chunk: Uint8Array, offset: number): number {
  return (chunk[offset - 2] as number) | ((chunk[offset - 1] as number) << 8);
}
