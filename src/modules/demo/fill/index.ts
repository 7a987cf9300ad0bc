import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { CHAIN_LOCK } from '../../../platform/audit/audit-log.ts';
import { hashPassword } from '../../../platform/crypto/passwords.ts';
import type { Database } from '../../../platform/db/database.ts';
import { foldMarketSums } from '../../../platform/db/market-sums.repository.ts';
import { foldDays, foldStock } from '../../listings/index.ts';
import { DEMO_PASSWORD } from '../accounts.ts';
import { DEMO_MARKET } from '../demo-market.ts';
import type { DemoParts } from '../load.ts';
import { listPlans } from '../market.repository.ts';
import { fillAccess } from './access.ts';
import { fillAudit } from './audit.ts';
import { Copy } from './copy.ts';
import { fillCoupons } from './coupons.ts';
import type { FillCounts } from './counts.ts';
import { Fill } from './fill.ts';
import { fillImports } from './imports.ts';
import { fillInterest, planFavorites } from './interest.ts';
import { fillNotices } from './notices.ts';
import { fillPeople } from './people.ts';
import { fillStock, planStock } from './stock.ts';
import { fillTalk, planTalk } from './talk.ts';
import { fillTrade } from './trade.ts';
import { fillWebhooks } from './webhooks.ts';

export { countsFor, FILL_COUNTS, FILL_SIZES, type FillCounts } from './counts.ts';
export { FILLED_EMAILS } from './people.ts';

export interface FillMarketOptions {
  readonly databaseUrl: string;
  readonly counts: FillCounts;
  /** Whether some accounts get the demo password. Otherwise, no account has a usable password. */
  readonly logins: boolean;
  /** Instant that the data is generated for; now by default. */
  readonly now?: Date;
  readonly onTable?: (table: string, rows: number) => void;
}

/**
 * Fills every table that grows with use, in the order of their references. The same counts at the same instant give the same
 * rows. Rejects a database that was filled before, because the same IDs would be created again.
 */
export async function fillMarket(parts: DemoParts, options: FillMarketOptions): Promise<void> {
  const { platform, taxonomy } = parts;
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'fifthwheel-seed',
  });
  await client.connect();
  try {
    await refuseSecondFill(client);
    const plans = await listPlans(platform.db);
    const unknown = await hashPassword(randomBytes(32).toString('base64url'));
    const fill = new Fill({
      seed: DEMO_MARKET.seed,
      now: options.now ?? platform.clock.now(),
      counts: options.counts,
      platform,
      taxonomy: taxonomy.current,
      plans: new Map(plans.map((plan) => [plan.slug, plan])),
      passwordHashes: { known: options.logins ? await hashPassword(DEMO_PASSWORD) : unknown, unknown },
      copy: new Copy(client, options.onTable ?? (() => undefined)),
    });
    await fillPeople(fill);
    planStock(fill);
    const conversations = planTalk(fill);
    const favorites = planFavorites(fill);
    await fillStock(fill);
    await fillTalk(fill, conversations);
    await fillInterest(fill, favorites);
    await fillNotices(fill);
    await fillTrade(fill);
    await fillCoupons(fill);
    await fillWebhooks(fill);
    await fillAccess(fill);
    await fillImports(fill);
    await extendAudit(fill, client);
    await addUp(platform.db, client);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function refuseSecondFill(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from invoice_counters where series = $1', ['SEED']);
  if (rows.length > 0) throw new Error('the market has been filled before; fill an empty database');
}

async function extendAudit(fill: Fill, client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [CHAIN_LOCK]);
  const { rows } = await client.query<{ seq: string; hash: Buffer }>(
    'select seq, hash from audit_log order by seq desc limit 1',
  );
  const [newest] = rows;
  await fillAudit(fill, newest === undefined ? null : { seq: Number(newest.seq), hash: newest.hash });
  await client.query('commit');
}

const FOLDED_AT_A_TIME = 50_000;

/** Computes the rollups of the inserted rows. */
async function addUp(db: Database, client: pg.Client): Promise<void> {
  for (const fold of [foldStock, foldDays, foldMarketSums])
    while ((await fold(db, FOLDED_AT_A_TIME)) === FOLDED_AT_A_TIME);
  await client.query(`
    update sellers s set rating_count = r.count, rating_sum = r.sum
    from (select seller_id, count(*) as count, sum(rating) as sum from reviews where status = 'published' group by seller_id) r
    where s.id = r.seller_id`);
  await client.query(`
    update sellers s set response_time_minutes = r.median
    from (
      select seller_id, percentile_cont(0.5) within group (order by response_minutes)::integer as median
      from conversations where responded_at is not null group by seller_id
    ) r where s.id = r.seller_id`);
}
