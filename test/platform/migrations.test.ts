import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../../src/app/prepare-database.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { migrate, type MigrateOptions, migrationStates } from '../../src/platform/db/migrate.ts';
import { createLogger } from '../../src/platform/log.ts';
import { emptyDatabase } from '../support/test-app.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let directory: string;
const handles: Database[] = [];
const clients: pg.Client[] = [];
beforeEach(async () => {
  database = await emptyDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-migrations-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  for (const handle of handles.splice(0)) await handle.destroy();
  await database.drop();
  await rm(directory, { recursive: true });
});

function open(): Database {
  const pool = createPool({ url: database.url, max: 2, applicationName: 'test', onError: () => {} });
  const handle = createDatabase(pool);
  handles.push(handle);
  return handle;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

const run = (options: MigrateOptions = {}): Promise<readonly string[]> =>
  migrate(open(), { directory, pauseMs: 1, ...options });

async function release(migrations: Readonly<Record<string, string>>): Promise<void> {
  await rm(directory, { recursive: true });
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-migrations-'));
  for (const [name, text] of Object.entries(migrations))
    await writeFile(path.join(directory, `${name}.sql`), text);
}

const OLD = { '202612010900-a': '-- compatible: no\ncreate table a (n int);' };
const COMPATIBLE = { '202612010901-b': '-- Why.\n-- compatible: yes\ncreate table b (n int);' };
const INCOMPATIBLE = { '202612010902-c': '-- compatible: no\nalter table a rename to c;' };

describe('an older release', () => {
  it('starts on a schema that newer versions have changed compatibly', async () => {
    await release({ ...OLD, ...COMPATIBLE });
    expect(await run()).toEqual(['202612010900-a', '202612010901-b']);
    await release(OLD);
    expect(await run()).toEqual([]);
    expect(await migrationStates(open(), { directory })).toEqual([
      { name: '202612010900-a', state: 'applied', isCompatible: false },
      { name: '202612010901-b', state: 'newer', isCompatible: true },
    ]);
  });

  it('says in words when it cannot', async () => {
    await release({ ...OLD, ...COMPATIBLE, ...INCOMPATIBLE });
    await run();
    await release(OLD);
    await expect(run()).rejects.toThrow(
      'The database was migrated by a newer release, and this one cannot work with 202612010902-c: install that release',
    );
  });
});

describe('a program that starts on a database of a newer release', () => {
  const newer = (name: string, compatible: boolean): Promise<unknown> =>
    database.query(
      `insert into schema_migrations (name, applied_at, compatible) values ('${name}', now(), ${compatible})`,
    );

  it('logs which migrations it does not know, where it can work with them, and else ends', async () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    const prepare = (): Promise<void> =>
      prepareDatabase({
        url: database.url,
        ownerUrl: null,
        isEmbedded: false,
        mode: 'live',
        clock: systemClock,
        log,
      });
    const warnings = (): string[] => lines.splice(0).filter((line) => line.includes('newer release'));
    await prepare();
    expect(warnings()).toEqual([]);
    await newer('209901010900-add-something', true);
    await newer('209901010901-add-more', true);
    await prepare();
    const [warning = '', ...others] = warnings();
    expect(others).toEqual([]);
    expect(JSON.parse(warning)).toMatchObject({
      level: 40,
      release: expect.any(String),
      migrations: ['209901010900-add-something', '209901010901-add-more'],
    });
    await newer('209901010902-rename-all', false);
    await expect(prepare()).rejects.toThrow('this one cannot work with 209901010902-rename-all');
  });
});

describe('a migration that was written at the same time as another', () => {
  it('is applied after it, whichever a database has had first', async () => {
    const other = { '202612010900-z': '-- compatible: yes\ncreate table z (n int);' };
    await release({ ...OLD, ...COMPATIBLE });
    await run();
    await release({ ...OLD, ...other, ...COMPATIBLE });
    expect(await run()).toEqual(['202612010900-z']);
    expect((await migrationStates(open(), { directory })).map(({ state }) => state)).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
  });

  it('is applied to a database that has had the other, which this release lacks', async () => {
    await release({ ...OLD, ...COMPATIBLE });
    await run();
    await release({ ...OLD, '202612010901-d': '-- compatible: yes\ncreate table d (n int);' });
    expect(await run()).toEqual(['202612010901-d']);
    expect(await migrationStates(open(), { directory })).toMatchObject([
      { name: '202612010900-a', state: 'applied' },
      { name: '202612010901-d', state: 'applied' },
      { name: '202612010901-b', state: 'newer' },
    ]);
  });
});

