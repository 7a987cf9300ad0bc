/**
 * An account can change only its own rows and the resource that it names. A dealer and a buyer of a filled marketplace
 * call every endpoint that writes once; afterwards the rows of all other accounts must be unchanged.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countsFor, fillMarket } from '../../src/modules/demo/index.ts';
import { hashPassword } from '../../src/platform/crypto/passwords.ts';
import { peopleOf, signIn } from '../scale/people.ts';
import { type SampleRequest, OF_FORMAT, type Person, requestsOf } from '../scale/requests.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, readonly Row[]>;

/** Queues and logs of the program itself, to which every request adds. */
const SYSTEM_TABLES = /^(?:jobs|live_outbox|kysely_.*|idempotency_keys|.*_changes)$/;

/** Statistics of a listing or seller that change with the actions of other accounts: whole tables, then single columns. */
const COUNT_TABLES: ReadonlySet<string> = new Set(['listing_stats_daily']);
const COUNT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  listings: ['favorites_count'],
  sellers: ['rating_sum', 'rating_count'],
};

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await fillMarket(t.app.modules.demo, {
    databaseUrl: t.databaseUrl,
    counts: countsFor(200, { listingsOfLargestDealer: 50, dealers: 8 }),
    logins: false,
    now: t.clock.now(),
  });
});
afterAll(() => t.close());

async function allRows(): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
    t.db,
  );
  const all = new Map<string, readonly Row[]>();
  for (const { name } of tables.filter(
    ({ name: table }) => !SYSTEM_TABLES.test(table) && !COUNT_TABLES.has(table),
  )) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(r) as row from ${sql.table(name)} r`.execute(
      t.db,
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Returns the IDs of the person, of the team and of all rows that refer to one of these. */
function idsOfSide(person: Person, rows: Rows): ReadonlySet<string> {
  const ids = new Set([person.userId]);
  if (person.sellerId !== null) ids.add(person.sellerId);
  for (const member of rows.get('team_members') ?? [])
    if (member['seller_id'] === person.sellerId) ids.add(String(member['user_id']));
  for (let size = 0; size < ids.size;) {
    size = ids.size;
    for (const row of [...rows.values()].flat())
      if (refersTo(row, ids) && typeof row['id'] === 'string') ids.add(row['id']);
  }
  return ids;
}

function refersTo(row: Row, ids: ReadonlySet<string>): boolean {
  return Object.values(row).some((value) => typeof value === 'string' && ids.has(value));
}

/** Describes each changed row by its table, and by its changed columns if the row still exists. */
function changesOf(before: Rows, after: Rows, isTheirs: (row: Row) => boolean): string[] {
  const changes = new Set<string>();
  for (const [table, rows] of before) {
    const now = after.get(table) ?? [];
    const same = new Set(now.map((row) => JSON.stringify(row)));
    for (const row of rows) {
      if (!isTheirs(row) || same.has(JSON.stringify(row))) continue;
      const other = row['id'] === undefined ? undefined : now.find(({ id }) => id === row['id']);
      const columns = Object.keys(row).filter(
        (column) => JSON.stringify(row[column]) !== JSON.stringify(other?.[column]),
      );
      const unexpected = columns.filter((column) => COUNT_COLUMNS[table]?.includes(column) !== true);
      if (unexpected.length > 0)
        changes.add(`${table}: ${other === undefined ? 'gone or other' : unexpected.join(', ')}`);
    }
  }
  return [...changes];
}

/** Signs in for each request, because some requests end sessions. */
async function ask(person: Person, { method, paths, body }: SampleRequest): Promise<number> {
  const role = person.sellerId === null ? 'BUYER' : 'SELLER';
  const as = await signIn(t.app, t.clock, { userId: person.userId, role });
  const response = await t.call(method, paths[0] ?? '', { as, ...(body === undefined ? {} : { body }) });
  return response.status;
}

async function selectIds(statement: string, values: readonly unknown[]): Promise<string[]> {
  const parts = statement
    .split(/(\$\d)/)
    .map((part) => (/^\$\d$/.test(part) ? sql`${values[Number(part[1]) - 1]}` : sql.raw(part)));
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql``)}`.execute(t.db);
  return rows.map(({ id }) => id);
}

it('rows of others stay as they are, whatever a dealer or a buyer does', async () => {
  const routes = t.app.routes.filter(
    ({ method, path, access }) => method !== 'GET' && access.kind !== 'admin' && path !== '/auth/me',
  );
  const people = (await peopleOf(t.app, t.clock)).filter(({ name }) => !name.startsWith('ordinary'));
  const hash = await hashPassword(OF_FORMAT.password);
  await t.db
    .updateTable('users')
    .set({ password_hash: hash })
    .where(
      'id',
      'in',
      people.map(({ userId }) => userId),
    )
    .execute();
  const wrong: string[] = [];
  const done: string[] = [];
  for (const person of people) {
    const requests = await requestsOf(routes, [person], { some: selectIds });
    const before = await allRows();
    const side = idsOfSide(person, before);
    for (const request of requests) {
      const status = await ask(person, request);
      if (status < 300) done.push(request.step);
    }
    const changes = changesOf(before, await allRows(), (row) => !refersTo(row, side));
    wrong.push(...changes.map((change) => `${person.name}: ${change}`));
  }
  expect(wrong, wrong.join('\n')).toEqual([]);
  expect(done.length).toBeGreaterThanOrEqual(75);
});
