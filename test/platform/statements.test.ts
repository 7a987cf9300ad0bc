import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asWriter } from '../../src/platform/db/write-slots.ts';
import { commitsBy, commitsTo, tablesWrittenBy } from '../../src/platform/db/commits.ts';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { defer } from '../../src/platform/db/deferred.ts';
import { prepared } from '../../src/platform/db/prepared.ts';
import { afterCommit, inTransaction } from '../../src/platform/db/transaction.ts';
import { watchStatements } from '../support/statements.ts';
import { emptyDatabase } from '../support/test-app.ts';

const sent = watchStatements();

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await emptyDatabase();
  // One connection: what a transaction leaves behind on it, the next one meets.
  const pool = createPool({ url: database.url, max: 1, applicationName: 'test', onError: () => {} });
  db = createDatabase(pool);
  await sql`create table notes (n integer primary key check (n > 0), said text)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  sent.stop();
});
beforeEach(async () => {
  await sql`truncate notes`.execute(db);
  sent.clear();
});

const note = (n: number) => sql`${prepared} insert into notes (n, said) values (${n}, ${`note ${n}`})`;

async function notes(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from notes order by n`.execute(db);
  return rows.map((row) => row.n);
}

describe('a transaction', () => {
  it('does not wait for the answer to its beginning', async () => {
    await inTransaction(db, async (trx) => {
      const done = note(1).execute(trx);
      // No answer arrives within a turn of the event loop.
      for (let i = 0; i < 20; i++) await Promise.resolve();
      expect(sent.texts).toHaveLength(2);
      await done;
    });
    expect(await notes()).toEqual([1]);
  });

  it('keeps its isolation level and access mode', async () => {
    const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    await expect(reading.execute((trx) => note(1).execute(trx))).rejects.toThrow(/read-only transaction/);
    await inTransaction(db, (trx) => note(2).execute(trx));
    expect(await notes()).toEqual([2]);
  });
});

