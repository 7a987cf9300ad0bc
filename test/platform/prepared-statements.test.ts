import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/platform/db/database.ts';
import { prepared } from '../../src/platform/db/prepared.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
});
afterAll(() => t.close());

/** Runs `ask` several times on one connection. Returns its prepared statements that contain the word. */
function preparedAfter(
  times: number,
  word: string,
  ask: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  return t.db.connection().execute(async (connection) => {
    for (let i = 0; i < times; i++) await ask(connection);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like ${`%${word}%`} and statement not like '%pg_prepared%'`.execute(
      connection,
    );
    return rows.map((row) => row.statement);
  });
}

it('a statement is prepared after repeated use, a marked one immediately', async () => {
  const ask = (db: Database): Promise<unknown> => sql`select ${1}::int as often`.execute(db);
  expect(await preparedAfter(3, 'often', ask)).toEqual([]);
  expect(await preparedAfter(30, 'often', ask)).toHaveLength(1);
  expect(
    await preparedAfter(1, 'marked', (db) => sql`${prepared} select ${1}::int as marked`.execute(db)),
  ).toHaveLength(1);
});

it('a list or a range is planned for its values each time', async () => {
  const list = (db: Database): Promise<unknown> =>
    sql`select id as listed from plans where id = any(${['a', 'b']}::text[])`.execute(db);
  const range = (db: Database): Promise<unknown> =>
    sql`select id as ranged from plans where slug < ${'b'}`.execute(db);
  expect(await preparedAfter(30, 'listed', list)).toEqual([]);
  expect(await preparedAfter(30, 'ranged', range)).toEqual([]);
});

it('a statement that selects all columns is planned each time, because an added column would break its plan', async () => {
  const ask = (db: Database): Promise<unknown> =>
    sql`select * from plans as everything where everything.slug = ${'free'}`.execute(db);
  expect(await preparedAfter(30, 'everything', ask)).toEqual([]);
  await t.db.connection().execute(async (connection) => {
    const count = (): Promise<{ rows: { count: number }[] }> =>
      sql<{ count: number }>`select count(*) as count from plans as counted where slug = ${'free'}`.execute(
        connection,
      );
    for (let i = 0; i < 30; i++) await count();
    await sql`alter table plans add column added_meanwhile int`.execute(connection);
    expect((await count()).rows[0]?.count).toBe(1);
  });
});
