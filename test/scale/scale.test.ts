/**
 * Work grows with the response, never with the market. Two markets are measured, one ten times the size of the other:
 * ordinary and the busiest users request each route, each job runs, and PostgreSQL counts what each statement touches.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countsFor, fillMarket } from '../../src/modules/demo/index.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { createDatabase, createPool } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { seedTaxonomy } from '../../src/modules/taxonomy/seed-database.repository.ts';
import { createAdmin } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { Accounting, type Touched, withoutValues } from './accounting.ts';
import { EXCEPTIONS, UNPAGINATED } from './exceptions.ts';
import { peopleOf } from './people.ts';
import { EXCLUDED_ROUTES, requestsOf } from './requests.ts';
import { startStatisticsServer, type StatisticsServer } from './statistics-server.ts';

const SMALL = { listings: 3000, listingsOfLargestDealer: 300 };
const TIMES = 10;
/** For as many rows, more than this many times the buffers counts as growth. */
const GROWTH_MAX = 1.5;
/** Allowance for deeper indexes and pages with a different fill level. */
const BUFFERS_FREE = 60;
/** An updated row that no longer fits into its page moves to another one, and needs new entries in every index. */
const BUFFERS_FREE_OF_WRITES = 120;
/** Allowance for statements that the smaller market never ran, so that there is nothing to compare. */
const BUFFERS_FREE_OF_NEW = 120;
/** An exception is needless below this share of the limit. Between the two, small variations would decide. */
const NEEDLESS_SHARE = 0.8;
/** With fewer steps, growth in one of them could be an outlier. */
const STEPS_TO_COMPARE = 3;
const OFFSET_MAX = 1000;
/** Buffer limit of a page, whatever the size of the market, the filters and the sort order. */
const PAGE_BUFFERS_MAX = 1000;
/** A far page skips index entries, of which a buffer holds a hundred or more. */
const FAR_PAGE_BUFFERS_MAX = 100;
/** Allowance per row for any statement. */
const BUFFERS_A_ROW = 5;
/** Allowance per row of a list, including the related rows that it shows. */
const BUFFERS_PER_ROW = 20;
const ROWS_MAX = 2000;
/** Both markets are measured at the same instant, so that "this month" covers equally many days. */
const NOW = new Date('2031-03-19T12:00:00Z');
/** Number of measurements of each read, and of each write with an ID, which uses another row each time. */
const TIMES_READ = 3;
/** Writes without an ID in their path that are repeatable. */
const CAN_BE_REPEATED = /^POST \/seller\/listings\/batch /;
/** Timeout of connections and statements, long enough for a busy machine. */
const WAIT_MAX_MS = 5 * MINUTE_MS;
/** Tables that stay small however large the market is. */
const SMALL_TABLES =
  /^(?:schema_|kysely_|plans$|settings|categories|brands|brand_|features|translations?|taxonomy|texts|sandbox|jobs$|process_metrics$|live_outbox$|market_sum|search_misses$|public_address$|pg_)/;

interface Step {
  readonly name: string;
  readonly statuses: readonly number[];
  /** Median of what each statement touched. */
  readonly touched: readonly Touched[];
  /** Whether a statement skipped more rows than a reader would page through. */
  readonly isFar: boolean;
}

interface Market {
  readonly steps: readonly Step[];
  /** Growing tables that a statement scans, by statement. */
  readonly walked: ReadonlyMap<string, readonly string[]>;
}

let server: StatisticsServer;
let small: Market;
let large: Market;
const query = vi.spyOn(pg.Client.prototype, 'query');
/** Periodic work of the server would count towards whichever step it coincides with, so it is disabled. */
const everyFewSeconds = vi.spyOn(globalThis, 'setInterval');
const Pool = pg.Pool;

/**
 * Uses a single connection. A backend reads the system catalogs when it does something for the first time, and PostgreSQL
 * counts that with the statement. With one backend for everything, both markets have the same overhead.
 */
class OneConnection extends Pool {
  constructor(options: pg.PoolConfig) {
    super({
      ...options,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: WAIT_MAX_MS,
      statement_timeout: WAIT_MAX_MS,
      query_timeout: WAIT_MAX_MS,
    });
  }
}

