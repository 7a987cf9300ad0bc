/**
 * Work grows with the answer, never with the market. Two markets, the second ten times the first: each route is asked by
 * ordinary and by the busiest people, each job runs, and PostgreSQL tells what each statement touches.
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
import { DEAR, EXCEPTIONS, WHOLE } from './exceptions.ts';
import { peopleOf } from './people.ts';
import { NOT_ASKED, requestsOf } from './requests.ts';
import { startStatisticsServer, type StatisticsServer } from './statistics-server.ts';

const SMALL = { listings: 3000, listingsOfLargestDealer: 300 };
const TIMES = 10;
/** More than this many times the buffers, for as many rows, is growth. */
const GROWTH_MAX = 1.5;
/** Deeper indexes, and pages that are filled otherwise. */
const BUFFERS_FREE = 60;
/** A row that no longer fits its page goes to another, and into every index of its table. */
const BUFFERS_FREE_OF_WRITES = 120;
/** A statement for which the smaller market had no cause has nothing to be compared with. */
const BUFFERS_FREE_OF_NEW = 120;
/** What is below this share of what is allowed needs no exception: between the two, a little more or less decides nothing. */
const NEEDLESS_SHARE = 0.8;
/** Fewer say nothing of which is the exception. */
const STEPS_TO_COMPARE = 3;
const OFFSET_MAX = 1000;
/** What a page may touch, whatever the market and however it is narrowed down and sorted. */
const PAGE_BUFFERS_MAX = 1000;
/** A page that is found in an index passes over its entries, a hundred or more to a buffer. */
const FAR_PAGE_BUFFERS_MAX = 100;
/** Any statement may touch so many for each row. */
const BUFFERS_A_ROW = 5;
/** A row of a list with all that it shows of others. */
const BUFFERS_PER_ROW = 20;
const ROWS_MAX = 2000;
/** Both markets are looked at in the same instant: what happened this month is as much on the first as on the last day. */
const NOW = new Date('2031-03-19T12:00:00Z');
/** Reads are measured so often; so are writes that name a row, of another row each. */
const TIMES_READ = 3;
/** Writes without an id in their path that do the same however often they are asked for. */
const CAN_BE_REPEATED = /^POST \/seller\/listings\/batch /;
/** For the one connection and for each statement: a busy machine decides nothing. */
const WAIT_MAX_MS = 5 * MINUTE_MS;
/** Those that stay small whatever the market does. */
const SMALL_TABLES =
  /^(?:schema_|kysely_|plans$|settings|categories|brands|brand_|features|translations?|taxonomy|texts|sandbox|jobs$|process_metrics$|live_outbox$|market_sum|search_misses$|public_address$|pg_)/;

interface Step {
  readonly name: string;
  readonly statuses: readonly number[];
  /** The median of what each statement touched. */
  readonly touched: readonly Touched[];
  /** Somebody turned to a page that is further than a reader turns. */
  readonly isFar: boolean;
}

interface Market {
  readonly steps: readonly Step[];
  /** By statement, the growing tables that it walks. */
  readonly walked: ReadonlyMap<string, readonly string[]>;
}

let server: StatisticsServer;
let small: Market;
let large: Market;
const query = vi.spyOn(pg.Client.prototype, 'query');
/** What the server does every few seconds would be counted with whichever step it falls into. */
const everyFewSeconds = vi.spyOn(globalThis, 'setInterval');
const Pool = pg.Pool;

/**
 * A backend reads the catalogue for what it does for the first time, a trigger of a table for instance, and PostgreSQL counts that
 * with the statement: only where one backend does everything, and lives as long as the market, is it the same in both.
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
  const given = { listingsOfLargestDealer: SMALL.listingsOfLargestDealer * times };
  await fillMarket(t.app.modules.demo, {
    databaseUrl: url,
    counts: countsFor(SMALL.listings * times, given),
    logins: false,
    now: NOW,
  });
  await t.close();
}

async function walkThrough(t: TestApp, accounting: Accounting): Promise<Market> {
  const steps: Step[] = [];
  const statements = new Map<string, Sent>();
  /** What one round of asking did; whether it asked for a far page. */
  const noteSent = (): boolean => {
    const asked = sent(query.mock.calls);
    for (const statement of asked)
      if (!statements.has(statement.text)) statements.set(statement.text, statement);
    query.mockClear();
    return asked.some((statement) => isFarPage(statement));
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
      // What follows at once belongs to the step, also what waits for the next turn of a clock.
      await t.app.settle();
      return status;
    };
    if (!isRead) await vacuumQueues(accounting);
    if (isRead) {
      // The first answer may fill a cache.
      for (const path of paths.slice(0, 1)) await ask(path);
      await accounting.take();
    }
    const statuses: number[] = [];
    const rounds: (readonly Touched[])[] = [];
    let isFar = false;
    for (const path of isRead || CAN_BE_REPEATED.test(step) ? repeated(paths, TIMES_READ) : paths) {
      statuses.push(await ask(path));
      rounds.push(await accounting.take());
      isFar = noteSent() || isFar;
    }
    steps.push({ name: step, statuses, touched: medians(rounds), isFar });
    if (isRead) continue;
    await vacuumQueues(accounting);
    await t.drainJobs({ mayFail: 'any' });
    const touched = await accounting.take();
    steps.push({ name: `jobs after ${step}`, statuses: [], touched, isFar: noteSent() });
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
      isFar: noteSent(),
    });
  }
  const walked = new Map<string, readonly string[]>();
  for (const { text, values } of statements.values()) {
    const tables = (await accounting.walks(text, values)).filter((table) => !SMALL_TABLES.test(table));
    if (tables.length > 0) walked.set(withoutValues(text), tables);
  }
  return { steps, walked };
}

