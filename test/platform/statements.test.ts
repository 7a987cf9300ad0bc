import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asWriter } from '../../src/platform/db/write-slots.ts';
import { lastCommitBy, lastCommitTo } from '../../src/platform/db/commits.ts';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { defer } from '../../src/platform/db/deferred.ts';
import { prepared } from '../../src/platform/db/prepared.ts';
import { afterCommit, inTransaction, touches, type Transaction } from '../../src/platform/db/transaction.ts';
import { watchStatements } from '../support/statements.ts';
import { emptyDatabase } from '../support/test-app.ts';

const sent = watchStatements();

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await emptyDatabase();
  // With a single connection, each transaction sees what the previous one left behind on it.
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
  it('does not wait for the response to BEGIN', async () => {
    await inTransaction(db, async (trx) => {
      const done = note(1).execute(trx);
      // No response arrives within a tick of the event loop.
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
  it('are not awaited, and the next one sees their effects', async () => {
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

  it('return their result before the commit hooks run', async () => {
    const results: (number | null)[] = [];
    await inTransaction(db, async (trx) => {
      afterCommit(trx, () => results.push(0));
      const { result } = await defer(trx, sql`insert into notes (n) values (1), (2), (3)`);
      void result.then(({ rowCount }) => {
        results.push(rowCount);
        afterCommit(trx, () => results.push(-1));
      });
    });
    expect(results).toEqual([3, 0, -1]);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it('fail with the error of the failed one, including those queued behind it', async () => {
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
    // The server never parsed the third statement, so the client must not assume that it is prepared there.
    await sql`${prepared} insert into notes (n, said) values (8, ${'alone'})`.execute(db);
    await inTransaction(db, async (trx) => {
      await defer(
        trx,
        sql`${prepared} insert into notes (n, said) values (8, ${'x'}) on conflict do nothing`,
      );
    });
    expect(await notes()).toEqual([8]);
  });

  it('undo everything if a value cannot be written', async () => {
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
    const before = lastCommitTo(['listings']);
    await work();
    return lastCommitTo(['listings']) - before;
  };
  const touching = async (trx: Transaction): Promise<void> => touches(trx, 'listings');

  it('are counted by the tables that they touch', async () => {
    expect(await risen(() => inTransaction(db, touching))).toBeGreaterThan(0);
    expect(await risen(() => inTransaction(db, (trx) => touches(trx, 'sellers')))).toBe(0);
    expect(await risen(() => inTransaction(db, (trx) => note(1).execute(trx)))).toBe(0);
    await expect(touches(db as never, 'listings')).rejects.toThrow(/transaction/);
  });

  it('are known by the account whose request they were, and not by those of its jobs', async () => {
    const before = lastCommitTo(['listings']);
    const write = (account: string, isBackground: boolean): Promise<unknown> =>
      asWriter({ account, isBackground }, () => inTransaction(db, touching));
    await write('sel_own', false);
    const ownCommits = lastCommitBy('sel_own', ['listings']);
    expect(ownCommits).toBe(lastCommitTo(['listings']));
    expect(ownCommits).toBeGreaterThan(before);
    await write('sel_job', true);
    await write('sel_other', false);
    expect(lastCommitBy('sel_own', ['listings'])).toBe(ownCommits);
    expect(lastCommitBy('sel_job', ['listings'])).toBe(0);
    expect(lastCommitBy('sel_own', ['sellers'])).toBe(0);
    expect(lastCommitTo(['listings'])).toBeGreaterThan(ownCommits);
  });

  it('are not counted before the response or if they are rolled back', async () => {
    await inTransaction(db, async (trx) => expect(await risen(() => touching(trx))).toBe(0));
    const failing = async (trx: Transaction): Promise<void> => {
      await touching(trx);
      await note(-1).execute(trx);
    };
    expect(await risen(() => inTransaction(db, failing).catch(() => {}))).toBe(0);
  });
});

describe('a request or job', () => {
  const write = (statement: RawBuilder<unknown>): Promise<unknown> =>
    asWriter({ account: null, isBackground: true }, () => inTransaction(db, (trx) => statement.execute(trx)));

  it.each([
    'update listings l set views = 1',
    'delete from only "listings" where "n" = 1',
    'with moved as (update sellers set n = 1) select 1',
    '/* prepared */ INSERT INTO listing_changes select 1',
  ])('cannot write without a word what is copied: %s', async (text) => {
    await sql`create temporary table if not exists listings (n integer, views integer)`.execute(db);
    await sql`create temporary table if not exists sellers (n integer)`.execute(db);
    await sql`create temporary table if not exists listing_changes (n integer)`.execute(db);
    await expect(write(sql.raw(text))).rejects.toThrow(/without touches/);
  });

  it('may read it, and write tables that are not copied', async () => {
    await write(sql`/* prepared */ select 'update listings'`);
    await write(note(1));
    expect(await notes()).toHaveLength(1);
  });
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
