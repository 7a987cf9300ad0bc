import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../../../platform/db/any-of.ts';
import { COUNT_MAX, countUpTo, pageOfFound, SEARCHED_MAX } from '../../../platform/db/count-up-to.ts';
import { dayOf } from '../../../platform/clock.ts';
import { containsPattern } from '../../../platform/db/like.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import type { CountedRows, Key, KeysetPage } from '../../../platform/http/keyset.ts';
import { readDayOfNewest, readMarketStock } from '../../../platform/db/market-sums.repository.ts';
import { companies } from '../../companies/index.ts';
import { listingStates } from '../record/enums.ts';
import { readStock } from '../sums.repository.ts';
import '../tables.ts';

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

/**
 * Sellers with a matching name whose newest listings are read one by one. For more sellers, scanning the listings in
 * order is cheaper.
 */
const SELLERS_BY_NAME_MAX = 25;

/** Conditions besides the state. */
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

/** Sources of matching listings, each with an index; a listing can be in several. */
type Sources = readonly RawBuilder<unknown>[];

const EVERYWHERE: Sources = [sql`listings l where true`];

/** Sources of listings that contain a text, and of sellers whose name contains it. */
async function sourcesOf(db: Queryable, text: string): Promise<Sources> {
  const pattern = sql`lower(${containsPattern(text)})`;
  const { rows } = await sql<{ id: string }>`
    select id from ${companies} sellers where lower(company_name) like ${pattern} limit ${SELLERS_BY_NAME_MAX + 1}`.execute(
    db,
  );
  const bySeller =
    rows.length > SELLERS_BY_NAME_MAX
      ? sql`listings l join ${companies} c on c.id = l.seller_id where lower(c.company_name) like ${pattern}`
      : null;
  return [
    sql`listings l where (listing_text(l.title, l.external_id, l.vin, l.serial_number) like ${pattern}
      or l.id = ${text} or l.slug = ${text})`,
    ...(bySeller === null ? rows.map(({ id }) => sql`listings l where l.seller_id = ${id}`) : [bySeller]),
  ];
}

/**
 * Pending listings come oldest first, others newest first. Each state is read from its own index, no further than the
 * page reaches. A text is combined with the filters: a rare one is found by its own index, a frequent one while
 * scanning in order.
 */
export async function listModerated(
  db: Queryable,
  filters: ModerationFilters,
  page: KeysetPage,
): Promise<CountedRows<ModeratedRow>> {
  const requestedStates =
    filters.status === undefined || filters.status.length === 0 ? undefined : [...new Set(filters.status)];
  const states = requestedStates ?? listingStates.filter((state) => state !== 'DELETED');
  const text = filters.q?.trim() ?? '';
  const where = conditions(filters);
  const scope: Scope = { states, sources: text === '' ? EVERYWHERE : await sourcesOf(db, text), where, page };
  const found = text === '' ? null : await search(db, scope);
  const ids = found?.ids ?? (await idsInOrder(db, scope));
  const rows = await listingsOf(db).where('l.id', '=', anyOf(ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const counted =
    found === null
      ? await countModerated(db, filters, scope)
      : { count: found.count, countMax: SEARCHED_MAX };
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
}

interface Scope {
  readonly states: readonly string[];
  readonly sources: Sources;
  readonly where: RawBuilder<SqlBool>;
  readonly page: KeysetPage;
}

/** Selects everything in these states, without duplicates. */
function everyOf({ states, sources, where }: Scope, max: number): RawBuilder<unknown> {
  const parts = sources.map(
    (source) => sql`(select l.id, l.status, l.submitted_at, l.created_at from ${source}
      and l.status = any(${[...states]}::text[]) and ${where} limit ${max + 1})`,
  );
  return sql.join(parts, sql` union `);
}

function search(db: Queryable, scope: Scope) {
  const [queue, at, id] = scope.page.after ?? [];
  const begin =
    queue === undefined
      ? sql<SqlBool>`true`
      : queue === '0'
        ? sql<SqlBool>`(queue = 1 or at > ${at}::timestamptz or (at = ${at}::timestamptz and id < ${id}))`
        : sql<SqlBool>`(queue = 1 and (at, id) < (${at}::timestamptz, ${id}))`;
  const found = sql`
    select id, case status when ${inReview} then 0 else 1 end as queue,
      case status when ${inReview} then submitted_at else created_at end as at
    from (${everyOf(scope, SEARCHED_MAX)}) known`;
  const order = sql`queue, case queue when 0 then at end, case queue when 1 then at end desc, id desc`;
  return pageOfFound(db, found, { ...scope.page, begin, order });
}

async function idsInOrder(db: Queryable, scope: Scope): Promise<string[]> {
  const { states, page } = scope;
  const waiting = states.includes(inReview) ? await idsInReview(db, scope) : [];
  const ids = waiting.slice(page.offset, page.offset + page.limit);
  const otherStates = states.filter((state) => state !== inReview);
  if (ids.length === page.limit || otherStates.length === 0) return ids;
  const offset = Math.max(0, page.offset - waiting.length);
  const limit = page.limit - ids.length;
  const rest = { ...scope, states: otherStates };
  const found = scope.sources === EVERYWHERE ? idsOfOthers : idsOfNewest;
  return [...ids, ...(await found(db, rest, { limit, offset }))];
}

/** Longest waiting first, no further than the page reaches. */
async function idsInReview(db: Queryable, { sources, where, page }: Scope): Promise<string[]> {
  const [queue, at, id] = page.after ?? [];
  if (queue === '1') return [];
  const begin =
    queue === undefined
      ? sql`true`
      : sql`(l.submitted_at > ${at}::timestamptz or (l.submitted_at = ${at}::timestamptz and l.id < ${id}))`;
  const reach = page.offset + page.limit;
  const parts = sources.map(
    (
      source,
    ) => sql`(select l.id, l.submitted_at as at from ${source} and l.status = ${inReview} and ${begin} and ${where}
      order by l.submitted_at, l.id desc limit ${reach})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union `)}) found order by at, id desc limit ${reach}`.execute(db);
  return rows.map(({ id: found }) => found);
}

interface Stretch {
  readonly limit: number;
  readonly offset: number;
}

const afterPlace = ([queue, at, id]: Key): RawBuilder<SqlBool> =>
  queue === '1' ? sql`(l.created_at, l.id) < (${at}::timestamptz, ${id})` : sql`true`;

/** Newest first: each state in the order of its index, merged no further than the page reaches. */
async function idsOfOthers(
  db: Queryable,
  { states, where, page }: Scope,
  { limit, offset }: Stretch,
): Promise<string[]> {
  const parts = states.map(
    (state) => sql`(select l.id, l.created_at as at from listings l
      where l.status = ${state} and ${afterPlace(page.after ?? [])} and ${where}
      order by l.created_at desc, l.id desc limit ${offset + limit})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) found
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id: found }) => found);
}

