import type { Bits } from '../store/bitset.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { GroupScorer } from './text-match.ts';

/** Working memory for one block, reused by one query at a time. */
export class Scratch {
  readonly capacity: number;
  readonly list: Uint16Array;
  readonly #scorers: GroupScorer[] = [];
  readonly #catalogue: Catalogue;
  readonly #free: Bits[] = [];
  readonly #taken = new Set<Bits>();

  constructor(capacity: number, catalogue: Catalogue) {
    this.capacity = capacity;
    this.list = new Uint16Array(capacity);
    this.#catalogue = catalogue;
  }

  /** Returns the scorer for a word group of the running query. */
  scorer(at: number): GroupScorer {
    return (this.#scorers[at] ??= new GroupScorer(this.capacity, this.#catalogue));
  }

  /** Returns empty bits, to be released after use. */
  bits(): Bits {
    return this.#take().fill(0);
  }

  copyOf(source: Bits): Bits {
    const bits = this.#take();
    bits.set(source);
    return bits;
  }

  release(bits: Bits): void {
    this.#taken.delete(bits);
    this.#free.push(bits);
  }

  releaseAll(): void {
    this.#free.push(...this.#taken);
    this.#taken.clear();
  }

  #take(): Bits {
    const bits = this.#free.pop() ?? new Uint32Array(this.capacity >>> 5);
    this.#taken.add(bits);
    return bits;
  }
}
