/**
 * Work grows with the answer, never with the market. Two markets, the second ten times the first: each route is asked by
 * ordinary and by the busiest people, each job runs, and PostgreSQL tells what each statement touches.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countsFor, FILLED_EMAILS, fillMarket } from '../../src/modules/demo/index.ts';
import { AccessTokens } from '../../src/modules/auth/index.ts';
import { addMs, DAY_MS } from '../../src/platform/clock.ts';
import { createDatabase, createPool } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { newId } from '../../src/platform/ids.ts';
import { seedTaxonomy } from '../../src/modules/taxonomy/seed-database.repository.ts';
import { createAdmin } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { NOT_ASKED, type Person, requestsOf } from './requests.ts';
import {
  Accounting,
  startStatisticsServer,
  type StatisticsServer,
  type Touched,
} from './statistics-server.ts';

const SMALL = { listings: 3000, listingsOfLargestDealer: 300 };
const TIMES = 10;
/** More than this many times the buffers, for as many rows, is growth. */
const GROWTH_MAX = 1.5;
/** Deeper indexes, and pages that are filled otherwise. */
const BUFFERS_FREE = 60;
const OFFSET_MAX = 1000;
const ROWS_MAX = 2000;
/** Those that stay small whatever the market does. */
const SMALL_TABLES =
  /^(?:schema_|kysely_|plans$|settings|categories|brands|brand_|features|translations?|taxonomy|texts|sandbox|jobs$|live_outbox$|market_sum|pg_)/;

interface Step {
  readonly name: string;
  readonly status: number | null;
  readonly touched: readonly Touched[];
}

interface Market {
  readonly steps: readonly Step[];
  readonly farPages: ReadonlySet<string>;
  /** By statement, the growing tables that it walks. */
  readonly walked: ReadonlyMap<string, readonly string[]>;
}

let server: StatisticsServer;
let small: Market;
let large: Market;
const query = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  server = await startStatisticsServer();
  small = await measure('small', 1);
  large = await measure('large', TIMES);
}, 600_000);
afterAll(async () => {
  query.mockRestore();
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
  await accounting.run('vacuum analyze');
  const t = await createTestApp({ databaseUrl: url, env: { DATABASE_POOL_MAX: '4' } });
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
  });
  await t.close();
}

async function walkThrough(t: TestApp, accounting: Accounting): Promise<Market> {
  const steps: Step[] = [];
  const farPages = new Set<string>();
  const statements = new Map<string, Sent>();
  const take = async (name: string, status: number | null): Promise<void> => {
    for (const statement of sent(query.mock.calls)) {
      if (!statements.has(statement.text)) statements.set(statement.text, statement);
      if (isFarPage(statement)) farPages.add(inOneLine(statement.text));
    }
    query.mockClear();
    steps.push({ name, status, touched: await accounting.take() });
  };
  const people = await peopleOf(t);
  await t.app.settle();
  const requests = await requestsOf(t.app.routes, people, accounting);
  await accounting.take();
  for (const { step, method, path, token, body } of requests) {
    const ask = () => t.call(method, path, { as: token, ...(body === undefined ? {} : { body }) });
    if (method === 'GET') {
      // The first answer may fill a cache.
      await ask();
      await accounting.take();
    }
    await take(step, (await ask()).status);
    if (method === 'GET') continue;
    await t.drainJobs({ mayFail: true });
    await take(`jobs after ${step}`, null);
  }
  for (const job of await recurringJobs(t, accounting)) {
    // Dead rows of the queue would be counted, too; nothing vacuums here.
    await accounting.run('vacuum jobs');
    await accounting.run(
      `update jobs set run_at = now() - interval '1 minute' where name = '${job}' and locked_until is null`,
    );
    await accounting.take();
    await t.drainJobs({ mayFail: true });
    await take(`job ${job}`, null);
  }
  const walked = new Map<string, readonly string[]>();
  for (const { text, values } of statements.values()) {
    const tables = (await accounting.walks(text, values)).filter((table) => !SMALL_TABLES.test(table));
    if (tables.length > 0) walked.set(inOneLine(text), tables);
  }
  return { steps, farPages, walked };
}

