// Words sorted by spelling, each with its entries.

export class WordIndex {
  readonly #words: string[] = [];
  readonly #entries: number[][] = [];
  /** One bit per letter, to skip words that cannot be similar. */
  readonly #masks: number[] = [];
  /** Words that wait for the next query, so that many are sorted together. */
  #waiting = new Map<string, number[]>();

  add(word: string, entry: number): void {
    const same = this.#waiting.get(word);
    if (same !== undefined) same.push(entry);
    else this.#waiting.set(word, [entry]);
  }

  beginningWith(prefix: string): number[] {
    this.#merge();
    const found: number[] = [];
    for (let index = this.#placeOf(prefix); this.#words[index]?.startsWith(prefix); index++) {
      for (const entry of this.#entries[index] ?? []) found.push(entry);
    }
    return found;
  }

  /**
   * Returns the entries with a word that `isNear` accepts. A similar prefix lacks at most one letter of the
   * typed text.
   */
  near(typed: string, isNear: (word: string, typed: string) => boolean): number[] {
    this.#merge();
    const mask = maskOf(typed);
    const found: number[] = [];
    for (let index = 0; index < this.#words.length; index++) {
      const missing = mask & ~(this.#masks[index] as number);
      if ((missing & (missing - 1)) !== 0 || !isNear(this.#words[index] as string, typed)) continue;
      for (const entry of this.#entries[index] ?? []) found.push(entry);
    }
    return found;
  }

  #merge(): void {
    if (this.#waiting.size === 0) return;
    for (const [word, added] of this.#waiting) {
      const index = this.#placeOf(word);
      if (this.#words[index] === word) {
        this.#entries[index]?.push(...added);
        continue;
      }
      this.#words.splice(index, 0, word);
      this.#entries.splice(index, 0, added);
      this.#masks.splice(index, 0, maskOf(word));
    }
    this.#waiting = new Map();
  }

  #placeOf(word: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle] as string) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function maskOf(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}
