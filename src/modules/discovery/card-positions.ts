import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { ExchangeRates } from '../settings/index.ts';
import type { PricedSeed, PricePositionName } from '../listings/index.ts';
import type { MarketIndex } from './market-index.ts';
import { findPricePosition } from './price-position.ts';

export interface CardPosition {
  readonly position: PricePositionName;
  readonly compared: number;
  /** Above the median of the similar vehicles, negative below it. */
  readonly percent: number;
}

/** Entries of about 500 bytes, with their keys. */
const KEPT_MAX = 20_000;
/** One change of the market moves a position little, and all cards must not be compared again for it. */
const KEPT_MS = 15 * MINUTE_MS;
/** Positions searched for at once, each of which takes a few searches. */
const AT_ONCE = 4;

/** Positions of prices for pages of cards. */
export class CardPositions {
  readonly #index: MarketIndex;
  readonly #kept = new LRUCache<string, { readonly found: CardPosition | null }>({
    max: KEPT_MAX,
    ttl: KEPT_MS,
  });

  constructor(index: MarketIndex) {
    this.#index = index;
  }

  /** By ID of the listing, without those that too few are similar to. All in one time limit; what exceeds it has none. */
  async find(seeds: readonly PricedSeed[], rates: ExchangeRates): Promise<ReadonlyMap<string, CardPosition>> {
    const positions = new Map<string, CardPosition>();
    const waiting = [...seeds];
    const work = async (): Promise<void> => {
      for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
        const found = await this.#one(seed, rates);
        if (found !== null) positions.set(seed.id, found);
      }
    };
    // Cards are complete without it.
    await this.#index
      .inTime(() => Promise.all(Array.from({ length: AT_ONCE }, work)))
      .catch(() => (waiting.length = 0));
    return positions;
  }

  async #one(seed: PricedSeed, rates: ExchangeRates): Promise<CardPosition | null> {
    const key = JSON.stringify(seed);
    const known = this.#kept.get(key);
    if (known !== undefined) return known.found;
    const { position, compared, median } = await findPricePosition(this.#index, seed, rates);
    const found =
      position === null || median === null || seed.price === null
        ? null
        : { position, compared, percent: Math.round((seed.price / median - 1) * 100) };
    this.#kept.set(key, { found });
    return found;
  }
}