beforeAll(async () => {
  pg.Pool = OneConnection;
  everyFewSeconds.mockImplementation(() => setTimeout(() => undefined, 0));
  server = await startStatisticsServer();
  small = await measure('small', 1);
  large = await measure('large', TIMES);
}, 30 * MINUTE_MS);
afterAll(async () => {
  pg.Pool = Pool;
  query.mockRestore();
  everyFewSeconds.mockRestore();
  await server.stop();
});

async function measure(name: string, times: number): Promise<Market> {
  const url = await server.database(name);
  const pool = createPool({ url, max: 2, applicationName: 'fifthwheel-test', onError: () => {} });
  const db = createDatabase(pool);
  await migrate(db);
  await seedTaxonomy(db, new Date());
  await db.destroy();
  await fill(url, times);
  const accounting = new Accounting(url);
  await accounting.connect();
  await accounting.run('vacuum (freeze, analyze)');
  const t = await createTestApp({ databaseUrl: url, env: { DATABASE_POOL_MAX: '4' } });
  t.clock.advance(NOW.getTime() - t.clock.now().getTime());
  try {
    return await walkThrough(t, accounting);
  } finally {
    await t.close();
    await accounting.close();
  }
}

async function fill(url: string, times: number): Promise<void> {
  const t = await createTestApp({ databaseUrl: url });
  const overrides = { listingsOfLargestDealer: SMALL.listingsOfLargestDealer * times };
  await fillMarket(t.app.modules.demo, {
    databaseUrl: url,
    counts: countsFor(SMALL.listings * times, overrides),
    logins: false,
    now: NOW,
  });
  await t.close();
}

async function walkThrough(t: TestApp, accounting: Accounting): Promise<Market> {
  const steps: Step[] = [];
  const statements = new Map<string, Sent>();
  /** Records the statements of one round. Returns whether one of them requested a far page. */
  const recordStatements = (): boolean => {
    const roundStatements = sent(query.mock.calls);
    for (const statement of roundStatements)
      if (!statements.has(statement.text)) statements.set(statement.text, statement);
    query.mockClear();
    return roundStatements.some((statement) => isFarPage(statement));
  };
  const people = await peopleOf(t.app, t.clock);
  const admin = await createAdmin(t);
  people.push({ name: 'administrator', token: admin.token, userId: admin.userId, sellerId: null });
  await t.app.settle();
  const requests = await requestsOf(t.app.routes, people, accounting);
  await accounting.take();
  for (const { step, method, paths, token, body } of requests) {
    const isRead = method === 'GET';
    const ask = async (path: string): Promise<number> => {
      const { status } = await t.call(method, path, {
        as: token,
        ...(body === undefined ? {} : { body }),
      });
      // Side effects in the same tick or in the next timer belong to the step too.
      await t.app.settle();
      return status;
    };
    if (!isRead) await vacuumQueues(accounting);
    if (isRead) {
      // The first response may fill a cache.
      for (const path of paths.slice(0, 1)) await ask(path);
      await accounting.take();
    }
    const statuses: number[] = [];
    const rounds: (readonly Touched[])[] = [];
    let isFar = false;
    for (const path of isRead || CAN_BE_REPEATED.test(step) ? repeated(paths, TIMES_READ) : paths) {
      statuses.push(await ask(path));
      rounds.push(await accounting.take());
      isFar = recordStatements() || isFar;
    }
    steps.push({ name: step, statuses, touched: medians(rounds), isFar });
    if (isRead) continue;
    await vacuumQueues(accounting);
    await t.drainJobs({ mayFail: 'any' });
    const touched = await accounting.take();
    steps.push({ name: `jobs after ${step}`, statuses: [], touched, isFar: recordStatements() });
  }
  for (const job of await recurringJobs(t, accounting)) {
    await vacuumQueues(accounting);
    await accounting.run(
      `update jobs set run_at = '${t.clock.now().toISOString()}' where name = '${job}' and locked_until is null`,
    );
    await accounting.take();
    await t.drainJobs({ mayFail: 'any' });
    steps.push({
      name: `job ${job}`,
      statuses: [],
      touched: await accounting.take(),
      isFar: recordStatements(),
    });
  }
  const walked = new Map<string, readonly string[]>();
  for (const { text, values } of statements.values()) {
    const tables = (await accounting.walks(text, values)).filter((table) => !SMALL_TABLES.test(table));
    if (tables.length > 0) walked.set(withoutValues(text), tables);
  }
  return { steps, walked };
}

