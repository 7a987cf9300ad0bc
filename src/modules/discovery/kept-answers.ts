import { LRUCache } from 'lru-cache';

const ANSWERS_MAX = 2000;

/** What answers depend on: a number that rises with every change of it, and the way to have it current. */
export interface Generations {
  readonly generation: number;
  settle(): Promise<void>;
}

/** Answers by what was asked, each kept until anything in the index changes. */
export class KeptAnswers {
  readonly #index: Generations;
  readonly #isOn: boolean;
  readonly #answers = new LRUCache<string, Buffer>({ max: ANSWERS_MAX });
  #answersOf = -1;

  /** Turned off, every answer is computed: to measure what one costs. */
  constructor(index: Generations, options: { isOn: boolean }) {
    this.#index = index;
    this.#isOn = options.isOn;
  }

  async get(key: string, compute: () => Promise<Buffer>): Promise<Buffer> {
    await this.#index.settle();
    if (!this.#isOn) return compute();
    if (this.#answersOf !== this.#index.generation) {
      this.#answers.clear();
      this.#answersOf = this.#index.generation;
    }
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const generation = this.#answersOf;
    const answer = await compute();
    // An answer that a change overtook may be of before it or after it.
    if (generation === this.#index.generation) this.#answers.set(key, answer);
    return answer;
  }
}
