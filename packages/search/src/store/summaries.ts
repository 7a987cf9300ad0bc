// Summaries of a block's documents, as bytes in chunks that are never moved.

const CHUNK_BYTES = 1 << 18;
const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);

export class Summaries {
  chunks: Uint8Array[] = [];
  #end = CHUNK_BYTES;
  /** Chunk number × CHUNK_BYTES + offset. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;

  constructor(capacity: number) {
    this.starts = new Uint32Array(capacity);
    this.lengths = new Uint32Array(capacity);
  }

  get bytes(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.length, this.starts.byteLength * 2);
  }

  put(slot: number, summary: Uint8Array | string): void {
    const bytes = typeof summary === 'string' ? encoder.encode(summary) : summary;
    if (bytes.length === 0) return;
    if (this.#end + bytes.length > CHUNK_BYTES) {
      // A summary larger than a chunk gets a separate one.
      this.chunks.push(new Uint8Array(Math.max(CHUNK_BYTES, bytes.length)));
      this.#end = 0;
    }
    const number = this.chunks.length - 1;
    (this.chunks[number] as Uint8Array).set(bytes, this.#end);
    this.starts[slot] = number * CHUNK_BYTES + this.#end;
    this.lengths[slot] = bytes.length;
    this.#end += bytes.length;
  }

  /**
   * Overwrites the previous summary, which has no readers any more. Returns false without a change if that
   * one was shorter.
   */
  replace(slot: number, summary: Uint8Array | string): boolean {
    const bytes = typeof summary === 'string' ? encoder.encode(summary) : summary;
    if (bytes.length > (this.lengths[slot] as number)) return false;
    this.get(slot).set(bytes);
    this.lengths[slot] = bytes.length;
    return true;
  }

  get(slot: number): Uint8Array {
    const length = this.lengths[slot] as number;
    if (length === 0) return EMPTY;
    const start = this.starts[slot] as number;
    const offset = start % CHUNK_BYTES;
    return (this.chunks[Math.floor(start / CHUNK_BYTES)] as Uint8Array).subarray(offset, offset + length);
  }

  restore(chunks: Uint8Array[], starts: Uint32Array, lengths: Uint32Array): void {
    this.chunks = chunks;
    this.starts.set(starts);
    this.lengths.set(lengths);
    this.#end = CHUNK_BYTES;
  }
}
