import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@fifthwheel/embedded-postgres';
import { withDatabase } from '../support/global-setup.ts';
import { allowStatistics, STATISTICS_SETTINGS } from '../../packages/embedded-postgres/test/statistics.ts';

export interface StatisticsServer {
  readonly url: string;
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server that records what each statement touches, in each of its databases. */
export async function startStatisticsServer(): Promise<StatisticsServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-scale-'));
  await chmod(dataDir, 0o755);
  const options = { dataDir, durable: false, log: () => {} };
  await (await startEmbeddedPostgres(options)).stop();
  await allowStatistics(dataDir, 'template1');
  const postgres = await startEmbeddedPostgres({
    ...options,
    settings: {
      ...STATISTICS_SETTINGS,
      autovacuum: 'off',
      // Sample every row, so that the same data has the same statistics each time.
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
