import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { type Wait, watchLocks } from '../../src/platform/db/lock-watch.ts';
import { MIGRATION_LOCK } from '../../src/platform/db/migrate.ts';
import { emptyDatabase } from '../support/test-app.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;
const clients: pg.Client[] = [];
beforeEach(async () => {
  database = await emptyDatabase();
  db = createDatabase(
    createPool({ url: database.url, max: 1, applicationName: 'starting', onError: () => {} }),
  );
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await db.destroy();
  await database.drop();
});

async function connect(applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: applicationName });
  await client.connect();
  clients.push(client);
  return client;
}

/** Waits for the first logged line. */
async function firstLine(): Promise<{ seconds: number; heldBy: readonly Wait[] }> {
  let stop = (): void => {};
  const line = await new Promise<{ seconds: number; heldBy: readonly Wait[] }>((resolve) => {
    stop = watchLocks(db, 'starting', { warn: ((fields: never) => resolve(fields)) as never });
  });
  stop();
  return line;
}

describe('a start that waits', () => {
  it('names the session that holds the table', async () => {
    const [holder, waiting] = [await connect('psql of Eve'), await connect('starting')];
    await holder.query('create table vehicles (n int)');
    await holder.query('begin; lock table vehicles');
    const done = waiting.query('alter table vehicles add column m int');
    expect((await firstLine()).heldBy).toMatchObject([
      { waitsFor: 'vehicles', application: 'psql of Eve', state: 'idle in transaction' },
    ]);
    await holder.query('commit');
    await done;
  });

  it('names the session that migrates, and not itself', async () => {
    const [holder, waiting] = [await connect('fifthwheel-migrate 1 elsewhere'), await connect('starting')];
    await waiting.query('select 1');
    await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    expect((await firstLine()).heldBy).toMatchObject([
      { waitsFor: 'the turn to migrate', application: 'fifthwheel-migrate 1 elsewhere' },
    ]);
  });
});
