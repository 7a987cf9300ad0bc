/**
 * Imports 10,000 rows, or `--listings N`, of Fifthwheel's own format over HTTP, with server and client in this process, on an embedded
 * database. Measures the time from the upload to the last row, and until searches find all rows. Meanwhile, other clients search and
 * read lists fifty times a second.
 */
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { launch, type Launched } from '../src/app/launch.ts';
import { readConfig } from '../src/config/config.ts';
import { AccessTokens } from '../src/modules/auth/index.ts';
import { startFreePlan } from '../src/modules/billing/index.ts';
import type { Database } from '../src/platform/db/database.ts';
import { inTransaction } from '../src/platform/db/transaction.ts';
import { newId } from '../src/platform/ids.ts';
import { temporaryDataDirectory } from './support/data-directory.ts';
import { latenciesOf } from './support/latency.ts';
import { postgresProcessorMs } from './support/processor.ts';
import { printTable } from './support/table.ts';

const ROWS = 10_000;
const POLL_MS = 100;
const DEADLINE_MS = 1_200_000;
const READ_EVERY_MS = 20;

interface Desk {
  readonly db: Database;
  readonly base: string;
  readonly token: string;
  readonly sellerSlug: string;
}

interface Measured {
  readonly uploadMs: number;
  readonly writtenMs: number;
  readonly searchableMs: number | null;
  readonly totals: Readonly<Record<string, number>>;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly memoryMb: number;
  /** 99th percentile of other clients' reads. */
  readonly othersP99Ms: number;
}

export async function benchImports({ rows = ROWS }: { readonly rows?: number } = {}): Promise<void> {
  const dataDir = await temporaryDataDirectory();
  const launched = await launch(
    readConfig({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', RATE_LIMITS: 'off' }),
  );
  try {
    await launched.app.start();
    await launched.app.startJobs();
    const http = await launched.app.http();
    await http.listen({ port: 0, host: '127.0.0.1' });
    const base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
    const results: [string, Measured][] = [];
    const drafts = await desk(launched, base);
    results.push(['new, as drafts', await measure(drafts, csv(0, rows), {})]);
    results.push(['the same file again', await measure(drafts, csv(0, rows), {})]);
    results.push(['every price changed', await measure(drafts, csv(7, rows), {})]);
    const live = await desk(launched, base);
    results.push(['new, published', await measure(live, csv(0, rows), { publish: 'submit' }, rows)]);
    printTable(
      `Imports of ${rows} rows`,
      [
        'what',
        'upload ms',
        'written ms',
        'rows/s',
        'searchable ms',
        'CPU of the server ms',
        'of PostgreSQL ms',
        'memory +MB',
        'reads of others p99 ms',
        'totals',
      ],
      results.map(([name, r]) => [
        name,
        Math.round(r.uploadMs),
        Math.round(r.writtenMs),
        Math.round((rows * 1000) / r.writtenMs),
        r.searchableMs === null ? '-' : Math.round(r.searchableMs),
        r.cpuMs,
        r.databaseCpuMs,
        r.memoryMb,
        Math.round(r.othersP99Ms),
        Object.entries(r.totals)
          .filter(([, count]) => count > 0)
          .map(([key, count]) => `${key} ${count}`)
          .join(', '),
      ]),
    );
  } finally {
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  at: Desk,
  file: string,
  fields: Readonly<Record<string, string>>,
  expected: number | null = null,
): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let rss = before;
  const otherClients = new AbortController();
  const waits = readMeanwhile(at, otherClients.signal);
  const databaseCpu = await postgresProcessorMs(at.db);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'stock.csv');
  const { job } = await call<{ job: Job }>(at, '/api/seller/bulk-import', { method: 'POST', body: form });
  const uploadMs = performance.now() - startedAt;
  const end = await waitFor(async () => {
    rss = Math.max(rss, process.memoryUsage().rss);
    const { job: now } = await call<{ job: Job }>(at, `/api/seller/bulk-import/${job.id}`);
    return now.finishedAt === null ? null : now;
  });
  const writtenMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const databaseCpuMs = Math.round((await postgresProcessorMs(at.db)) - databaseCpu);
  if (!end.status.startsWith('completed')) throw new Error(`the import ended ${end.status}`);
  if (expected !== null) {
    await waitFor(async () => {
      const found = await call<{ pagination: { total: number } }>(at, '/api/search?q=benchmark&limit=1');
      return found.pagination.total >= expected ? found : null;
    });
  }
  otherClients.abort();
  const { rows: _rows, ...totals } = end.totals;
  return {
    uploadMs,
    writtenMs,
    searchableMs: expected === null ? null : performance.now() - startedAt,
    totals,
    cpuMs: Math.round((user + system) / 1000),
    databaseCpuMs,
    memoryMb: Math.round((rss - before) / 2 ** 20),
    othersP99Ms: latenciesOf(await waits).p99Ms,
  };
}

/** Sends the requests of one visitor at a time. Returns the latency of each. */
async function readMeanwhile(at: Desk, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const paths = ['/api/search?q=man&facets=brands,years', '/api/listings?limit=20', '/api/categories'];
  for (let i = 0; !signal.aborted; i++) {
    const startedAt = performance.now();
    const response = await fetch(at.base + (paths[i % paths.length] ?? '/'));
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`a read answered ${response.status}`);
    await pause(READ_EVERY_MS);
  }
  return times;
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly finishedAt: string | null;
  readonly totals: Readonly<Record<string, number>>;
}