/** Removes dead rows of the queues, which would count too; autovacuum is off. */
async function vacuumQueues(accounting: Accounting): Promise<void> {
  for (const queue of ['jobs', 'live_outbox']) await accounting.run(`vacuum ${queue}`);
  await accounting.take();
}

function repeated(paths: readonly string[], times: number): string[] {
  return Array.from({ length: times }, (_, n) => paths[n % paths.length] ?? '');
}

/** Returns for each statement the round with the median number of buffers per call. */
function medians(rounds: readonly (readonly Touched[])[]): Touched[] {
  const found = new Map<string, Touched[]>();
  for (const cost of rounds.flat()) found.set(cost.statement, [...(found.get(cost.statement) ?? []), cost]);
  return [...found.values()].flatMap((entries) => {
    const ordered = entries.toSorted((a, b) => a.buffers / a.calls - b.buffers / b.calls);
    return ordered[Math.floor((ordered.length - 1) / 2)] ?? [];
  });
}

async function recurringJobs(t: TestApp, accounting: Accounting): Promise<string[]> {
  await t.app.runner.scheduleRecurring();
  await accounting.take();
  const rows = await t.db
    .selectFrom('jobs')
    .select('name')
    .distinct()
    .where('failed_at', 'is', null)
    .execute();
  return rows.map(({ name }) => name).toSorted();
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

function sent(calls: readonly (readonly unknown[])[]): Sent[] {
  return calls.flatMap(([config]) => {
    if (typeof config !== 'object' || config === null || !('text' in config)) return [];
    const { text, values = [] } = config as { readonly text: string; readonly values?: readonly unknown[] };
    return [{ text, values }];
  });
}

/** Returns whether a statement skips more rows than a reader would page through. */
function isFarPage({ text, values }: Sent): boolean {
  const place = /offset \$(\d+)/i.exec(text)?.[1];
  return place !== undefined && Number(values[Number(place) - 1]) > OFFSET_MAX;
}

interface Finding {
  readonly what: string;
  readonly statement: string;
}

const per = (cost: Touched, figure: number): number => figure / Math.max(1, cost.calls);

/** Returns statements that touch more than `share` of their limit. */
function growth(share: number): Finding[] {
  const before = new Map(
    small.steps.map((step) => [step.name, new Map(step.touched.map((cost) => [cost.statement, cost]))]),
  );
  return large.steps.flatMap(({ name, touched }) =>
    touched.flatMap((after) => {
      const previous = before.get(name)?.get(after.statement);
      const rows = Math.max(1, per(after, after.rows));
      const buffers = per(after, after.buffers);
      const rowsBefore = previous === undefined ? 1 : Math.max(1, per(previous, previous.rows));
      const buffersBefore = previous === undefined ? 0 : per(previous, previous.buffers);
      const free = /^(?:select|with)/i.test(after.statement) ? BUFFERS_FREE : BUFFERS_FREE_OF_WRITES;
      const isNew = previous === undefined || (previous.rows === 0 && after.rows > 0);
      const allowed = isNew
        ? Math.max(BUFFERS_FREE_OF_NEW * rows, BUFFERS_FREE_OF_NEW + BUFFERS_PER_ROW * rows)
        : Math.max(
            GROWTH_MAX * Math.max(1, rows / rowsBefore) * buffersBefore + free,
            BUFFERS_FREE + BUFFERS_A_ROW * rows,
          );
      if (buffers <= share * allowed) return [];
      const figures = `${Math.round(buffersBefore)} → ${Math.round(buffers)} buffers, ${Math.round(rowsBefore)} → ${Math.round(rows)} rows`;
      return [{ what: `${name}: ${figures}`, statement: after.statement }];
    }),
  );
}

/** Matches writes anywhere in a statement, including reads that lock rows. */
const WRITES = /\b(?:insert into|delete from|update "?\w+"?(?: (?:as )?\w+)? set|for (?:no key )?update)\b/i;

/** Reads of queues, whose cost depends on how many rows happened to be claimed in the same step. */
const READS_OF_QUEUES = /\b(?:from|join) "?(?:live_outbox|jobs|webhook_deliveries|\w+_changes)\b/i;

/**
 * Returns growth that occurs in most steps of a statement. Occasionally a write meets a full page or a pending list of an
 * index, and a read of a queue varies too, so for those a single step proves nothing.
 */
function growthInMostSteps(found: readonly Finding[]): Finding[] {
  const steps = new Map<string, number>();
  for (const { touched } of large.steps)
    for (const { statement } of touched) steps.set(statement, (steps.get(statement) ?? 0) + 1);
  const times = new Map<string, number>();
  for (const { statement } of found) times.set(statement, (times.get(statement) ?? 0) + 1);
  return found.filter(
    ({ statement }) =>
      !(WRITES.test(statement) || READS_OF_QUEUES.test(statement)) ||
      (steps.get(statement) ?? 0) < STEPS_TO_COMPARE ||
      2 * (times.get(statement) ?? 0) > (steps.get(statement) ?? 0),
  );
}

const isExcepted = ({ statement }: Finding): boolean =>
  EXCEPTIONS.some((exception) => statement.includes(exception.statement));

/** Lists each statement once, with the first steps in which it occurs. */
function describeFindings(findings: readonly Finding[]): string {
  const steps = new Map<string, string[]>();
  for (const { what, statement } of findings) steps.set(statement, [...(steps.get(statement) ?? []), what]);
  return [...steps]
    .map(([statement, whats]) => `${whats.slice(0, 3).join('\n')} (${whats.length} in all)\n    ${statement}`)
    .join('\n\n');
}

function findings(share = 1): Finding[] {
  const walked = [...large.walked].map(([statement, tables]) => ({
    what: `walks ${tables.join(', ')}`,
    statement,
  }));
  const farPages = large.steps.flatMap(({ name, touched, isFar }) =>
    touched
      .filter(
        (cost) =>
          isFar &&
          / offset \$/i.test(cost.statement) &&
          per(cost, cost.buffers) > share * (FAR_PAGE_BUFFERS_MAX + BUFFERS_PER_ROW * per(cost, cost.rows)),
      )
      .map((cost) => ({
        what: `${name}: ${Math.round(per(cost, cost.buffers))} buffers for a page beyond ${OFFSET_MAX} rows`,
        statement: cost.statement,
      })),
  );
  const unbounded = large.steps.flatMap(({ name, touched }) =>
    touched
      .filter((cost) => per(cost, cost.rows) > share * ROWS_MAX && /^(?:select|with)/i.test(cost.statement))
      .map(({ rows, statement }) => ({ what: `${name}: ${rows} rows at once`, statement })),
  );
  return [...growthInMostSteps(growth(share)), ...walked, ...farPages, ...unbounded];
}

describe('a market of ten times the size', () => {
  it('requests every route, and none returns a 5xx', () => {
    const names = large.steps.map(({ name }) => name);
    expect(names.filter((name) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(name)).length).toBeGreaterThan(300);
    expect(
      Object.keys(EXCLUDED_ROUTES).every((name) => !names.some((step) => step.startsWith(`${name} as`))),
    ).toBe(true);
    const faults = [...small.steps, ...large.steps].filter(({ statuses }) =>
      statuses.some((status) => status >= 500),
    );
    expect(faults.map(({ name, statuses }) => `${statuses.join(', ')} ${name}`)).toEqual([]);
  });

  it('costs grow with the responses, not with the market', () => {
    const unexpected = findings().filter((finding) => !isExcepted(finding));
    expect.soft(unexpected.length, describeFindings(unexpected)).toBe(0);
  });

  it('serves no page that reads more than a thousand buffers', () => {
    const dear = large.steps.flatMap(({ name, touched }) => {
      const buffers = touched.reduce((sum, cost) => sum + cost.buffers, 0);
      const isPage = name.startsWith('GET ') && !UNPAGINATED.some((path) => name.startsWith(`GET ${path}`));
      return isPage && buffers > PAGE_BUFFERS_MAX ? [`${name}: ${buffers} buffers`] : [];
    });
    expect(dear).toEqual([]);
  });

  it('has no exception that is no longer needed', () => {
    const all = findings(NEEDLESS_SHARE);
    const needless = EXCEPTIONS.filter(
      ({ statement, isOccasional }) =>
        isOccasional !== true && !all.some((finding) => finding.statement.includes(statement)),
    );
    expect(needless).toEqual([]);
  });
});