describe('statements that are deferred', () => {
  it('are not waited for, and the next one sees what they did', async () => {
    await inTransaction(db, async (trx) => {
      let isAnswered = false;
      const { result } = await defer(trx, note(1));
      void result.then(() => (isAnswered = true));
      await defer(trx, note(2));
      expect({ sent: sent.texts.length, isAnswered }).toEqual({ sent: 3, isAnswered: false });
      const { rows } = await sql`select n, said from notes order by n`.execute(trx);
      expect(rows).toEqual([
        { n: 1, said: 'note 1' },
        { n: 2, said: 'note 2' },
      ]);
    });
  });

  it('tell their result before the hooks of the commit run', async () => {
    const told: (number | null)[] = [];
    await inTransaction(db, async (trx) => {
      afterCommit(trx, () => told.push(0));
      const { result } = await defer(trx, sql`insert into notes (n) values (1), (2), (3)`);
      void result.then(({ rowCount }) => {
        told.push(rowCount);
        afterCommit(trx, () => told.push(-1));
      });
    });
    expect(told).toEqual([3, 0, -1]);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it('answer with the failure of the one that failed, also those behind it', async () => {
    const failing = inTransaction(db, async (trx) => {
      await defer(trx, note(-1));
      const { result } = await defer(trx, note(1));
      await result;
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect(await notes()).toEqual([]);
  });

  it('are undone when the transaction fails', async () => {
    const failing = inTransaction(db, async (trx) => {
      await defer(trx, note(1));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual([]);
  });

  it('fail the next statement or the commit with their own error, and undo all', async () => {
    const failing = (ending: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        await note(1).execute(trx);
        await defer(trx, note(-1));
        await defer(trx, sql`${prepared} insert into notes (n, said) values (8, ${ending})`);
        if (ending === 'statement') await note(2).execute(trx);
      });
    for (const ending of ['statement', 'commit'])
      await expect(failing(ending)).rejects.toMatchObject({ code: '23514' });
    expect(await notes()).toEqual([]);
    // The server has refused to read the third statement; the client must not think that it is known there.
    await sql`${prepared} insert into notes (n, said) values (8, ${'alone'})`.execute(db);
    await inTransaction(db, async (trx) => {
      await defer(
        trx,
        sql`${prepared} insert into notes (n, said) values (8, ${'x'}) on conflict do nothing`,
      );
    });
    expect(await notes()).toEqual([8]);
  });

  it('whose values cannot be written undo all', async () => {
    const circle: Record<string, unknown> = {};
    circle['itself'] = circle;
    const failing = inTransaction(db, async (trx) => {
      await note(1).execute(trx);
      await defer(trx, sql`insert into notes (n, said) values (2, ${circle})`);
    });
    await expect(failing).rejects.toThrow(/circular/i);
    expect(await notes()).toEqual([]);
  });

  it('may be many', async () => {
    await inTransaction(db, async (trx) => {
      for (let n = 1; n <= 1000; n++) await defer(trx, note(n));
    });
    expect(await notes()).toHaveLength(1000);
  });

  it('need a transaction', async () => {
    await expect(defer(db as never, note(1))).rejects.toThrow(/transactions only/);
  });
});

describe('commits of this process', () => {
  const risen = async (work: () => Promise<unknown>): Promise<number> => {
    const before = commitsTo(['notes']);
    await work();
    return commitsTo(['notes']) - before;
  };

  it('are counted by the tables that their statements name', async () => {
    expect(await risen(() => note(1).execute(db))).toBe(1);
    expect(await risen(() => inTransaction(db, (trx) => note(2).execute(trx)))).toBe(1);
    expect(await risen(() => inTransaction(db, (trx) => defer(trx, note(3))))).toBe(1);
    expect(await risen(notes)).toBe(0);
  });

  it('are known by the account whose request they were, and not by those of its jobs', async () => {
    const before = commitsTo(['notes']);
    let n = 0;
    const write = (account: string, isBackground: boolean): Promise<unknown> =>
      asWriter({ account, isBackground }, () => inTransaction(db, (trx) => note(++n).execute(trx)));
    await write('sel_own', false);
    const own = commitsBy('sel_own', ['notes']);
    expect(own).toBe(commitsTo(['notes']));
    expect(own).toBeGreaterThan(before);
    await write('sel_job', true);
    await write('sel_other', false);
    expect(commitsBy('sel_own', ['notes'])).toBe(own);
    expect(commitsBy('sel_job', ['notes'])).toBe(0);
    expect(commitsBy('sel_own', ['others'])).toBe(0);
    expect(commitsTo(['notes'])).toBeGreaterThan(own);
  });

  it('are not counted before they are answered, nor when they are rolled back', async () => {
    await inTransaction(db, async (trx) => expect(await risen(() => note(1).execute(trx))).toBe(0));
    const failing = () => inTransaction(db, (trx) => note(-1).execute(trx)).catch(() => {});
    expect(await risen(failing)).toBe(0);
    expect(await risen(() => inTransaction(db, (trx) => sql`select 1`.execute(trx)))).toBe(0);
  });
});

it.each([
  ['insert into "listings" ("id") values ($1)', ['listings']],
  ['update listings l set views = 1 from totals t where t.id = l.id', ['listings']],
  ['delete from only "listings" where "id" = $1', ['listings']],
  [
    'with gone as (delete from messages), kept as (update "listings" set views = 0) select 1',
    ['messages', 'listings'],
  ],
  ['/* prepared */ update "listings" set "price" = $1', ['listings']],
  ['INSERT INTO listings SELECT * FROM old', ['listings']],
  ['/* prepared */ select "update listings" from listings', []],
])('%s writes %j', (text, tables) => {
  expect(tablesWrittenBy(text)).toEqual(tables);
});

it('rows of a kept statement are read the same the first time and later', async () => {
  const read = async (): Promise<unknown> => {
    const { rows } = await sql`
      ${prepared} select ${7}::bigint as big, 1.50::numeric(14,2) as price, null::text as nothing,
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
  await note(1).execute(db);
  expect(await read()).toEqual([{ n: 1, said: 'note 1' }]);
  await sql`alter table notes add column weight bigint not null default 5`.execute(db);
  expect(await read()).toEqual([{ n: 1, said: 'note 1', weight: 5 }]);
  await sql`alter table notes alter column weight type text`.execute(db);
  expect(await read()).toEqual([{ n: 1, said: 'note 1', weight: '5' }]);
});
