import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_MAX, countUpTo, LOOKED_AT_MAX } from '../../platform/db/count-up-to.ts';
import { containsPattern } from '../../platform/db/like.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { CountedRows, Key, KeysetPage } from '../../platform/http/keyset.ts';
import { listingStates, readStock } from '../listings/index.ts';
import { readMarketStock } from './overview.repository.ts';
import '../listings/tables.ts';
import '../auth/tables.ts';

export interface ModerationFilters {
  readonly status?: readonly string[];
  readonly sellerId?: string;
  readonly flagged?: boolean;
  readonly q?: string;
}

const COLUMNS = [
  'l.id',
  'l.slug',
  'l.title',
  'l.status',
  'l.price',
  'l.currency',
  'l.vat_deductible',
  'l.year',
  'l.mileage',
  'l.description',
  'l.country',
  'l.city',
  'l.category_id',
  'l.thumbnail',
  'l.moderation_flags',
  'l.rejection',
  'l.suspension',
  'l.quality_score',
  'l.featured',
  'l.featured_until',
  'l.views',
  'l.source',
  'l.created_at',
  'l.submitted_at',
  'l.published_at',
  's.id as seller_id',
  's.slug as seller_slug',
  's.company_name',
  's.verified as seller_verified',
  's.trust_score',
  's.created_at as seller_since',
] as const;

export type ModeratedRow = NonNullable<Awaited<ReturnType<typeof findModerated>>>;

const SELLERS_BY_NAME_MAX = 200;

/** What a listing of the given state must be besides. */
function conditions(filters: ModerationFilters): RawBuilder<SqlBool> {
  const found: RawBuilder<SqlBool>[] = [sql`true`];
  if (filters.sellerId !== undefined) found.push(sql`l.seller_id = ${filters.sellerId}`);
  if (filters.flagged !== undefined)
    found.push(
      filters.flagged ? sql`l.moderation_flags <> '{}'::jsonb` : sql`l.moderation_flags = '{}'::jsonb`,
    );
  return sql.join(found, sql` and `);
}

const inReview = 'PENDING_REVIEW';

/**
 * Listings that wait for a decision come oldest first, the rest newest first. Each state is read from its own index, no
 * further than the page reaches, and the page is picked from those.
 */
export async function listModerated(
  db: Queryable,
  filters: ModerationFilters,
  page: KeysetPage,
): Promise<CountedRows<ModeratedRow>> {
  const asked =
    filters.status === undefined || filters.status.length === 0 ? undefined : [...new Set(filters.status)];
  const states = asked ?? listingStates.filter((state) => state !== 'DELETED');
  const reach = page.offset + page.limit;
  const where = conditions(filters);
  const text = filters.q?.trim() ?? '';
  const named = text === '' ? null : await idsByText(db, text);
  const branches =
    named === null
      ? states.map((state) => branchOf(state, { where, reach, after: page.after }))
      : [
          sql`(select l.id, case when l.status = ${inReview} then 0 else 1 end as queue,
          case when l.status = ${inReview} then l.submitted_at else l.created_at end as at
          from listings l where l.id = any(${named}::text[]) and l.status = any(${[...states]}::text[]) and ${where})`,
        ];
  const ids = sql<{ id: string }>`
    select id from (${sql.join(branches, sql` union all `)}) found where ${beginning(page.after)}
    order by queue, case queue when 0 then at end, case queue when 1 then at end desc, id desc
    limit ${page.limit} offset ${page.offset}`;
  const found = (await ids.execute(db)).rows.map(({ id }) => id);
  const rows = await listingsOf(db)
    .where('l.id', 'in', [...found, ''])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: found.flatMap((id) => byId.get(id) ?? []),
    ...(await countModerated(db, filters, states, named)),
  };
}

