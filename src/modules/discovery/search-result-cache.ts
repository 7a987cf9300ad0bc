import { byteCache } from '../../platform/byte-cache.ts';

const BYTES_MAX = 48 * 1024 * 1024;
const NO_GENERATION = -1;

/** The state that responses depend on: a number that increases with every change, and a way to bring it up to date. */
export interface Generations {
  /** Null if changes cannot be seen; then nothing is cached. */
  readonly generation: number | null;
  includeOwnWrites(): Promise<void>;
}

/** A cache of responses by request, valid until anything in the index changes. */
export class SearchResultCache {
  readonly #index: Generations;
  readonly #isOn: boolean;
  readonly #responses = byteCache<Buffer>({
    bytesMax: BYTES_MAX,
    // The compressed forms add about half.
    bytesOf: (response) => response.length * 1.5,
  });
  #cachedGeneration = NO_GENERATION;
  #expiries = 0;

  /** If `isOn` is false, every response is computed; benchmarks use this. */
  constructor(index: Generations, options: { isOn: boolean }) {
    this.#index = index;
    this.#isOn = options.isOn;
  }

  /** Call this when something other than the index changes the responses. */
  expire(): void {
    this.#cachedGeneration = NO_GENERATION;
    this.#expiries++;
  }

  async get(key: string, compute: () => Promise<Buffer>): Promise<Buffer> {
    await this.#index.includeOwnWrites();
    const { generation } = this.#index;
    if (!this.#isOn || generation === null) return compute();
    if (this.#cachedGeneration !== generation) {
      this.#responses.clear();
      this.#cachedGeneration = generation;
    }
    const cached = this.#responses.get(key);
    if (cached !== undefined) return cached;
    const expiries = this.#expiries;
    const response = await compute();
    // A response computed during a change may show either state, so it is not cached.
    if (generation === this.#index.generation && expiries === this.#expiries)
      this.#responses.set(key, response);
    return response;
  }
}
