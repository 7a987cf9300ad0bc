import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { prepareBinaries } from '../../src/platform/embedded-postgres/binaries.ts';
import { ROLE } from '../../src/platform/embedded-postgres/endpoint.ts';
import { chooseHome, clusterIn } from '../../src/platform/embedded-postgres/home.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts';
import { locateBinaries } from '../../src/platform/embedded-postgres/locate-binaries.ts';
import { run } from '../../src/platform/embedded-postgres/run-as.ts';
import { withDatabase } from '../support/global-setup.ts';

export interface StatisticsServer {
  readonly url: string;
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL that accounts for what each statement touches, in each of its databases. */
export async function startStatisticsServer(): Promise<StatisticsServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-scale-'));
  await chmod(dataDir, 0o755);
  const options = { dataDir, durable: false, log: () => {} };
  await (await startEmbeddedPostgres(options)).stop();
  // Only a superuser may make the extension, and nobody connects as one.
  const home = await chooseHome(dataDir);
  const binaries = await prepareBinaries(locateBinaries(), home.dir, home.runAs);
  const statements = [
    'create extension pg_stat_statements',
    'grant execute on function pg_stat_statements_reset(oid, oid, bigint, boolean) to public',
    `grant pg_read_all_stats to ${ROLE}`,
  ];
  const single = ['--single', '-D', clusterIn(home.dir), '-c', 'exit_on_error=on', 'template1'];
  await run(binaries.postgres, single, home.runAs, `${statements.join('\n')}\n`);
  const postgres = await startEmbeddedPostgres({
    ...options,
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.max': '10000',
      'pg_stat_statements.track_utility': 'off',
      autovacuum: 'off',
      // Every row is in the sample, so the same market has the same statistics each time.
      default_statistics_target: '1000',
      // Otherwise the plan depends on how often the connection has sent the statement before.
      plan_cache_mode: 'force_custom_plan',
    },
  });
  return {
    url: postgres.url,
    async database(name) {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return withDatabase(postgres.url, name);
    },
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Touched {
  readonly statement: string;
  readonly calls: number;
  readonly rows: number;
  readonly buffers: number;
}

/** The same text for the same statement: whether PostgreSQL or the driver puts a place in for a value depends on who saw it first. */
export function withoutValues(statement: string): string {
  return statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/\*.*?\*\//g, '')
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\?(?: ?, ?\?)+ ?/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What the statements of a database touch, between two calls of `take`. */
export class Accounting {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  connect(): Promise<unknown> {
    return this.#client.connect();
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async take(): Promise<Touched[]> {
    const { rows } = await this.#client.query<Record<keyof Touched, string>>(`
      select query as statement, sum(calls) as calls, sum(rows) as rows,
        sum(shared_blks_hit + shared_blks_read) as buffers
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%' and query not like 'explain %'
      group by query`);
    await this.#client.query(
      `select pg_stat_statements_reset(0::oid, (select oid from pg_database where datname = current_database()), 0::bigint, false)`,
    );
    const touched = new Map<string, Touched>();
    for (const row of rows) {
      const statement = withoutValues(row.statement);
      const { calls = 0, rows: known = 0, buffers = 0 } = touched.get(statement) ?? {};
      touched.set(statement, {
        statement,
        calls: calls + Number(row.calls),
        rows: known + Number(row.rows),
        buffers: buffers + Number(row.buffers),
      });
    }
    return [...touched.values()];
  }

  /** The tables that a statement walks from end to end although any index would be preferred. */
  async walks(statement: string, values: readonly unknown[]): Promise<readonly string[]> {
    if (!/^\s*(?:with|select|update|delete|insert)\b/i.test(statement)) return [];
    await this.#client.query('set enable_seqscan = off');
    const { rows } = await this.#client.query<Record<'QUERY PLAN', string>>(`explain ${statement}`, [
      ...values,
    ]);
    return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  }

  /** The ids that it finds. */
  async some(statement: string, values: readonly unknown[]): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ id: string }>(statement, [...values]);
    return rows.map(({ id }) => id);
  }

  async run(statement: string): Promise<void> {
    await this.#client.query(statement);
  }
}