/** Some of those that fit, when more do than anybody pages through: in order they would all have to be read. */
async function idsByText(db: Queryable, text: string): Promise<string[]> {
  const pattern = sql`lower(${containsPattern(text)})`;
  const { rows } = await sql<{ id: string }>`
    (select l.id from listings l
      where listing_text(l.title, l.external_id, l.vin, l.serial_number) like ${pattern} limit ${LOOKED_AT_MAX})
    union (select l.id from listings l where l.seller_id = any(array(
        select id from sellers where lower(company_name) like ${pattern} limit ${SELLERS_BY_NAME_MAX}
      )) limit ${LOOKED_AT_MAX})
    union select l.id from listings l where l.id = ${text}
    union select l.id from listings l where l.slug = ${text}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of what is in the order of the list: all, or what comes after a place in it. */
function beginning(after: Key | null): RawBuilder<SqlBool> {
  const [queue, at, id] = after ?? [];
  if (queue === undefined) return sql`true`;
  return queue === '0'
    ? sql`(queue = 1 or at > ${at}::timestamptz or (at = ${at}::timestamptz and id < ${id}))`
    : sql`(queue = 1 and (at, id) < (${at}::timestamptz, ${id}))`;
}

function branchOf(
  state: string,
  { where, reach, after }: { where: RawBuilder<SqlBool>; reach: number; after: Key | null },
): RawBuilder<unknown> {
  const [queue, at, id] = after ?? [];
  if (state === inReview) {
    const begin =
      after === null
        ? sql`true`
        : queue === '0'
          ? sql`(l.submitted_at > ${at}::timestamptz or (l.submitted_at = ${at}::timestamptz and l.id < ${id}))`
          : sql`false`;
    return sql`(select l.id, 0 as queue, l.submitted_at as at from listings l
      where l.status = ${state} and ${begin} and ${where} order by l.submitted_at, l.id desc limit ${reach})`;
  }
  const begin = queue === '1' ? sql`(l.created_at, l.id) < (${at}::timestamptz, ${id})` : sql`true`;
  return sql`(select l.id, 1 as queue, l.created_at as at from listings l
    where l.status = ${state} and ${begin} and ${where} order by l.created_at desc, l.id desc limit ${reach})`;
}

/** The place of a listing in that order. */
export function moderationKey(row: ModeratedRow): Key {
  const waits = row.status === inReview;
  const at = waits ? (row.submitted_at ?? row.created_at) : row.created_at;
  return [waits ? '0' : '1', at.toISOString(), row.id];
}

async function countModerated(
  db: Queryable,
  filters: ModerationFilters,
  states: readonly string[],
  named: readonly string[] | null,
): Promise<{ count: number; countMax: number }> {
  const { sellerId, flagged } = filters;
  const count = (where: RawBuilder<SqlBool>, max: number): Promise<number> =>
    countUpTo(db, sql`select from listings l where l.status = any(${[...states]}::text[]) and ${where}`, max);
  if (named !== null) {
    const among = sql<SqlBool>`l.id = any(${[...named]}::text[]) and ${conditions(filters)}`;
    return { count: await count(among, LOOKED_AT_MAX), countMax: LOOKED_AT_MAX };
  }
  if (flagged === true) return { count: await count(conditions(filters), COUNT_MAX), countMax: COUNT_MAX };
  const stock = sellerId === undefined ? await readMarketStock(db) : await readStock(db, sellerId);
  const all = stock.reduce((sum, { status, listings }) => sum + (states.includes(status) ? listings : 0), 0);
  const flaggedOnes =
    flagged === false ? await count(conditions({ ...filters, flagged: true }), COUNT_MAX) : 0;
  return { count: all - flaggedOnes, countMax: Infinity };
}

function listingsOf(db: Queryable) {
  return db
    .selectFrom('listings as l')
    .innerJoin('sellers as s', 's.id', 'l.seller_id')
    .select([...COLUMNS]);
}

export function findModerated(db: Queryable, idOrSlug: string) {
  return listingsOf(db)
    .where((where) => where.or([where('l.id', '=', idOrSlug), where('l.slug', '=', idOrSlug)]))
    .executeTakeFirst();
}