async function peopleOf(t: TestApp): Promise<Person[]> {
  const found = await t.db
    .selectFrom('users as u')
    .leftJoin('team_members as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.role', 'm.seller_id'])
    .where('u.email', 'in', Object.values(FILLED_EMAILS))
    .execute();
  const names = {
    [FILLED_EMAILS.ordinaryDealer]: 'ordinary dealer',
    [FILLED_EMAILS.largestDealer]: 'largest dealer',
    [FILLED_EMAILS.ordinaryBuyer]: 'ordinary buyer',
    [FILLED_EMAILS.busiestBuyer]: 'busiest buyer',
  } as const;
  const tokens = new AccessTokens(t.app.platform.keys, t.clock);
  const people: Person[] = [];
  for (const { id: userId, email, role, seller_id: sellerId } of found) {
    const now = t.clock.now();
    const sessionId = newId('ses', now);
    const ending = { expires_at: addMs(now, DAY_MS), ended_at: null, end_reason: null };
    await t.db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        user_agent: null,
        ip: '127.0.0.1',
        created_at: now,
        last_used_at: now,
        ...ending,
      })
      .execute();
    const token = await tokens.issue({ userId, sessionId, role });
    people.push({ name: names[email as keyof typeof names], token, userId, sellerId });
  }
  const admin = await createAdmin(t);
  people.push({ name: 'administrator', token: admin.token, userId: admin.userId, sellerId: null });
  return people.toSorted((a, b) => a.name.localeCompare(b.name));
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

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Was told to pass over more rows than a reader pages through. */
function isFarPage({ text, values }: Sent): boolean {
  const place = /offset \$(\d+)/i.exec(text)?.[1];
  return place !== undefined && Number(values[Number(place) - 1]) > OFFSET_MAX;
}

interface Finding {
  readonly what: string;
  readonly statement: string;
}

function growth(): Finding[] {
  const before = new Map(
    small.steps.map((step) => [step.name, new Map(step.touched.map((one) => [one.statement, one]))]),
  );
  return large.steps.flatMap(({ name, touched }) =>
    touched.flatMap((after) => {
      const was = before.get(name)?.get(after.statement);
      const per = (one: Touched, figure: number): number => figure / Math.max(1, one.calls);
      const rows = Math.max(1, per(after, after.rows));
      const buffers = per(after, after.buffers);
      const rowsBefore = was === undefined ? 1 : Math.max(1, per(was, was.rows));
      const buffersBefore = was === undefined ? 0 : per(was, was.buffers);
      const allowed =
        GROWTH_MAX * Math.max(1, rows / rowsBefore) * buffersBefore +
        BUFFERS_FREE * Math.max(1, was === undefined ? rows : 1);
      if (buffers <= allowed) return [];
      const figures = `${Math.round(buffersBefore)} → ${Math.round(buffers)} buffers, ${Math.round(rowsBefore)} → ${Math.round(rows)} rows`;
      return [{ what: `${name}: ${figures}`, statement: after.statement }];
    }),
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

function findings(): Finding[] {
  const walked = [...large.walked].map(([statement, tables]) => ({
    what: `walks ${tables.join(', ')}`,
    statement,
  }));
  const farPages = [...large.farPages].map((statement) => ({
    what: `passes over more than ${OFFSET_MAX} rows`,
    statement,
  }));
  const unbounded = large.steps.flatMap(({ name, touched }) =>
    touched
      .filter(
        ({ rows, calls, statement }) =>
          rows / Math.max(1, calls) > ROWS_MAX && /^(?:select|with)/i.test(statement),
      )
      .map(({ rows, statement }) => ({ what: `${name}: ${rows} rows at once`, statement })),
  );
  return [...growth(), ...walked, ...farPages, ...unbounded];
}

describe('a market of ten times the size', () => {
  it('has every route asked, and none answers with a fault', () => {
    const names = large.steps.map(({ name }) => name);
    expect(names.filter((name) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(name)).length).toBeGreaterThan(300);
    expect(
      Object.keys(NOT_ASKED).every((name) => !names.some((asked) => asked.startsWith(`${name} as`))),
    ).toBe(true);
    const faults = [...small.steps, ...large.steps].filter(({ status }) => (status ?? 0) >= 500);
    expect(faults.map(({ name, status }) => `${status} ${name}`)).toEqual([]);
  });

  it('costs what the answers cost, not what the market holds', () => {
    const unexpected = findings().filter((finding) => !isExcepted(finding));
    expect.soft(unexpected.length, told(unexpected)).toBe(0);
  });

  it('has no exception that is no longer needed', () => {
    const all = findings();
    const needless = EXCEPTIONS.filter(
      ({ statement }) => !all.some((finding) => finding.statement.includes(statement)),
    );
    expect(needless).toEqual([]);
  });
});
