import { MINUTE_MS, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import { Service } from '../../platform/service.ts';
import { findPricedSeeds, type PricedSeed, type PricePosition } from '../listings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import type { MarketIndex } from './market-index.ts';
import { findPricePosition } from './price-position.ts';
import {
  type ComparedPrice,
  findDueListings,
  findPositions,
  storePositions,
} from './price-positions.repository.ts';

/** The price position that a card shows. */
export interface CardPosition extends Pick<ComparedPrice, 'position' | 'compared'> {
  /** Difference from the median price of similar vehicles; negative if the price is lower. */
  readonly percent: number;
}

/** Listings per transaction. */
const BATCH_SIZE = 100;
/** Listings per run, that is, per minute: almost three million a day. Each takes a few searches. */
const RUN_MAX = 2000;
/** Number of concurrent comparisons. */
const CONCURRENCY = 4;
/** Caps the position of an absurd price, which would not fit into the column. */
const PER_MILLE_MAX = 100_000;

interface PricePositionsParts {
  readonly db: Database;
  readonly index: MarketIndex;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly clock: Clock;
}

/** Compares prices with those of similar listings, and stores the positions by which searches sort. */
export class PricePositions extends Service<PricePositionsParts> {
  readonly compareJob: JobDefinition<Record<string, never>> = {
    name: 'discovery.compare-prices',
    everyMs: MINUTE_MS,
    concurrency: 1,
    run: (_payload, context) => this.#compareDue(context),
  };

  /** Returns the positions for a page of cards, by listing ID. Listings that have not been compared yet have none. */
  async ofCards(listingIds: readonly string[]): Promise<ReadonlyMap<string, CardPosition>> {
    const positions = await findPositions(this.parts.db, listingIds);
    return new Map(
      Array.from(positions, ([id, { position, compared, perMille }]) => [
        id,
        { position, compared, percent: Math.round(perMille / 10) },
      ]),
    );
  }

  /** Commits each batch separately. Listings that exceed a run stay due for the next one. */
  async #compareDue({ signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>): Promise<void> {
    const { db, index, clock } = this.parts;
    await index.catchUp();
    for (let done = 0; done < RUN_MAX && !signal.aborted; done += BATCH_SIZE) {
      const now = clock.now();
      const due = await findDueListings(db, now, BATCH_SIZE);
      if (due.length === 0) return;
      const ids = due.map(({ listing_id }) => listing_id);
      await storePositions(db, due, await this.#compare(ids), now);
      if (due.length < BATCH_SIZE || !(await heartbeat())) return;
    }
  }

  async #compare(ids: readonly string[]): Promise<ReadonlyMap<string, ComparedPrice>> {
    const { db, index, settings, taxonomy } = this.parts;
    const rates = settings.get('exchangeRates');
    const queue = [...(await findPricedSeeds(db, ids, taxonomy.current))];
    const comparedPrices = new Map<string, ComparedPrice>();
    const work = async (): Promise<void> => {
      for (let seed = queue.pop(); seed !== undefined; seed = queue.pop()) {
        const priced = seed;
        const position = await index.inTime(() => findPricePosition(index, priced, rates));
        const compared = comparedPrice(priced, position);
        if (compared !== null) comparedPrices.set(priced.id, compared);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return comparedPrices;
  }
}

function comparedPrice(
  { price }: PricedSeed,
  { position, compared, median }: PricePosition,
): ComparedPrice | null {
  // A position relative to a median of 0 is undefined.
  if (position === null || price === null || median === null || median === 0) return null;
  const perMille = Math.min(Math.round((price / median - 1) * 1000), PER_MILLE_MAX);
  return { position, compared, perMille };
}
