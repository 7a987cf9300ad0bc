import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it('every foreign key has an index that leads to the rows that refer to one', async () => {
  // A partial index is sufficient if it excludes only rows without a reference.
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) as key
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indisvalid
        and c.conkey <@ (i.indkey::int2[])[0:cardinality(c.conkey) - 1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
          select format('(%I IS NOT NULL)', a.attname) from pg_attribute a
          where a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        ))
    )`.execute(t.db);
  expect(rows.map(({ key }) => key)).toEqual([]);
  const { rows: all } = await sql`select from pg_constraint where contype = 'f'`.execute(t.db);
  expect(all.length).toBeGreaterThan(50);
});
