import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../../../platform/db/any-of.ts';
import { COUNT_MAX, countUpTo, findFew, isOneOfSet, SEARCHED_MAX } from '../../../platform/db/count-up-to.ts';
import { containsPattern } from '../../../platform/db/like.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import type { CountedRows, Key, KeysetPage } from '../../../platform/http/keyset.ts';
import { readMarketStock } from '../../../platform/db/market-sums.repository.ts';
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

/** A source of listings, aliased as `l`. */
interface Source {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
  /** The same, where the place is read in its order, after what is made before. */
  readonly onTheWay: RawBuilder<SqlBool>;
  readonly before: RawBuilder<unknown>;
  /** Whether it has an index by state and time. Otherwise, it has few enough listings to sort them all. */
  readonly isInOrder: boolean;
}

/** Sources of listings, each with a separate index. A listing may come from several sources. */
type Sources = readonly Source[];

/** Returns the conditions that listings of any source must meet. */
function conditions({ sellerId, flagged }: ModerationFilters, isText: boolean): RawBuilder<SqlBool> {
  const found: RawBuilder<SqlBool>[] = [sql`true`];
  if (sellerId !== undefined) found.push(sql`l.seller_id = ${sellerId}`);
  if (flagged !== undefined && !isText)
    found.push(flagged ? sql`l.moderation_flags <> '{}'::jsonb` : sql`l.moderation_flags = '{}'::jsonb`);
  if (flagged !== undefined && isText)
    found.push(
      sql`l.listing_id ${flagged ? sql`in` : sql`not in`} (select id from listings where moderation_flags <> '{}'::jsonb)`,
    );
  return sql.join(found, sql` and `);
}

function listingsThat(where: RawBuilder<SqlBool>, filters: ModerationFilters, isInOrder: boolean): Source {
  const every = sql<SqlBool>`${where} and ${conditions(filters, false)}`;
  return { from: sql`listings l`, id: sql`l.id`, where: every, onTheWay: every, before: sql``, isInOrder };
}

function textsThat(
  where: RawBuilder<SqlBool>,
  filters: ModerationFilters,
  { onTheWay = where, before = sql`` }: Partial<Pick<Source, 'onTheWay' | 'before'>> = {},
): Source {
  const rest = conditions(filters, true);
  return {
    from: sql`listing_texts l`,
    id: sql`l.listing_id`,
    where: sql`${where} and ${rest}`,
    onTheWay: sql`${onTheWay} and ${rest}`,
    before,
    isInOrder: true,
  };
}

/** Returns the sources of listings that contain the text, or whose seller's name contains it. */
async function sourcesOf(db: Queryable, text: string, filters: ModerationFilters): Promise<Sources> {
  const pattern = sql`lower(${containsPattern(text)})`;
  const named = sql`select id from ${companies} sellers where lower(company_name) like ${pattern}`;
  const { rows } = await sql<{ id: string }>`${named} limit ${SELLERS_BY_NAME_MAX + 1}`.execute(db);
  const ofSellers =
    rows.length > SELLERS_BY_NAME_MAX
      ? [
          textsThat(sql`l.seller_id in (${named})`, filters, {
            onTheWay: isOneOfSet(sql`l.seller_id`, sql`select id from named`),
            before: sql`with named as materialized (${named})`,
          }),
        ]
      : rows.map(({ id }) => listingsThat(sql`l.seller_id = ${id}`, filters, false));
  return [
    textsThat(sql`l.text like ${pattern}`, filters),
    listingsThat(sql`(l.id = ${text} or l.slug = ${text})`, filters, false),
    ...ofSellers,
  ];
}

const inReview = 'PENDING_REVIEW';

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
  const sources = text === '' ? [listingsThat(sql`true`, filters, true)] : await sourcesOf(db, text, filters);
  const scope: Scope = { states, sources, page };
  const few = text === '' ? null : await findFew(db, everyOf(scope, SEARCHED_MAX));
  const ids = few === null ? await idsInOrder(db, scope) : await putInOrder(db, few, page);
  const rows = await listingsOf(db).where('l.id', '=', anyOf(ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const counted =
    text === ''
      ? await countModerated(db, filters, states)
      : { count: few?.length ?? SEARCHED_MAX + 1, countMax: SEARCHED_MAX };
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
}

interface Scope {
  readonly states: readonly string[];
  readonly sources: Sources;
  readonly page: KeysetPage;
}

/** Returns all listings of the sources in these states, without duplicates. */
function everyOf({ states, sources }: Pick<Scope, 'states' | 'sources'>, max: number): RawBuilder<unknown> {
  const parts = sources.map(
    ({ from, id, where }) => sql`(select ${id} as id from ${from}
      where l.status = any(${[...states]}::text[]) and ${where} limit ${max + 1})`,
  );
  return sql.join(parts, sql` union `);
}

async function putInOrder(db: Queryable, ids: readonly string[], page: KeysetPage): Promise<string[]> {
  const [queue, at, id] = page.after ?? [];
  const begin =
    queue === undefined
      ? sql<SqlBool>`true`
      : queue === '0'
        ? sql<SqlBool>`(queue = 1 or at > ${at}::timestamptz or (at = ${at}::timestamptz and id < ${id}))`
        : sql<SqlBool>`(queue = 1 and (at, id) < (${at}::timestamptz, ${id}))`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select l.id, case l.status when ${inReview} then 0 else 1 end as queue,
        case l.status when ${inReview} then l.submitted_at else l.created_at end as at
      from listings l where l.id = ${anyOf(ids)}
    ) found where ${begin}
    order by queue, case queue when 0 then at end, case queue when 1 then at end desc, id desc
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map(({ id: found }) => found);
}

