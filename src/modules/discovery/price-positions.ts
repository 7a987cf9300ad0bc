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

/** A card's position of the price. */
export interface CardPosition extends Pick<ComparedPrice, 'position' | 'compared'> {
  /** Above the median of the similar vehicles, negative below it. */
  readonly percent: number;
}

/** Listings per transaction. */
const BATCH = 100;
/** Listings per minute: three million a day, each of which takes a few searches. */
const RUN_MAX = 2000;
/** Positions searched for at once. */
const AT_ONCE = 4;
/** An absurd price must not exceed the column. */
const PER_MILLE_MAX = 100_000;

interface PricePositionsParts {
  readonly db: Database;
  readonly index: MarketIndex;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly clock: Clock;
}

/** The stored positions of prices among those of similar listings, by which searches sort. */
export class PricePositions extends Service<PricePositionsParts> {
  readonly compareJob: JobDefinition<Record<string, never>> = {
    name: 'discovery.compare-prices',
    everyMs: MINUTE_MS,
    concurrency: 1,
    run: (_payload, context) => this.#compareDue(context),
  };

  /** Positions for a page of cards, by ID of the listing. Those that were not compared yet have none. */
  async ofCards(listingIds: readonly string[]): Promise<ReadonlyMap<string, CardPosition>> {
    const positions = await findPositions(this.parts.db, listingIds);
    return new Map(
      Array.from(positions, ([id, { position, compared, perMille }]) => [
        id,
        { position, compared, percent: Math.round(perMille / 10) },
      ]),
    );
  }

  /** Each batch commits on its own; what a run leaves is due in the next one. */
  async #compareDue({ signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>): Promise<void> {
    const { db, index, clock } = this.parts;
    await index.catchUp();
    for (let done = 0; done < RUN_MAX && !signal.aborted; done += BATCH) {
      const now = clock.now();
      const due = await findDueListings(db, now, BATCH);
      if (due.length === 0) return;
      const ids = due.map(({ listing_id }) => listing_id);
      await storePositions(db, due, await this.#compare(ids), now);
      if (due.length < BATCH || !(await heartbeat())) return;
    }
  }

  async #compare(ids: readonly string[]): Promise<ReadonlyMap<string, ComparedPrice>> {
    const { db, index, settings, taxonomy } = this.parts;
    const rates = settings.get('exchangeRates');
    const waiting = [...(await findPricedSeeds(db, ids, taxonomy.current))];
    const found = new Map<string, ComparedPrice>();
    const work = async (): Promise<void> => {
      for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
        const priced = seed;
        const position = await index.inTime(() => findPricePosition(index, priced, rates));
        const compared = comparedPrice(priced, position);
        if (compared !== null) found.set(priced.id, compared);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  }
}

function comparedPrice(
  { price }: PricedSeed,
  { position, compared, median }: PricePosition,
): ComparedPrice | null {
  // A median of 0 has no share of it.
  if (position === null || price === null || median === null || median === 0) return null;
  const perMille = Math.min(Math.round((price / median - 1) * 1000), PER_MILLE_MAX);
  return { position, compared, perMille };
}
