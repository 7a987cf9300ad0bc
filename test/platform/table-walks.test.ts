/**
 * No read of a visitor, a buyer or a dealer scans a table that grows with the marketplace. PostgreSQL avoids sequential
 * scans here wherever it can, so that even on a small database a scan means that an index is missing. PostgreSQL counts
 * the scans.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { createScene, type Scene } from '../http/messaging/scene.ts';
import { cloneTemplate, createTestApp, type TestApp } from '../support/test-app.ts';

/** Tables that stay small however large the marketplace is. */
const SMALL =
  /^(?:schema_|migrations?$|plans$|settings|categories|brands|brand_|features|translations?|taxonomy|texts|sandbox)/;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
beforeAll(async () => {
  database = await cloneTemplate();
});
afterAll(() => database.drop());

/** Counts sequential scans per table while `work` runs on a separate application, including its start and its end. */
async function walksOf(work: (t: TestApp) => Promise<void>): Promise<Map<string, number>> {
  const before = await walksSoFar();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c enable_seqscan=off');
  const t = await createTestApp({ databaseUrl: url.href });
  try {
    await work(t);
  } finally {
    await t.close();
  }
  const after = await walksSoFar();
  return new Map([...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)]));
}

/** Waits until all connections have ended, because a backend reports its statistics at the latest then. */
async function walksSoFar(): Promise<Map<string, number>> {
  await expect
    .poll(() =>
      query(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      ),
    )
    .toEqual([]);
  const rows = await query('select relname, seq_scan::int from pg_stat_user_tables');
  return new Map(rows.map((row) => [String(row['relname']), Number(row['seq_scan'])]));
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Read {
  readonly path: string;
  readonly token: string;
}

/** Streams never end. */
const EXCLUDED_PATHS: readonly string[] = ['/notifications/stream', '/events/stream'];

/** Returns all GET requests except those for administrators, with IDs of the scene as parameters where possible. */
function readsOf(routes: readonly AnyRouteRow[], scene: Scene): Read[] {
  const { buyer, seller, listing, conversationId } = scene;
  return routes
    .filter(
      (row) => row.method === 'GET' && row.access.kind !== 'admin' && !EXCLUDED_PATHS.includes(row.path),
    )
    .map((row) => {
      const named = row.path.includes('/listings/') ? listing.listingId : conversationId;
      const path = row.path.replaceAll(/:\w+/g, row.path.startsWith('/sellers/') ? seller.slug : named);
      return { path: `/api${path}`, token: row.access.kind === 'seller' ? seller.token : buyer.token };
    });
}

it('reads of visitors, buyers and dealers use an index', async () => {
  let reads: Read[] = [];
  await walksOf(async (t) => {
    reads = readsOf(t.app.routes, await createScene(t));
  });
  const atRest = await walksOf(async () => {});
  const walks = await walksOf(async (t) => {
    for (const { path, token } of reads)
      expect((await t.get(path, { as: token })).status, path).toBeLessThan(500);
  });
  const walked = [...walks].filter(
    ([table, count]) => !SMALL.test(table) && count > (atRest.get(table) ?? 0),
  );
  expect(reads.length).toBeGreaterThan(40);
  expect(walked).toEqual([]);
});
