import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_MAX, countUpTo, pageOfFound, SEARCHED_MAX } from '../../platform/db/count-up-to.ts';
import type { Role } from '../../platform/actor.ts';
import { containsPattern } from '../../platform/db/like.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { CountedRows, Key, KeysetPage } from '../../platform/http/keyset.ts';
import type { AccountStatus } from '../auth/index.ts';
import { readStock } from '../listings/index.ts';
import { readMarketSum } from './overview.repository.ts';
import '../auth/tables.ts';

export interface UserFilters {
  readonly q?: string;
  readonly role?: Role;
  readonly status?: AccountStatus;
  readonly verified?: boolean;
}

function users(db: Queryable) {
  return db
    .selectFrom('users as u')
    .leftJoin('team_members as m', 'm.user_id', 'u.id')
    .leftJoin('sellers as s', 's.id', 'm.seller_id');
}

const COLUMNS = [
  'u.id',
  'u.email',
  'u.name',
  'u.role',
  'u.phone',
  'u.avatar',
  'u.email_verified',
  'u.phone_verified',
  'u.language',
  'u.currency',
  'u.country',
  'u.status',
  'u.suspended_reason',
  'u.suspended_until',
  'u.last_seen_at',
  'u.created_at',
  'u.updated_at',
  'm.role as team_role',
  's.id as seller_id',
  's.slug as seller_slug',
  's.company_name',
  's.verified as seller_verified',
  's.status as seller_status',
  's.trust_score',
] as const;

/** What an account must be besides what is looked for. */
function conditions({ role, status, verified }: UserFilters): RawBuilder<SqlBool> {
  const found: RawBuilder<SqlBool>[] = [sql`true`];
  if (role !== undefined) found.push(sql`u.role = ${role}`);
  if (status !== undefined) found.push(sql`u.status = ${status}`);
  // Who belongs to a seller has this role, whose index leads there.
  if (verified !== undefined)
    found.push(sql`u.role = 'SELLER' and exists (
      select from team_members m join sellers s on s.id = m.seller_id
      where m.user_id = u.id and s.verified = ${verified}
    )`);
  return sql.join(found, sql` and `);
}

