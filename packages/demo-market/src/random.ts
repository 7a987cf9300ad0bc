/**
 * sfc32: small, fast, passes PractRand. Seed, name and index determine a stream, so record 500,000 is the
 * same whether or not earlier records were generated.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: string, index = 0) {
    this.#a = mix(seed ^ 0x9e3779b9);
    this.#b = mix(hashText(stream) ^ this.#a);
    this.#c = mix(index ^ this.#b);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** Returns a uniform 32-bit integer. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Returns a uniform number from 0 (included) to 1 (excluded). */
  unit(): number {
    return this.next() / 4_294_967_296;
  }

  /** Returns a uniform integer between both bounds, which are included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /**
   * Returns an approximately normal number with mean 0 and deviation 1, never beyond ±3.5 (sum of uniforms).
   */
  bell(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * 1.732;
  }

  /** Returns an exponentially distributed number with this mean. */
  waiting(mean: number): number {
    return -Math.log(1 - this.unit()) * mean;
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[Math.floor(this.unit() * items.length)];
    if (item === undefined) throw new Error('cannot pick from an empty list');
    return item;
  }
}

/** A weighted choice, prepared once. */
export interface Weighted<T> {
  draw(random: Random): T;
}

export function weighted<T>(entries: readonly (readonly [item: T, weight: number])[]): Weighted<T> {
  let total = 0;
  const bounds = entries.map(([, weight]) => (total += weight));
  const last = entries.at(-1);
  if (last === undefined) throw new Error('cannot choose from an empty list');
  return {
    draw(random) {
      const point = random.unit() * total;
      let found = 0;
      while (found < bounds.length && point >= (bounds[found] ?? total)) found += 1;
      return (entries[found] ?? last)[0];
    },
  };
}

/** Prepares a choice among the keys of a record. */
export const weightedKeys = <K extends string>(weights: Readonly<Partial<Record<K, number>>>): Weighted<K> =>
  weighted(Object.entries(weights) as [K, number][]);

const zipfExponent = 0.9;

/** Weights rank r with 1 / r^0.9, which is how brands share real markets. */
export const byZipf = <T>(ranked: readonly T[]): Weighted<T> =>
  weighted(ranked.map((item, index) => [item, (index + 1) ** -zipfExponent]));

/** Scatters the bits of an integer; a bijection. */
export function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}

/** FNV-1a over code units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
