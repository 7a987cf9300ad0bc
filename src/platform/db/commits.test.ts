import { describe, expect, it } from 'vitest';
import { commitsTo, CommitWatch } from './commits.ts';

/** The statements of one client, each of them answered. */
function run(...statements: string[]): void {
  const watch = new CommitWatch();
  for (const text of statements) {
    watch.sending(text);
    watch.answered(text);
  }
}

function risen(tables: readonly string[], work: () => void): number {
  const before = commitsTo(tables);
  work();
  return commitsTo(tables) - before;
}

describe('commits by table', () => {
  it.each([
    'insert into "listings" ("id") values ($1)',
    'update listings l set views = 1 from totals t where t.id = l.id',
    'delete from only "listings" where "id" = $1',
    'with gone as (delete from messages returning id), kept as (update "listings" set views = 0) select 1',
    '/* prepared */ update "listings" set "price" = $1',
    'INSERT INTO listings SELECT * FROM old',
  ])('are counted for %s', (statement) => {
    expect(risen(['listings'], () => run(statement))).toBe(1);
    expect(risen(['listings'], () => run('begin', statement, 'select 1', 'commit'))).toBe(1);
  });

  it('are counted at the commit, not at the statement, and not after a rollback', () => {
    const written = 'update listings set views = 1';
    expect(risen(['listings'], () => run('begin', written))).toBe(0);
    expect(risen(['listings'], () => run('begin', written, 'rollback'))).toBe(0);
    expect(risen(['listings'], () => run('begin', written, 'rollback', 'begin', 'commit'))).toBe(0);
  });

  it('are not counted for reads, locks and other tables', () => {
    expect(
      risen(['listings', 'sellers'], () =>
        run(
          'begin',
          'select * from listings where id = $1 for update',
          '/* prepared */ select "update listings" from listings',
          'insert into messages (listing) values ($1)',
          'commit',
        ),
      ),
    ).toBe(0);
  });

  it('are counted once for each table of a transaction', () => {
    const both = [
      'update sellers set slug = $1',
      'update listings set views = 1',
      'update listings set views = 2',
    ];
    expect(risen(['listings', 'sellers'], () => run('begin', ...both, 'commit'))).toBe(2);
  });
});
