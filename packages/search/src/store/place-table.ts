// Place of each ID's live document, by ordinal of the ID, in chunks that are never copied.

const CHUNK = 1 << 16;
export const NO_PLACE = -1;

export class PlaceTable {
  readonly #chunks: Int32Array[] = [];

  get bytes(): number {
    return this.#chunks.length * CHUNK * 4;
  }

  get(id: number): number {
    return id < 0 ? NO_PLACE : (this.#chunks[id >>> 16]?.[id & 0xffff] ?? NO_PLACE);
  }

  set(id: number, place: number): void {
    const number = id >>> 16;
    while (this.#chunks.length <= number) this.#chunks.push(new Int32Array(CHUNK).fill(NO_PLACE));
    (this.#chunks[number] as Int32Array)[id & 0xffff] = place;
  }
}