async function waitFor<T>(ask: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const response = await ask();
    if (response !== null) return response;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('the import does not come to its end');
}

async function call<T>(at: Desk, url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(at.base + url, { ...init, headers: { authorization: `Bearer ${at.token}` } });
  const body = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Rows with what dealer systems fill in: some forty columns, a description, features. */
function csv(raise: number, rows: number): string {
  const brands = ['man', 'volvo', 'scania', 'daf', 'mercedes-benz', 'iveco'];
  const lines = Array.from({ length: rows }, (_, i) => {
    const brand = brands[i % brands.length] ?? 'man';
    const text = `Benchmark vehicle ${i}, serviced, first hand, with tachograph and two tanks. `
      .repeat(3)
      .trim();
    return `B-${i},tractor-units,standard-tractor-units,${brand},Series ${i % 40},"18.${400 + (i % 120)}, LS",,"${text}",used,${20_000 + raise + i},negotiable,EUR,true,19,${2012 + (i % 12)},20${12 + (i % 12)}-06,${100_000 + i * 17},diesel,automatic,4x2,euro6,${300 + (i % 90)},2,18000,7800,5900,2550,3900,high_sleeper,1,2,white,air,air,retarder,1,full,retarder|cruise_control|air_conditioning|navigation_system,DE,Hamburg,20095`;
  });
  const header =
    'external_id,category,subcategory,brand,model,variant,title,description,condition,price,price_type,currency,vat_deductible,vat_rate,year,first_registration,mileage,fuel_type,transmission,drive_type,euro_standard,power_kw,axles,gross_weight_kg,curb_weight_kg,length_mm,width_mm,height_mm,cab_type,bunks,seats,color,suspension_front,suspension_rear,retarder,previous_owners,service_history,features,country,city,postal_code';
  return `${header}\n${lines.join('\n')}\n`;
}

/** A seller on the plan without limits, signed in. */
async function desk({ app }: Launched, base: string): Promise<Desk> {
  const { db, clock, keys } = app.platform;
  const now = clock.now();
  const [userId, sellerId, sessionId] = [newId('usr', now), newId('sel', now), newId('ses', now)];
  const role = 'SELLER';
  const sellerSlug = `bench-${sellerId.slice(-8).toLowerCase()}`;
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('users')
      .values({
        id: userId,
        email: `${userId.toLowerCase()}@example.org`,
        name: 'Bench',
        role,
        password_hash: null,
        phone: null,
        avatar: null,
        country: 'DE',
        suspended_reason: null,
        last_seen_at: null,
        email_verified: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await trx
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        user_agent: null,
        ip: '127.0.0.1',
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
        ended_at: null,
        end_reason: null,
      })
      .execute();
    await trx
      .insertInto('sellers')
      .values({
        id: sellerId,
        slug: sellerSlug,
        company_name: 'Bench',
        country: 'DE',
        region: null,
        city: 'Hamburg',
        postal_code: null,
        lat: null,
        lng: null,
        about: null,
        logo: null,
        phone: null,
        email: null,
        website: null,
        vat_id: null,
        verified: true,
        verified_at: null,
        response_time_minutes: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await trx
      .insertInto('team_members')
      .values({
        id: newId('mem', now),
        seller_id: sellerId,
        user_id: userId,
        role: 'OWNER',
        created_at: now,
      })
      .execute();
    await startFreePlan(trx, sellerId, now);
    const plan = await trx
      .selectFrom('plans')
      .select('id')
      .where('slug', '=', 'enterprise')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('subscriptions')
      .set({ plan_id: plan.id })
      .where('seller_id', '=', sellerId)
      .execute();
  });
  return {
    db,
    base,
    token: await new AccessTokens(keys, clock).issue({ userId, sessionId, role }),
    sellerSlug,
  };
}