/** Where a text is looked for: in what accounts are called, and in what their companies are. Each has indexes of its own. */
function places(text: string, isOnTheWay = false): RawBuilder<unknown>[] {
  const pattern = sql`lower(${containsPattern(text)})`;
  return [
    sql`users u where (lower(u.email) like ${pattern} or lower(u.name) like ${pattern} or u.id = ${text})`,
    isOnTheWay
      ? sql`users u cross join lateral (
          select from team_members t join sellers c on c.id = t.seller_id
          where t.user_id = u.id and (lower(c.company_name) like ${pattern} or c.id = ${text}) offset 0
        ) company where u.role = 'SELLER'`
      : sql`users u join team_members t on t.user_id = u.id join sellers c on c.id = t.seller_id
          where u.role = 'SELLER' and (lower(c.company_name) like ${pattern} or c.id = ${text})`,
  ];
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/**
 * Newest first. The page is found in an index; only its accounts are read. A text is looked for together with the filters: what is
 * rare is found by its own index, and what is frequent is met on the way through that of the order.
 */
export async function findUsers(
  db: Queryable,
  filters: UserFilters,
  page: KeysetPage,
): Promise<CountedRows<UserRow>> {
  const where = conditions(filters);
  const begin =
    page.after === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(created_at, id) < (${page.after[0]}::timestamptz, ${page.after[1]})`;
  const order = sql`created_at desc, id desc`;
  const text = filters.q?.trim() ?? '';
  const sources = text === '' ? [sql`users u where true`] : places(text);
  const every = (end: RawBuilder<unknown>, from = sources): RawBuilder<unknown> =>
    sql.join(
      from.map((source) => sql`(select u.id, u.created_at from ${source} and ${where} ${end})`),
      sql` union `,
    );
  const countMax = text !== '' || filters.verified !== undefined ? SEARCHED_MAX : COUNT_MAX;
  const some = every(sql`limit ${countMax + 1}`);
  const found =
    text === ''
      ? { count: await countUpTo(db, sql`select from (${some}) found`, countMax), ids: null }
      : await pageOfFound(db, some, { ...page, order, begin });
  const ids = found.ids ?? (await idsInOrder());
  const rows = await users(db)
    .select([...COLUMNS])
    .where('u.id', 'in', [...ids, ''])
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
  return { rows, count: found.count, countMax };

  async function idsInOrder(): Promise<string[]> {
    const { limit, offset, after } = page;
    const from =
      after === null ? sql`` : sql`and (u.created_at, u.id) < (${after[0]}::timestamptz, ${after[1]})`;
    const nearest = every(
      sql`${from} order by u.created_at desc, u.id desc limit ${offset + limit}`,
      text === '' ? sources : places(text, true),
    );
    const { rows: near } = await sql<{ id: string }>`
      select id from (${nearest}) found order by ${order} limit ${limit} offset ${offset}`.execute(db);
    return near.map(({ id }) => id);
  }
}

/** The place of an account in that order. */
export function userKey(row: UserRow): Key {
  return [row.created_at.toISOString(), row.id];
}

export function findUser(db: Queryable, userId: string) {
  return users(db)
    .select([...COLUMNS])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}

/** By id. */
export async function readNames(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...userIds, ''])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A person's activity, for administrators who have to judge it: from sums, where there can be much of it. */
export async function readActivity(
  db: Queryable,
  userId: string,
  sellerId: string | null,
): Promise<Record<string, number>> {
  const [{ rows }, stock, messagesSent] = await Promise.all([
    sql<Record<string, number>>`
      select
        (select count(*) from sessions where user_id = ${userId} and ended_at is null) as "liveSessions",
        (select count(*) from api_keys where user_id = ${userId} and revoked_at is null) as "apiKeys",
        (select count(*) from reports where reporter_id = ${userId}) as "reportsMade",
        (select count(*) from reports where reported_user_id = ${userId}) as "reportsReceived"`.execute(db),
    sellerId === null ? [] : readStock(db, sellerId),
    readMarketSum(db, 'messages_sent', userId),
  ]);
  const listings = (isCounted: (status: string) => boolean): number =>
    stock.reduce((sum, { status, listings: count }) => sum + (isCounted(status) ? count : 0), 0);
  return {
    ...rows[0],
    activeListings: listings((status) => status === 'ACTIVE'),
    listings: listings((status) => status !== 'DELETED'),
    messagesSent,
  };
}

export function lockUser(trx: Transaction, userId: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'suspended_reason', 'suspended_until', 'country'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whose suspension has come to its end. */
export async function listEndedSuspensions(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('suspended_until', '<=', now)
    .where('status', '=', 'suspended')
    .orderBy('suspended_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Other owners whose account is not suspended; without any, the seller shares the fate of its owner. */
export async function countOtherActiveOwners(
  trx: Transaction,
  sellerId: string,
  userId: string,
): Promise<number> {
  const row = await trx
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('m.seller_id', '=', sellerId)
    .where('m.role', '=', 'OWNER')
    .where('u.status', '=', 'active')
    .where('u.id', '<>', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findSellerStatus(db: Queryable, sellerId: string): Promise<AccountStatus | undefined> {
  const row = await db.selectFrom('sellers').select('status').where('id', '=', sellerId).executeTakeFirst();
  return row?.status;
}

/** The seller, if it changed. */
export function setSellerStatus(
  trx: Transaction,
  sellerId: string,
  { from, to, now }: { readonly from: AccountStatus; readonly to: AccountStatus; readonly now: Date },
): Promise<{ company_name: string } | undefined> {
  return trx
    .updateTable('sellers')
    .set({ status: to, updated_at: now })
    .where('id', '=', sellerId)
    .where('status', '=', from)
    .returning('company_name')
    .executeTakeFirst();
}

export function listActiveMembers(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .execute();
}

export function listDocuments(db: Queryable, sellerId: string) {
  return db
    .selectFrom('seller_documents')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findDocument(db: Queryable, documentId: string) {
  return db.selectFrom('seller_documents').selectAll().where('id', '=', documentId).executeTakeFirst();
}

export async function setAccount(
  trx: Transaction,
  userId: string,
  changes: {
    readonly role?: Role;
    readonly status?: 'active' | 'suspended';
    readonly suspended_reason?: string | null;
    readonly suspended_until?: Date | null;
  },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** False when nothing changed. */
export async function setVerified(
  trx: Transaction,
  sellerId: string,
  verified: boolean,
  now: Date,
): Promise<boolean> {
  const changed = await trx
    .updateTable('sellers')
    .set({ verified, verified_at: verified ? now : null, updated_at: now })
    .where('id', '=', sellerId)
    .where('verified', '=', !verified)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
