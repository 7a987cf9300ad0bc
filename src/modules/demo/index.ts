import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import { inLongTransaction, inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/module.ts';
import type { Auth } from '../auth/index.ts';
import { SCOPES } from '../../platform/actor.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { DEMO_EMAILS, DEMO_PASSWORD, indexOfDemoSeller, insertPeople } from './accounts.ts';
import {
  generateConversations,
  generateListings,
  generateMarket,
  generateReviews,
} from './generate/index.ts';
import { insertListings } from './listings.ts';
import { insertConversations, insertReviews } from './talk.ts';

const SEED = 20_260_101;
const SELLERS = 25;
const BUYERS = 40;
const LISTINGS = 2000;
const CONVERSATIONS = 400;

/**
 * Several programs that find an empty database at once make one market. The others look again and again rather than
 * wait in the database, where a wait is a statement and has the time of one.
 */
const LOAD_LOCK = 7_204_413;
const LOAD_LOOK_MS = SECOND_MS / 4;
const LOAD_WAIT_MS = 2 * MINUTE_MS;

/** Logins and a key of the demo market, to be printed at each start. */
export interface DemoAccess {
  readonly password: string;
  readonly emails: typeof DEMO_EMAILS;
  readonly apiKey: string | null;
}

export interface DemoParts {
  readonly platform: Platform;
  readonly taxonomy: Taxonomy;
  readonly apiKeys: Auth['apiKeys'];
}

/** Fills an empty database with the demo market; returns how to get in, or null when there is another market. */
export async function ensureDemo(parts: DemoParts): Promise<DemoAccess | null> {
  const { db, config } = parts.platform;
  const deadlineMs = monotonicMs() + LOAD_WAIT_MS;
  for (;;) {
    const outcome = await inTransaction(db, (trx) => loadOnce(trx, parts));
    if (outcome !== 'busy') {
      if (outcome !== 'there') await writeFile(accessFile(config), JSON.stringify(outcome), { mode: 0o600 });
      return readDemoAccess(config);
    }
    if (monotonicMs() > deadlineMs)
      throw new Error('another server has been filling the database with the demo market for too long');
    await new Promise((resolve) => setTimeout(resolve, LOAD_LOOK_MS));
  }
}

async function loadOnce(trx: Transaction, parts: DemoParts): Promise<DemoAccess | 'busy' | 'there'> {
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${LOAD_LOCK}) as mine`.execute(trx);
  if (rows[0]?.mine !== true) return 'busy';
  // The first administrator may be there already, by the configuration.
  const anyone = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '<>', 'ADMIN')
    .limit(1)
    .executeTakeFirst();
  return anyone === undefined ? loadMarket(trx, parts) : 'there';
}

/** null when the market is not the demo market, or was loaded from another machine. */
export async function readDemoAccess(config: Pick<Config, 'dataDir'>): Promise<DemoAccess | null> {
  const text = await readFile(accessFile(config), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoAccess);
}

function accessFile(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'demo-access.json');
}

async function loadMarket(trx: Transaction, parts: DemoParts): Promise<DemoAccess> {
  const now = parts.platform.clock.now();
  const market = generateMarket({ seed: SEED, sellers: SELLERS, buyers: BUYERS, listings: LISTINGS, now });
  const people = await insertPeople(trx, { ...market, now });
  const listingIds = await insertListings(trx, market.listings, {
    taxonomy: parts.taxonomy.current,
    sellerIds: people.sellers.map((seller) => seller.sellerId),
  });
  const conversations = generateConversations({ seed: SEED, market, count: CONVERSATIONS, now });
  const stored = { ...people, listings: market.listings, listingIds };
  await insertConversations(trx, conversations, stored, now);
  await insertReviews(trx, generateReviews({ seed: SEED, market, conversations, now }), people);
  const owner = people.sellers[indexOfDemoSeller(market.sellers)]?.ownerId ?? '';
  const { apiKey } = await parts.apiKeys.issue(
    trx,
    { userId: owner },
    { name: 'Demo key', scopes: [...SCOPES], expires_at: null },
  );
  return { password: DEMO_PASSWORD, emails: DEMO_EMAILS, apiKey: apiKey.key };
}

/** Adds synthetic listings to those sellers of the demo market whose plan has no limit. */
export async function addListings(
  parts: DemoParts,
  options: { count: number; onProgress: (count: number) => void },
): Promise<void> {
  const { db, clock } = parts.platform;
  const now = clock.now();
  const { sellers } = generateMarket({ seed: SEED, sellers: SELLERS, buyers: 0, listings: 0, now });
  const stored = await db.selectFrom('sellers').select(['id', 'vat_id']).execute();
  const idByVat = new Map(stored.map((seller) => [seller.vat_id, seller.id]));
  const known = sellers.filter((seller) => idByVat.has(seller.vatNumber));
  if (known.length === 0) throw new Error('there is no demo market to add listings to');
  const sellerIds = sellers.map((seller) => idByVat.get(seller.vatNumber) ?? '');
  const startIndex = await nextIndex(parts.platform);
  for (let done = 0; done < options.count; done += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, options.count - done);
    const listings = generateListings({
      seed: SEED,
      count,
      startIndex: startIndex + done,
      sellers: known,
      now,
    });
    await inLongTransaction(db, SEED_STATEMENT_MS, (trx) =>
      insertListings(trx, listings, { taxonomy: parts.taxonomy.current, sellerIds }),
    );
    options.onProgress(done + count);
  }
}

const CHUNK_ROWS = 10_000;
/** A large market takes its time, which the limit for requests would cut short. */
const SEED_STATEMENT_MS = 5 * MINUTE_MS;

/** Stock numbers count up from 100,000: the next run goes on behind the highest. */
async function nextIndex(platform: Platform): Promise<number> {
  const { rows } = await inLongTransaction(platform.db, SEED_STATEMENT_MS, (trx) =>
    sql<{ last: number | null }>`
      select max(substring(external_id from '-(\\d{6,9})$')::bigint) as last from listings where external_id ~ '-\\d{6,9}$'`.execute(
      trx,
    ),
  );
  return rows[0]?.last === null || rows[0] === undefined ? LISTINGS : Number(rows[0].last) - 100_000 + 1;
}
