// Keeps the best documents by key (higher is better) and then by ID, in a heap with the worst on top. An ID
// is any number that `compareIds` accepts: its ordinal, or its rank within a block.

export interface Candidate {
  key: number;
  /** Block number × capacity + slot. */
  place: number;
  /** Ordinal of the id. */
  id: number;
}

export class TopHits {
  readonly #limit: number;
  readonly #compareIds: (a: number, b: number) => number;
  readonly #keys: Float64Array;
  readonly #places: Float64Array;
  readonly #ids: Uint32Array;
  #length = 0;

  constructor(limit: number, compareIds: (a: number, b: number) => number) {
    this.#limit = limit;
    this.#compareIds = compareIds;
    this.#keys = new Float64Array(limit);
    this.#places = new Float64Array(limit);
    this.#ids = new Uint32Array(limit);
  }

  get isFull(): boolean {
    return this.#length === this.#limit;
  }

  /** Key below which no document is kept. */
  get worstKey(): number {
    return this.isFull ? (this.#keys[0] ?? Infinity) : -Infinity;
  }

  /** Returns false if the document is worse than all that are kept. */
  offer(key: number, place: number, id: number): boolean {
    if (this.#length < this.#limit) {
      this.#length++;
      this.#siftUp(this.#length - 1, key, place, id);
      return true;
    }
    if (this.#limit === 0) return false;
    const worst = this.#keys[0] as number;
    if (key < worst || (key === worst && this.#compareIds(id, this.#ids[0] as number) > 0)) return false;
    this.#siftDown(key, place, id);
    return true;
  }

  /** Adds the best documents of a block, whose places are slots. */
  offerAll(best: TopHits, base: number, ids: Uint32Array): void {
    for (const { key, place } of best.from(0)) {
      if (!this.offer(key, base + place, ids[place] as number)) return;
    }
  }

  /** Returns the documents from an offset on, best first. */
  from(offset: number): Candidate[] {
    const all = Array.from({ length: this.#length }, (_, index) => ({
      key: this.#keys[index] as number,
      place: this.#places[index] as number,
      id: this.#ids[index] as number,
    }));
    all.sort((a, b) => (a.key === b.key ? this.#compareIds(a.id, b.id) : b.key - a.key));
    return all.slice(offset);
  }

  /** Whether the document at `index` ranks after the given one. */
  #isWorse(index: number, key: number, id: number): boolean {
    const other = this.#keys[index] as number;
    return other === key ? this.#compareIds(this.#ids[index] as number, id) > 0 : other < key;
  }

  #write(index: number, key: number, place: number, id: number): void {
    this.#keys[index] = key;
    this.#places[index] = place;
    this.#ids[index] = id;
  }

  #move(from: number, to: number): void {
    this.#write(to, this.#keys[from] as number, this.#places[from] as number, this.#ids[from] as number);
  }

  #siftUp(start: number, key: number, place: number, id: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (this.#isWorse(parent, key, id)) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#write(index, key, place, id);
  }

  #siftDown(key: number, place: number, id: number): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.#length) break;
      const right = child + 1;
      if (
        right < this.#length &&
        this.#isWorse(right, this.#keys[child] as number, this.#ids[child] as number)
      )
        child = right;
      if (!this.#isWorse(child, key, id)) break;
      this.#move(child, index);
      index = child;
    }
    this.#write(index, key, place, id);
  }
}
