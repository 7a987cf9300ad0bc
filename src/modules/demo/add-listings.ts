import { MINUTE_MS } from '../../platform/clock.ts';
import { inLongTransaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/module.ts';
import { DEMO_MARKET } from './demo-market.ts';
import { generateListings, generateMarket } from '@fifthwheel/demo-market';
import { insertListings } from './listings.ts';
import type { DemoParts } from './load.ts';
import { findLastNumber, listSellers } from './market.repository.ts';
import { world } from './world.ts';

const CHUNK_ROWS = 10_000;
/** Statement timeout above the limit for requests, which large data would exceed. */
const SEED_STATEMENT_MS = 5 * MINUTE_MS;

/** Adds synthetic listings to demo sellers whose plan has no limit. */
export async function addListings(
  parts: DemoParts,
  options: { count: number; onProgress: (count: number) => void },
): Promise<void> {
  const { db, clock } = parts.platform;
  const now = clock.now();
  const { sellers } = generateMarket({ ...DEMO_MARKET, buyers: 0, listings: 0, now, world });
  const stored = await listSellers(db);
  const idByVat = new Map(stored.map((seller) => [seller.vat_id, seller.id]));
  const known = sellers.filter((seller) => idByVat.has(seller.vatNumber));
  if (known.length === 0) throw new Error('there are no dealers to add listings to');
  const sellerIds = sellers.map((seller) => idByVat.get(seller.vatNumber) ?? '');
  const startIndex = await nextIndex(parts.platform);
  for (let done = 0; done < options.count; done += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, options.count - done);
    const listings = generateListings({
      seed: DEMO_MARKET.seed,
      count,
      startIndex: startIndex + done,
      sellers: known,
      now,
      world,
    });
    await inLongTransaction(db, SEED_STATEMENT_MS, (trx) =>
      insertListings(trx, listings, { taxonomy: parts.taxonomy.current, sellerIds }),
    );
    options.onProgress(done + count);
  }
}

/** Stock numbers count up from 100,000; a further run continues after the highest. */
async function nextIndex(platform: Platform): Promise<number> {
  const last = await findLastNumber(platform.db, SEED_STATEMENT_MS);
  return last === null ? DEMO_MARKET.listings : Number(last) - 100_000 + 1;
}