/** Dead rows of the queues would be counted, too; nothing else vacuums here. */
async function vacuumQueues(accounting: Accounting): Promise<void> {
  for (const queue of ['jobs', 'live_outbox']) await accounting.run(`vacuum ${queue}`);
  await accounting.take();
}

function repeated(paths: readonly string[], times: number): string[] {
  return Array.from({ length: times }, (_, n) => paths[n % paths.length] ?? '');
}

/** Of each statement, the round of those that had it whose buffers for one call are in the middle. */
function medians(rounds: readonly (readonly Touched[])[]): Touched[] {
  const found = new Map<string, Touched[]>();
  for (const one of rounds.flat()) found.set(one.statement, [...(found.get(one.statement) ?? []), one]);
  return [...found.values()].flatMap((ones) => {
    const ordered = ones.toSorted((a, b) => a.buffers / a.calls - b.buffers / b.calls);
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
  return calls.flatMap(([asked]) => {
    if (typeof asked !== 'object' || asked === null || !('text' in asked)) return [];
    const { text, values = [] } = asked as { readonly text: string; readonly values?: readonly unknown[] };
    return [{ text, values }];
  });
}

/** Was told to pass over more rows than a reader pages through. */
function isFarPage({ text, values }: Sent): boolean {
  const place = /offset \$(\d+)/i.exec(text)?.[1];
  return place !== undefined && Number(values[Number(place) - 1]) > OFFSET_MAX;
}

interface Finding {
  readonly what: string;
  readonly statement: string;
}

const per = (one: Touched, figure: number): number => figure / Math.max(1, one.calls);

/** What touches more than `share` of what it may. */
function growth(share: number): Finding[] {
  const before = new Map(
    small.steps.map((step) => [step.name, new Map(step.touched.map((one) => [one.statement, one]))]),
  );
  return large.steps.flatMap(({ name, touched }) =>
    touched.flatMap((after) => {
      const was = before.get(name)?.get(after.statement);
      const rows = Math.max(1, per(after, after.rows));
      const buffers = per(after, after.buffers);
      const rowsBefore = was === undefined ? 1 : Math.max(1, per(was, was.rows));
      const buffersBefore = was === undefined ? 0 : per(was, was.buffers);
      const free = /^(?:select|with)/i.test(after.statement) ? BUFFERS_FREE : BUFFERS_FREE_OF_WRITES;
      const isNew = was === undefined || (was.rows === 0 && after.rows > 0);
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

/** Also where it stands in a query, or locks the rows that it reads. */
const WRITES = /\b(?:insert into|delete from|update "?\w+"?(?: (?:as )?\w+)? set|for (?:no key )?update)\b/i;

/** They meet the rows that were taken in the same step, as many as happened to be. */
const READS_OF_QUEUES = /\b(?:from|join) "?(?:live_outbox|jobs|webhook_deliveries|\w+_changes)\b/i;

/**
 * A write meets a full page, or a list of entries to be sorted into an index, once in a while: it has grown where it has in most
 * of the steps that it is part of. So has a read of a queue.
 */
function ofMostSteps(found: readonly Finding[]): Finding[] {
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

/** Each statement once, with the first steps that show it. */
function told(findings: readonly Finding[]): string {
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
        (one) =>
          isFar &&
          / offset \$/i.test(one.statement) &&
          per(one, one.buffers) > share * (FAR_PAGE_BUFFERS_MAX + BUFFERS_PER_ROW * per(one, one.rows)),
      )
      .map((one) => ({
        what: `${name}: ${Math.round(per(one, one.buffers))} buffers for a page beyond ${OFFSET_MAX} rows`,
        statement: one.statement,
      })),
  );
  const unbounded = large.steps.flatMap(({ name, touched }) =>
    touched
      .filter((one) => per(one, one.rows) > share * ROWS_MAX && /^(?:select|with)/i.test(one.statement))
      .map(({ rows, statement }) => ({ what: `${name}: ${rows} rows at once`, statement })),
  );
  return [...ofMostSteps(growth(share)), ...walked, ...farPages, ...unbounded];
}

describe('a market of ten times the size', () => {
  it('has every route asked, and none answers with a fault', () => {
    const names = large.steps.map(({ name }) => name);
    expect(names.filter((name) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(name)).length).toBeGreaterThan(300);
    expect(
      Object.keys(NOT_ASKED).every((name) => !names.some((asked) => asked.startsWith(`${name} as`))),
    ).toBe(true);
    const faults = [...small.steps, ...large.steps].filter(({ statuses }) =>
      statuses.some((status) => status >= 500),
    );
    expect(faults.map(({ name, statuses }) => `${statuses.join(', ')} ${name}`)).toEqual([]);
  });

  it('costs what the answers cost, not what the market holds', () => {
    const unexpected = findings().filter((finding) => !isExcepted(finding));
    expect.soft(unexpected.length, told(unexpected)).toBe(0);
  });

  it('answers no page at the price of more than a thousand buffers', () => {
    const dear = large.steps.flatMap(({ name, touched }) => {
      const buffers = touched.reduce((sum, one) => sum + one.buffers, 0);
      const isPage = name.startsWith('GET ') && !WHOLE.some((path) => name.startsWith(`GET ${path}`));
      return isPage && buffers > PAGE_BUFFERS_MAX ? [`${name}: ${buffers} buffers`] : [];
    });
    const isKnown = (name: string): boolean => DEAR.some(({ step }) => name.startsWith(step));
    expect(dear.filter((name) => !isKnown(name))).toEqual([]);
    expect(DEAR.filter(({ step }) => !dear.some((name) => name.startsWith(step)))).toEqual([]);
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
