import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../../../platform/db/any-of.ts';
import { COUNT_MAX, countUpTo, pageOfFound, SEARCHED_MAX } from '../../../platform/db/count-up-to.ts';
import type { AccountStatus, Role } from '../../../platform/actor.ts';
import { containsPattern } from '../../../platform/db/like.ts';
import { countRows } from '../../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { CountedRows, KeysetPage } from '../../../platform/http/keyset.ts';
import { memberships, companies } from '../../companies/index.ts';
import '../tables.ts';

export interface UserFilters {
  readonly q?: string;
  readonly role?: Role;
  readonly status?: AccountStatus;
  readonly verified?: boolean;
}

function users(db: Queryable) {
  return db
    .selectFrom('users as u')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .leftJoin(companies.as('s'), 's.id', 'm.seller_id');
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

/** A source of accounts with separate indexes: its query, and its columns for the account and its creation. */
interface Source {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<SqlBool>[];
}

/** Matches accounts with a mail domain; an index has it, newest first. */
const isAtDomain = (domain: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`split_part(lower(u.email), '@', 2) = ${domain}`;

/** A mail domain, with or without the sign before it. */
const DOMAIN = /^@?([^\s@.]+(?:\.[^\s@.]+)+)$/;

/** Returns the mail domain that the text is, if accounts have it; otherwise null. */
async function domainIn(db: Queryable, text: string): Promise<string | null> {
  const domain = DOMAIN.exec(text)?.[1]?.toLowerCase();
  if (domain === undefined) return null;
  const { rows } = await sql`select from users u where ${isAtDomain(domain)} limit 1`.execute(db);
  return rows.length > 0 ? domain : null;
}

/**
 * Accounts, or members of sellers: memberships hold copies of the filtered columns. Text matches names and addresses of
 * accounts and names of companies. A whole mail domain matches the addresses of this domain only.
 */
function sourcesOf({ q, role, status, verified }: UserFilters, domain: string | null): readonly Source[] {
  const text = q?.trim() ?? '';
  const pattern = sql`lower(${containsPattern(text)})`;
  const called =
    domain === null
      ? [sql<SqlBool>`(lower(u.email) like ${pattern} or lower(u.name) like ${pattern} or u.id = ${text})`]
      : [isAtDomain(domain), sql<SqlBool>`lower(u.name) like ${pattern}`];
  const ofRole = role === undefined ? [] : [sql<SqlBool>`u.role = ${role}`];
  const ofStatus = status === undefined ? [] : [sql<SqlBool>`u.status = ${status}`];
  const ofSeller = verified === undefined ? [] : [sql<SqlBool>`m.verified = ${verified}`];
  // Every member of a seller has the role SELLER.
  const members = (ofAccount: readonly RawBuilder<SqlBool>[], ofMember: readonly RawBuilder<SqlBool>[]) =>
    role !== undefined && role !== 'SELLER'
      ? []
      : [
          {
            from:
              ofAccount.length > 0
                ? sql`${memberships} m join users u on u.id = m.user_id`
                : sql`${memberships} m`,
            id: sql`m.user_id`,
            at: sql`m.user_since`,
            where: [...ofAccount, ...ofMember],
          },
        ];
  const accounts = (where: readonly RawBuilder<SqlBool>[]): readonly Source[] =>
    verified === undefined
      ? [{ from: sql`users u`, id: sql`u.id`, at: sql`u.created_at`, where: [...where, ...ofRole] }]
      : members(where, ofSeller);
  if (text === '') return accounts(ofStatus);
  const company = sql<SqlBool>`(lower(m.company_name) like ${pattern} or m.seller_id = ${text})`;
  return [
    ...called.flatMap((isCalled) => accounts([isCalled, ...ofStatus])),
    ...members(ofStatus, [company, ...ofSeller]),
  ];
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/**
 * Newest first. Finds the page in an index and reads only its accounts. Combines text with the filters: a rare text has
 * its own index, and a frequent one is found soon while walking the index in list order.
 */
export async function findUsers(
  db: Queryable,
  filters: UserFilters,
  page: KeysetPage,
): Promise<CountedRows<UserRow>> {
  const { limit, offset, after } = page;
  const text = filters.q?.trim() ?? '';
  const isSearch = text !== '';
  const sources = sourcesOf(filters, await domainIn(db, text));
  const countMax = isSearch ? SEARCHED_MAX : COUNT_MAX;
  if (sources.length === 0) return { rows: [], count: 0, countMax };
  const every = union(sources, () => sql`limit ${countMax + 1}`);
  const order = sql`created_at desc, id desc`;
  const begin =
    after === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`;
  const found = isSearch
    ? await pageOfFound(db, every, { ...page, order, begin })
    : { count: await countUpTo(db, sql`select from (${every}) found`, countMax), ids: null };
  const ids = found.ids ?? (await idsInOrder());
  const rows = await users(db)
    .select([...COLUMNS])
    .where('u.id', '=', anyOf(ids))
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
  return { rows, count: found.count, countMax };

  async function idsInOrder(): Promise<string[]> {
    const nearest = union(sources, ({ id, at }) => {
      const from = after === null ? sql`` : sql`and (${at}, ${id}) < (${after[0]}::timestamptz, ${after[1]})`;
      return sql`${from} order by ${at} desc, ${id} desc limit ${offset + limit}`;
    });
    const { rows: near } = await sql<{ id: string }>`
      select id from (${nearest}) found order by ${order} limit ${limit} offset ${offset}`.execute(db);
    return near.map(({ id }) => id);
  }
}

function union(
  sources: readonly Source[],
  end: (source: Source) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = sources.map((source) => {
    const where = sql.join([sql`true`, ...source.where], sql` and `);
    return sql`(select ${source.id} as id, ${source.at} as created_at from ${source.from} where ${where} ${end(source)})`;
  });
  return sql.join(parts, sql` union `);
}

export function findUser(db: Queryable, userId: string) {
  return users(db)
    .select([...COLUMNS])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}

export async function readActivity(db: Queryable, userId: string): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from sessions where user_id = ${userId} and ended_at is null) as "liveSessions",
      (select count(*) from api_keys where user_id = ${userId} and revoked_at is null) as "apiKeys"`.execute(
    db,
  );
  return { ...rows[0] };
}

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

/** Counts other owners whose account is not suspended. Without any, the seller is suspended with its owner. */
export function countOtherActiveOwners(trx: Transaction, sellerId: string, userId: string): Promise<number> {
  return countRows(
    trx
      .selectFrom(memberships.as('m'))
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.seller_id', '=', sellerId)
      .where('m.role', '=', 'OWNER')
      .where('u.status', '=', 'active')
      .where('u.id', '<>', userId),
  );
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
