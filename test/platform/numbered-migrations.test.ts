import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../../src/app/prepare-database.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { migrate, migrationStates } from '../../src/platform/db/migrate.ts';
import { readMigrationFiles } from '../../src/platform/db/migration-files.ts';
import { readSchema } from '../../src/platform/db/schema.ts';
import { createLogger } from '../../src/platform/log.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { asApplication, emptyDatabase } from '../support/test-app.ts';

/** A database as created by the last version with numbered migrations. */
const NUMBERED = gunzipSync(
  readFileSync(path.join(PACKAGE_ROOT, 'test', 'fixtures', 'database', 'numbered-migrations.sql.gz')),
).toString();

const GRANTS = `
  select c.relname, c.relkind, array(select acl::text from unnest(c.relacl) acl order by 1) as acl
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S') order by 1`;
const RECORDED = 'select name, compatible from schema_migrations order by 1';
const SHIPPED = 'select * from plans order by id';

type TestDatabase = Awaited<ReturnType<typeof emptyDatabase>> & { readonly db: Database };
const databases: TestDatabase[] = [];
async function newDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const pool = createPool({ url: database.url, max: 2, applicationName: 'test', onError: () => {} });
  const opened = { ...database, db: createDatabase(pool) };
  databases.push(opened);
  return opened;
}

let market: TestDatabase;
beforeEach(async () => {
  market = await newDatabase();
  await market.query(NUMBERED);
});
afterEach(async () => {
  for (const { db, drop } of databases.splice(0)) {
    await db.destroy();
    await drop();
  }
});

const rows = async ({ query }: TestDatabase, text: string): Promise<unknown> => (await query(text)).rows;

const prepare = ({ url }: TestDatabase): Promise<void> =>
  prepareDatabase({
    url: asApplication(url),
    ownerUrl: url,
    isEmbedded: false,
    mode: 'live',
    clock: systemClock,
    log: createLogger('silent'),
  });

describe('a database with all numbered migrations', () => {
  it('is upgraded to what a new one is, by any start', async () => {
    const fresh = await newDatabase();
    await prepare(fresh);
    await prepare(market);
    expect(await readSchema(market.db)).toEqual(await readSchema(fresh.db));
    for (const text of [GRANTS, RECORDED, SHIPPED])
      expect(await rows(market, text)).toEqual(await rows(fresh, text));
  });

  it('is upgraded once by programs that start at once', async () => {
    const applied = await Promise.all([migrate(market.db), migrate(market.db)]);
    const files = await readMigrationFiles();
    expect(applied.flat()).toEqual(files.map(({ name }) => name));
    expect(await migrate(market.db)).toEqual([]);
  });

  it('lacks the baselines until then, in the words of --status', async () => {
    const states = await migrationStates(market.db);
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['missing']));
  });

  it('keeps additions of the operator', async () => {
    await market.query('create view listed as select id from listings; create index own on listings (color)');
    await migrate(market.db);
    expect(await rows(market, 'select id from listed')).toEqual([]);
  });

  it.each([
    'alter table listings drop column color',
    'drop index listings_vin_idx',
    'alter table audit_log disable trigger audit_log_append_only',
    'create or replace function note_states() returns trigger language plpgsql as $$ begin return null; end $$',
  ])('is unchanged if an editor has modified the entry: %s', async (change) => {
    await market.query(change);
    const before = await rows(market, RECORDED);
    await expect(migrate(market.db)).rejects.toThrow(
      /^The database lacks objects that its migrations created \(.*undo the manual changes/s,
    );
    expect(await rows(market, RECORDED)).toEqual(before);
    expect(await rows(market, "select to_regnamespace('fifthwheel_baseline')")).toEqual([
      { to_regnamespace: null },
    ]);
  });
});

it('a database that lacks some numbered migrations is rejected with instructions', async () => {
  await market.query("delete from schema_migrations where name > '0058_'");
  for (const attempt of [migrate, migrationStates])
    await expect(attempt(market.db)).rejects.toThrow(
      /up to 0057_report_without_account, .* First start the last version with numbered migrations, which upgrades it to 01\d\d_/,
    );
});
