import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { gathered, gatherReads } from '../../src/platform/db/gathered-reads.ts';
import { prepared } from '../../src/platform/db/prepared.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { emptyDatabase } from '../support/test-app.ts';

/** Before the pool opens its connections, so that it sees what goes over each of them. */
const query = vi.spyOn(pg.Client.prototype, 'query');

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await emptyDatabase();
  const pool = createPool({ url: database.url, max: 4, applicationName: 'test', onError: () => {} });
  db = createDatabase(pool);
  await sql`create table notes (n integer primary key, said text)`.execute(db);
  await sql`insert into notes select n, 'note ' || n from generate_series(1, 100) n`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  query.mockRestore();
});
beforeEach(() => {
  query.mockClear();
});

type Note = { n: number; said: string };

async function note(n: number | string): Promise<Note | undefined> {
  const { rows } = await sql<Note>`${prepared} ${gathered} select n, said from notes where n = ${n}`.execute(
    db,
  );
  return rows[0];
}

async function plain(n: number): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select n from notes where n = ${n}`.execute(db);
  return rows[0]?.n;
}

describe('reads with the mark', () => {
  it('that are asked for in the same turn go in one message, each with its own result', async () => {
    for (let round = 0; round < 3; round++) {
      query.mockClear();
      expect(await Promise.all([note(1), note(2), note(1000), note(3)])).toEqual([
        { n: 1, said: 'note 1' },
        { n: 2, said: 'note 2' },
        undefined,
        { n: 3, said: 'note 3' },
      ]);
      expect(query).toHaveBeenCalledTimes(1);
    }
  });

  it('fail by themselves', async () => {
    const answers = await Promise.allSettled([note(1), note('one'), note(2), note('two'), note(3)]);
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(answers[1]).toMatchObject({ reason: { code: '22P02' } });
    expect(await note(4)).toMatchObject({ n: 4 });
  });

  it('whose values cannot be written fail by themselves', async () => {
    const circle: Record<string, unknown> = {};
    circle['itself'] = circle;
    const answers = await Promise.allSettled([note(1), note(circle as never), note(2)]);
    expect(answers).toMatchObject([{ value: { n: 1 } }, { status: 'rejected' }, { value: { n: 2 } }]);
  });

  it('do not wait for each other in numbers', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, (_, i) => note(i + 1)));
    expect(found.map((row) => row?.n)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(query.mock.calls.length).toBeGreaterThan(3);
  });

  it('see what was committed before they were asked for', async () => {
    for (let n = 201; n <= 220; n++) {
      await inTransaction(db, (trx) => sql`insert into notes (n, said) values (${n}, ${'new'})`.execute(trx));
      expect(await note(n)).toMatchObject({ said: 'new' });
    }
  });

  it('belong to their transaction within one', async () => {
    await inTransaction(db, async (trx) => {
      await sql`insert into notes (n, said) values (300, 'mine')`.execute(trx);
      const { rows } = await sql<Note>`${gathered} select said from notes where n = ${300}`.execute(trx);
      expect(rows).toEqual([{ said: 'mine' }]);
      expect(await note(300)).toBeUndefined();
    });
  });
});

describe('reads of one request', () => {
  it('travel together when they are asked for in parallel', async () => {
    const found = await gatherReads(() => Promise.all([plain(1), plain(2), plain(1000)]));
    expect(found).toEqual([1, 2, undefined]);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('leave writes to travel alone: a failure beside them undoes nothing', async () => {
    await Promise.allSettled([
      gatherReads(() =>
        Promise.all([
          plain(1),
          sql`insert into notes (n, said) values (${400}, ${'kept'})`.execute(db),
          plain('four' as never),
        ]),
      ),
    ]);
    expect(await note(400)).toMatchObject({ said: 'kept' });
  });

  it('do not wait for those of another', async () => {
    await Promise.all([
      gatherReads(() => Promise.all([plain(1), plain(2)])),
      gatherReads(() => Promise.all([plain(3), plain(4)])),
      plain(5),
    ]);
    expect(query).toHaveBeenCalledTimes(3);
  });
});

it('rows of a kept statement are read the same the first time and later', async () => {
  const read = async (): Promise<unknown> => {
    const { rows } = await sql`
      ${prepared} ${gathered} select ${7}::bigint as big, 1.50::numeric(14,2) as price, null::text as nothing,
        date '2026-03-29' as day, array['a', null] as list, '{"a": [1]}'::jsonb as json, true as yes`.execute(
      db,
    );
    return rows;
  };
  const first = await read();
  expect(first).toEqual([
    { big: 7, price: 1.5, nothing: null, day: '2026-03-29', list: ['a', null], json: { a: [1] }, yes: true },
  ]);
  for (let i = 0; i < 5; i++) expect(await read()).toEqual(first);
});

it('what takes all columns shows one that was added meanwhile, or changed its type', async () => {
  const read = async (): Promise<unknown> =>
    (await sql`select * from notes as widened where n = ${1}`.execute(db)).rows;
  expect(await read()).toEqual([{ n: 1, said: 'note 1' }]);
  await sql`alter table notes add column weight bigint not null default 5`.execute(db);
  expect(await read()).toEqual([{ n: 1, said: 'note 1', weight: 5 }]);
  await sql`alter table notes alter column weight type text`.execute(db);
  expect(await read()).toEqual([{ n: 1, said: 'note 1', weight: '5' }]);
});
