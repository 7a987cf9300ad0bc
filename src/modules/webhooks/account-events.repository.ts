import { type RawBuilder, sql } from 'kysely';
import { countUpTo, EXAMINED_MAX, type Total, upTo } from '../../platform/db/count-up-to.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import './tables.ts';

export interface EventFilter {
  readonly sellerId: string;
  /** The reader, whose personal events are included too. */
  readonly userId: string;
  readonly types: readonly string[];
  readonly since: Date;
  readonly until: Date | null;
  readonly order: 'asc' | 'desc';
  /** Only later events, by time and ID. */
  readonly after?: { readonly created_at: Date; readonly id: string } | undefined;
}

export interface AccountEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: Date;
  readonly data: unknown;
}

export async function pageEvents(
  db: Queryable,
  filter: EventFilter,
  page: Page,
): Promise<{ events: AccountEvent[] } & Total> {
  const direction = filter.order === 'asc' ? sql`asc` : sql`desc`;
  const end = sql`order by created_at ${direction}, id ${direction} limit ${page.offset + page.limit}`;
  const [{ rows }, count] = await Promise.all([
    sql<AccountEvent>`
      select e.id, e.type, e.created_at, e.data
      from (
        select id from (${parts(filter, end)}) found
        order by created_at ${direction}, id ${direction} limit ${page.limit} offset ${page.offset}
      ) chosen join events e on e.id = chosen.id
      order by e.created_at ${direction}, e.id ${direction}`.execute(db),
    countUpTo(db, sql`select from (${parts(filter, sql`limit ${EXAMINED_MAX + 1}`)}) found`, EXAMINED_MAX),
  ]);
  return { events: rows, ...upTo(count, EXAMINED_MAX) };
}

/** Oldest first. */
export async function listEventIds(
  db: Queryable,
  filter: EventFilter,
  limit: number,
): Promise<{ id: string; created_at: Date }[]> {
  const end = sql`order by created_at, id limit ${limit}`;
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select id, created_at from (${parts(filter, end)}) found ${end}`.execute(db);
  return rows;
}

/** By the ids that `listEventIds` gave, in their order. */
export async function readEvents(db: Queryable, ids: readonly string[]): Promise<AccountEvent[]> {
  const { rows } = await sql<AccountEvent>`
    select id, type, created_at, data from events where id = any(${[...ids]}::text[])
    order by created_at, id`.execute(db);
  return rows;
}

export async function findEvent(
  db: Queryable,
  filter: EventFilter,
  id: string,
): Promise<AccountEvent | undefined> {
  const { sellerId, userId, types, since } = filter;
  const { rows } = await sql<AccountEvent>`
    select id, type, created_at, data from events
    where id = ${id} and created_at >= ${since} and type = any(${[...types]}::text[])
      and (seller_id = ${sellerId} or shared_with @> array[${sellerId}::text]
        or (seller_id is null and user_id = ${userId}))`.execute(db);
  return rows[0];
}

/** Queries each relation on its own index; one condition with alternatives would read the events of all accounts. */
function parts({ sellerId, userId, types, since, until, after }: EventFilter, end: RawBuilder<unknown>) {
  const isWanted = sql`created_at >= ${since} and type = any(${[...types]}::text[])
    ${until === null ? sql`` : sql`and created_at < ${until}`}
    ${after === undefined ? sql`` : sql`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id})`}`;
  const select = (condition: RawBuilder<unknown>) =>
    sql`(select id, created_at from events where ${condition} and ${isWanted} ${end})`;
  return sql.join(
    [
      select(sql`seller_id = ${sellerId}`),
      select(sql`shared_with @> array[${sellerId}::text] and shared_with is not null`),
      select(sql`user_id = ${userId} and seller_id is null`),
    ],
    sql` union `,
  );
}
