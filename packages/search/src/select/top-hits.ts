// The best documents by key (higher is better) and then by id, kept in a heap with the worst on top. An id is whatever
// number `compareIds` takes: its ordinal, or its rank among those of a block.

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

  /** Below this nothing is kept. */
  get worstKey(): number {
    return this.isFull ? (this.#keys[0] ?? Infinity) : -Infinity;
  }

  /** False when the document is worse than all that are kept. */
  offer(key: number, place: number, id: number): boolean {
    if (this.#length < this.#limit) {
      this.#length++;
      this.#rise(this.#length - 1, key, place, id);
      return true;
    }
    if (this.#limit === 0) return false;
    const worst = this.#keys[0] as number;
    if (key < worst || (key === worst && this.#compareIds(id, this.#ids[0] as number) > 0)) return false;
    this.#sink(key, place, id);
    return true;
  }

  /** Takes over the best of a block, whose places are slots. */
  offerAll(best: TopHits, base: number, ids: Uint32Array): void {
    for (const { key, place } of best.from(0)) {
      if (!this.offer(key, base + place, ids[place] as number)) return;
    }
  }

  /** From an offset on, best first. */
  from(offset: number): Candidate[] {
    const all = Array.from({ length: this.#length }, (_, at) => ({
      key: this.#keys[at] as number,
      place: this.#places[at] as number,
      id: this.#ids[at] as number,
    }));
    all.sort((a, b) => (a.key === b.key ? this.#compareIds(a.id, b.id) : b.key - a.key));
    return all.slice(offset);
  }

  /** Whether one document comes after another. */
  #isWorse(at: number, key: number, id: number): boolean {
    const other = this.#keys[at] as number;
    return other === key ? this.#compareIds(this.#ids[at] as number, id) > 0 : other < key;
  }

  #write(at: number, key: number, place: number, id: number): void {
    this.#keys[at] = key;
    this.#places[at] = place;
    this.#ids[at] = id;
  }

  #move(from: number, to: number): void {
    this.#write(to, this.#keys[from] as number, this.#places[from] as number, this.#ids[from] as number);
  }

  #rise(start: number, key: number, place: number, id: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#isWorse(parent, key, id)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#write(at, key, place, id);
  }

  #sink(key: number, place: number, id: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#length) break;
      const right = child + 1;
      if (
        right < this.#length &&
        this.#isWorse(right, this.#keys[child] as number, this.#ids[child] as number)
      )
        child = right;
      if (!this.#isWorse(child, key, id)) break;
      this.#move(child, at);
      at = child;
    }
    this.#write(at, key, place, id);
  }
}