async function idsInOrder(db: Queryable, scope: Scope): Promise<string[]> {
  const { states, page } = scope;
  const waiting = states.includes(inReview) ? await idsInReview(db, scope) : [];
  const ids = waiting.slice(page.offset, page.offset + page.limit);
  const otherStates = states.filter((state) => state !== inReview);
  if (ids.length === page.limit || otherStates.length === 0) return ids;
  const offset = Math.max(0, page.offset - waiting.length);
  const limit = page.limit - ids.length;
  return [...ids, ...(await idsOfOthers(db, { ...scope, states: otherStates }, { limit, offset }))];
}

/** Reads the longest waiting first, up to the end of the page. */
async function idsInReview(db: Queryable, { sources, page }: Scope): Promise<string[]> {
  const [queue, at, id] = page.after ?? [];
  if (queue === '1') return [];
  const begin =
    queue === undefined
      ? sql`true`
      : sql`(l.submitted_at > ${at}::timestamptz or (l.submitted_at = ${at}::timestamptz and l.id < ${id}))`;
  const reach = page.offset + page.limit;
  const everyListing = sources.length === 1 ? sources[0]?.where : undefined;
  const waits = (source: Source): RawBuilder<SqlBool> =>
    everyListing ??
    isOneOfSet(
      sql`l.id`,
      sql`select ${source.id} from ${source.from} where l.status = ${inReview} and ${source.where}`,
    );
  const parts = sources.map(
    (source) => sql`(select l.id, l.submitted_at as at from listings l
      where l.status = ${inReview} and ${begin} and ${waits(source)}
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

/** Returns a page of IDs, newest first. Reads each state in the order of its index, and merges no further than the page. */
async function idsOfOthers(
  db: Queryable,
  { states, sources, page }: Scope,
  { limit, offset }: Stretch,
): Promise<string[]> {
  const [queue, at, after] = page.after ?? [];
  const reach = offset + limit;
  const parts = sources.map(({ from, id, onTheWay, before, isInOrder }) => {
    const begin = queue === '1' ? sql`(l.created_at, ${id}) < (${at}::timestamptz, ${after})` : sql`true`;
    const ofStates = (isState: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
      (select ${id} as id, l.created_at as at from ${from}
        where ${isState} and ${begin} and ${onTheWay}
        order by l.created_at desc, ${id} desc limit ${reach})`;
    if (!isInOrder) return ofStates(sql`l.status = any(${[...states]}::text[])`);
    return sql`(${before} select id, at from (
      ${sql.join(
        states.map((state) => ofStates(sql`l.status = ${state}`)),
        sql` union all `,
      )}
    ) merged order by at desc, id desc limit ${reach})`;
  });
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union `)}) found
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
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
  states: readonly string[],
): Promise<{ count: number; countMax: number }> {
  const { sellerId, flagged } = filters;
  if (flagged === true) return { count: await countFlagged(), countMax: COUNT_MAX };
  const stock = sellerId === undefined ? await readMarketStock(db) : await readStock(db, sellerId);
  const isCounted = (status: string): boolean => states.includes(status);
  const count = stock.reduce((sum, { status, listings }) => sum + (isCounted(status) ? listings : 0), 0);
  if (flagged === undefined) return { count, countMax: Infinity };
  // Few listings have flags, so subtract them from all.
  const flags = await countFlagged();
  return flags > COUNT_MAX
    ? { count: COUNT_MAX + 1, countMax: COUNT_MAX }
    : { count: Math.max(0, count - flags), countMax: Infinity };

  function countFlagged(): Promise<number> {
    const sources = [listingsThat(sql`true`, { ...filters, flagged: true }, true)];
    return countUpTo(db, sql`select from (${everyOf({ states, sources }, COUNT_MAX)}) found`, COUNT_MAX);
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
