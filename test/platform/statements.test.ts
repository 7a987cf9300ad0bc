import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { defer } from '../../src/platform/db/deferred.ts';
import { prepared } from '../../src/platform/db/prepared.ts';
import { afterCommit, inTransaction } from '../../src/platform/db/transaction.ts';
import { emptyDatabase } from '../support/test-app.ts';

/** Before the pool opens its connections, so that it sees what goes over each of them. */
const query = vi.spyOn(pg.Client.prototype, 'query');

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
  query.mockRestore();
});
beforeEach(async () => {
  await sql`truncate notes`.execute(db);
  query.mockClear();
});

const note = (n: number) => sql`${prepared} insert into notes (n, said) values (${n}, ${`note ${n}`})`;

async function notes(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from notes order by n`.execute(db);
  return rows.map((row) => row.n);
}

describe('a transaction', () => {
  it('begins with its first statement, in one message', async () => {
    await inTransaction(db, (trx) => note(1).execute(trx));
    expect(query).toHaveBeenCalledTimes(2);
    expect(await notes()).toEqual([1]);
  });

  it('without a statement asks nothing', async () => {
    await inTransaction(db, async () => {});
    await expect(inTransaction(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(query).not.toHaveBeenCalled();
  });

  it('keeps its isolation level and access mode', async () => {
    const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    await expect(reading.execute((trx) => note(1).execute(trx))).rejects.toThrow(/read-only transaction/);
    await inTransaction(db, (trx) => note(2).execute(trx));
    expect(await notes()).toEqual([2]);
  });
});

describe('statements that are deferred', () => {
  it('go with the next one, before it', async () => {
    await inTransaction(db, async (trx) => {
      await defer(trx, note(1));
      await defer(trx, note(2));
      expect(query).not.toHaveBeenCalled();
      const { rows } = await sql`select n, said from notes order by n`.execute(trx);
      expect(rows).toEqual([
        { n: 1, said: 'note 1' },
        { n: 2, said: 'note 2' },
      ]);
    });
    // All before the commit, and the commit.
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('go with the commit at the latest, all as one message', async () => {
    const told: (number | null)[] = [];
    await inTransaction(db, async (trx) => {
      afterCommit(trx, () => told.push(0));
      const { result } = await defer(trx, sql`insert into notes (n) values (1), (2), (3)`);
      void result.then(({ rowCount }) => {
        told.push(rowCount);
        afterCommit(trx, () => told.push(-1));
      });
    });
    expect(query).toHaveBeenCalledTimes(1);
    expect(told).toEqual([3, 0, -1]);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it('are left out when the transaction fails before they are sent', async () => {
    const failing = inTransaction(db, async (trx) => {
      await defer(trx, note(1));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(query).not.toHaveBeenCalled();
    expect(await notes()).toEqual([]);
  });

  it('fail the statement that they go with, and undo all', async () => {
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
    // The server has not seen the third statement yet; the client must not think so.
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

  it('do not wait for ever: many are sent on', async () => {
    await inTransaction(db, async (trx) => {
      for (let n = 1; n <= 100; n++) await defer(trx, note(n));
      expect(query.mock.calls.length).toBeGreaterThan(2);
    });
    expect(await notes()).toHaveLength(100);
  });

  it('need a transaction', async () => {
    await expect(defer(db as never, note(1))).rejects.toThrow(/transactions only/);
  });
});