describe('the database of another program', () => {
  it('is rejected, and nothing is written', async () => {
    await release({ '202512010900-other': '-- compatible: yes\ncreate table other (n int);' });
    await run();
    await release(OLD);
    await expect(run()).rejects.toThrow(
      'The database has migrations, the first of them 202512010900-other, but not 202612010900-a: another program created it',
    );
    expect((await database.query("select to_regclass('a') as a")).rows).toEqual([{ a: null }]);
  });
});

it('a migration that fails is named, and leaves those before it undone', async () => {
  await release({ ...OLD, '202612010901-b': '-- compatible: no\ncreate table b (n int); select 1 / 0;' });
  await expect(run()).rejects.toThrow('the database could not be migrated (202612010901-b)');
  expect((await database.query("select to_regclass('a') as a")).rows).toEqual([{ a: null }]);
  expect(await migrationStates(open(), { directory })).toMatchObject([
    { state: 'missing' },
    { state: 'missing' },
  ]);
});

describe('a table that is in use', () => {
  const CHANGE = {
    '202612010901-b': '-- compatible: yes\ncreate table b (n int); alter table a add column m int;',
  };
  const holdLock = async (): Promise<pg.Client> => {
    await release(OLD);
    await run();
    const holder = await connect();
    await holder.query('begin; select from a');
    await release({ ...OLD, ...CHANGE });
    return holder;
  };

  it('is locked in repeated short attempts, so that other statements can read it', async () => {
    const holder = await holdLock();
    const migrated = run({ lockTimeoutMs: 30, attemptsMax: 1000 });
    const observer = await connect();
    await expect
      .poll(async () => {
        const { rows } = await observer.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows.length;
      })
      .toBe(1);
    for (let i = 0; i < 3; i++) await observer.query('select from a');
    await holder.query('commit');
    expect(await migrated).toEqual(['202612010901-b']);
  });

  it('is given up in the end, in words, and nothing has changed', async () => {
    await holdLock();
    await expect(run({ lockTimeoutMs: 30, attemptsMax: 3 })).rejects.toThrow(
      /^Migration 202612010901-b needs a lock that other sessions hold .*: end the long transactions in pg_stat_activity/,
    );
    expect((await database.query("select to_regclass('b') as b")).rows).toEqual([{ b: null }]);
  });
});

describe('a concurrent index', () => {
  const INDEX = {
    '202612010901-index':
      '-- compatible: yes\n-- transaction: no\n-- A comment; with a semicolon.\ndrop index concurrently if exists a_n;\ncreate unique index concurrently a_n on a (n);\n',
  };

  it('is made once by programs that start at once, between migrations with a transaction', async () => {
    await release({ ...OLD, ...INDEX, '202612010902-c': '-- compatible: yes\ncreate table c (n int);' });
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['202612010900-a', '202612010901-index', '202612010902-c']);
    const { rows } = await database.query(
      "select indisvalid from pg_index where indexrelid = 'a_n'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('is rebuilt by the next start if it was interrupted', async () => {
    await release(OLD);
    await run();
    await database.query('insert into a values (1), (1)');
    await release({ ...OLD, ...INDEX });
    await expect(run()).rejects.toThrow('202612010901-index');
    const state = "select indisvalid from pg_index where indexrelid = 'a_n'::regclass";
    expect((await database.query(state)).rows).toEqual([{ indisvalid: false }]);
    await database.query('truncate a');
    expect(await run()).toEqual(['202612010901-index']);
    expect((await database.query(state)).rows).toEqual([{ indisvalid: true }]);
  });
});

it.each([
  ['select 1;', 'it needs one line "-- compatible: yes" or "-- compatible: no"'],
  ['-- compatible: maybe\nselect 1;', 'it needs one line'],
  ['-- compatible: yes\n-- compatible: no\nselect 1;', 'it needs one line'],
  ['-- compatible: no\n-- transaction: no\nupdate a set n = 1;', 'without a transaction there is only'],
  [
    '-- compatible: yes\n-- transaction: no\ncreate index concurrently if not exists a_n on a (n);',
    'without a transaction',
  ],
])('a file that is no migration is rejected: %j', async (text, message) => {
  await release({ '202612010900-x': text });
  await expect(run()).rejects.toThrow(message);
});

it.each(['0002_b', '202612010901', '202613010901-b', '202612012401-b', '202612010901-B'])(
  'a file whose name does not begin with the minute in which it was written is rejected: %s',
  async (name) => {
    await release({ ...OLD, [name]: '-- compatible: yes\nselect 1;' });
    await expect(run()).rejects.toThrow(
      `migration ${name}.sql: the name must have the form YYYYMMDDHHMM-what-it-does.sql`,
    );
  },
);
