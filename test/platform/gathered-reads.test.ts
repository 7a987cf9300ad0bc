import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { gathered } from '../../src/platform/db/gathered-reads.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { emptyDatabase } from '../support/test-app.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await emptyDatabase();
  db = createDatabase(createPool({ url: database.url, max: 4, applicationName: 'test', onError: () => {} }));
  await sql`create table notes (n integer primary key)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function read(value: number | string): Promise<{ pid: number; double: number } | undefined> {
  const { rows } = await sql<{ pid: number; double: number }>`
    select pg_backend_pid() as pid, 2 * ${value}::integer as double`.execute(gathered(db));
  return rows[0];
}

it('reads of one turn share a connection, each with its own result', async () => {
  const found = await Promise.all([read(1), read(2), read(3)]);
  expect(found.map((one) => one?.double)).toEqual([2, 4, 6]);
  expect(new Set(found.map((one) => one?.pid)).size).toBe(1);
});

it('one that fails leaves the others alone', async () => {
  const answers = await Promise.allSettled([read(1), read('one'), read(2)]);
  expect(answers).toMatchObject([
    { value: { double: 2 } },
    { reason: { code: '22P02' } },
    { value: { double: 4 } },
  ]);
});

it('their connection goes back to the pool', async () => {
  for (let round = 0; round < 20; round++) await Promise.all([read(1), read(2)]);
  const found = await Promise.all(Array.from({ length: 100 }, (_, i) => read(i)));
  expect(found.map((one) => one?.double)).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i));
});

it('one that is asked for when another has been answered in the same turn gets its answer', async () => {
  const later: Promise<unknown>[] = [];
  for (let round = 0; round < 50; round++)
    await read(round).then(() => {
      later.push(read(round));
      setImmediate(() => later.push(read(round)));
    });
  await read(0);
  expect((await Promise.all(later)).length).toBeGreaterThanOrEqual(99);
});

it('within a transaction they belong to it', async () => {
  await inTransaction(db, async (trx) => {
    await sql`insert into notes values (1)`.execute(trx);
    const inside = await sql`select n from notes`.execute(gathered(trx));
    const outside = await sql`select n from notes`.execute(gathered(db));
    expect([inside.rows.length, outside.rows.length]).toEqual([1, 0]);
  });
});