/** Listings to scan per listing that the page needs; more if too few match. */
const LOOKED_THROUGH = 4;
const LOOKED_THROUGH_FURTHER = { least: 2, most: 16, reserve: 1.5 };

/**
 * Newest first among listings that contain a text: scans the listings of the last days, as many as necessary. Both
 * indexes limit the scan, so neither distant nor unmatched rows are read.
 */
async function idsOfNewest(
  db: Queryable,
  { states, sources, where, page }: Scope,
  { limit, offset }: Stretch,
): Promise<string[]> {
  const [queue, at] = page.after ?? [];
  const last = queue === '1' && at !== undefined ? dayOf(new Date(at)) : null;
  const reach = offset + limit;
  for (let wanted = reach * LOOKED_THROUGH; ;) {
    const since = await readDayOfNewest(db, wanted, last);
    const isSince =
      since === undefined ? sql`true` : sql`l.created_at >= ${`${since.day}T00:00:00Z`}::timestamptz`;
    const parts = sources.map(
      (
        source,
      ) => sql`(select l.id, l.created_at as at from ${source} and l.status = any(${[...states]}::text[])
        and ${isSince} and ${afterPlace(page.after ?? [])} and ${where}
        order by l.created_at desc, l.id desc limit ${reach})`,
    );
    const { rows } = await sql<{ id: string }>`
      select id from (${sql.join(parts, sql` union `)}) found order by at desc, id desc limit ${reach}`.execute(
      db,
    );
    if (rows.length === reach || since === undefined) return rows.slice(offset).map(({ id }) => id);
    const { least, most, reserve } = LOOKED_THROUGH_FURTHER;
    const times = (reserve * reach) / Math.max(1, rows.length);
    wanted = since.listings * Math.min(most, Math.max(least, times));
  }
}

/** Sort key of a listing. */
export function moderationKey(row: ModeratedRow): Key {
  const waits = row.status === inReview;
  const at = waits ? (row.submitted_at ?? row.created_at) : row.created_at;
  return [waits ? '0' : '1', at.toISOString(), row.id];
}

async function countModerated(
  db: Queryable,
  filters: ModerationFilters,
  scope: Scope,
): Promise<{ count: number; countMax: number }> {
  const { sellerId, flagged } = filters;
  if (flagged === true) return { count: await countFlagged(), countMax: COUNT_MAX };
  const stock = sellerId === undefined ? await readMarketStock(db) : await readStock(db, sellerId);
  const isCounted = (status: string): boolean => scope.states.includes(status);
  const count = stock.reduce((sum, { status, listings }) => sum + (isCounted(status) ? listings : 0), 0);
  if (flagged === undefined) return { count, countMax: Infinity };
  // Few listings have flags, so subtract them from all.
  const flags = await countFlagged();
  return flags > COUNT_MAX
    ? { count: COUNT_MAX + 1, countMax: COUNT_MAX }
    : { count: Math.max(0, count - flags), countMax: Infinity };

  function countFlagged(): Promise<number> {
    const ofFlagged = { ...scope, where: conditions({ ...filters, flagged: true }) };
    return countUpTo(db, sql`select from (${everyOf(ofFlagged, COUNT_MAX)}) found`, COUNT_MAX);
  }
}

function listingsOf(db: Queryable) {
  return db
    .selectFrom('listings as l')
    .innerJoin(companies.as('s'), 's.id', 'l.seller_id')
    .select([...COLUMNS]);
}

export function findModerated(db: Queryable, idOrSlug: string) {
  return listingsOf(db)
    .where((where) => where.or([where('l.id', '=', idOrSlug), where('l.slug', '=', idOrSlug)]))
    .executeTakeFirst();
}
