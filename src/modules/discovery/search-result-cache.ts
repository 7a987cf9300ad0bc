import { byteCache } from '../../platform/byte-cache.ts';

const BYTES_MAX = 48 * 1024 * 1024;
const NOTHING = -1;

/** What answers depend on: a number that rises with every change, and a way to bring it up to date. */
export interface Generations {
  /** Null where it cannot be told: nothing is kept then. */
  readonly generation: number | null;
  includeOwnWrites(): Promise<void>;
}

/** A cache of answers by question, valid until anything in the index changes. */
export class SearchResultCache {
  readonly #index: Generations;
  readonly #isOn: boolean;
  readonly #answers = byteCache<Buffer>({
    bytesMax: BYTES_MAX,
    // Their compressed forms take about half as much again.
    bytesOf: (answer) => answer.length * 1.5,
  });
  #answersOf = NOTHING;
  #expiries = 0;

  /** Disabled, every answer is computed: for measurements. */
  constructor(index: Generations, options: { isOn: boolean }) {
    this.#index = index;
    this.#isOn = options.isOn;
  }

  /** For what answers depend on beside the index. */
  expire(): void {
    this.#answersOf = NOTHING;
    this.#expiries++;
  }

  async get(key: string, compute: () => Promise<Buffer>): Promise<Buffer> {
    await this.#index.includeOwnWrites();
    const { generation } = this.#index;
    if (!this.#isOn || generation === null) return compute();
    if (this.#answersOf !== generation) {
      this.#answers.clear();
      this.#answersOf = generation;
    }
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const expiries = this.#expiries;
    const answer = await compute();
    // An answer computed during a change may show either state, so it is not kept.
    if (generation === this.#index.generation && expiries === this.#expiries) this.#answers.set(key, answer);
    return answer;
  }
}
