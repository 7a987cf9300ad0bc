import { prepareBinaries } from '../src/binaries.ts';
import { DATABASE, ROLE } from '../src/endpoint.ts';
import { chooseHome, clusterIn } from '../src/home.ts';
import { locateBinaries } from '../src/locate-binaries.ts';
import { run } from '../src/run-as.ts';

/** Settings with which PostgreSQL records what each statement touches. */
export const STATISTICS_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  'pg_stat_statements.track_utility': 'off',
};

/** Lets the owner of a database read its statement statistics. No server may use the directory meanwhile. */
export async function allowStatistics(dataDir: string, database = DATABASE): Promise<void> {
  // Only a superuser can create the extension, and no client can connect as one.
  const home = await chooseHome(dataDir);
  const binaries = await prepareBinaries(locateBinaries(), home.dir, home.runAs);
  const statements = [
    'create extension if not exists pg_stat_statements',
    'grant execute on function pg_stat_statements_reset(oid, oid, bigint, boolean) to public',
    `grant pg_read_all_stats to ${ROLE}`,
  ];
  const single = ['--single', '-D', clusterIn(home.dir), '-c', 'exit_on_error=on', database];
  await run(binaries.postgres, single, home.runAs, `${statements.join('\n')}\n`);
}
