import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_MAX, countUpTo, pageOfFound, SEARCHED_MAX } from '../../platform/db/count-up-to.ts';
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

/** So many sellers of a name are each asked for their newest; where more have it, it is met on the way through the market. */
const SELLERS_BY_NAME_MAX = 25;

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

/** Where listings come from that fit, each place with an index of its own; a listing may come from several. */
type Sources = readonly RawBuilder<unknown>[];

const EVERYWHERE: Sources = [sql`listings l where true`];

/** Those that a text is found in, and those of sellers whose name it is found in. */
async function sourcesOf(db: Queryable, text: string): Promise<Sources> {
  const pattern = sql`lower(${containsPattern(text)})`;
  const { rows } = await sql<{ id: string }>`
    select id from sellers where lower(company_name) like ${pattern} limit ${SELLERS_BY_NAME_MAX + 1}`.execute(
    db,
  );
  const bySeller =
    rows.length > SELLERS_BY_NAME_MAX
      ? sql`listings l join sellers c on c.id = l.seller_id where lower(c.company_name) like ${pattern}`
      : null;
  return [
    sql`listings l where (listing_text(l.title, l.external_id, l.vin, l.serial_number) like ${pattern}
      or l.id = ${text} or l.slug = ${text})`,
    ...(bySeller === null ? rows.map(({ id }) => sql`listings l where l.seller_id = ${id}`) : [bySeller]),
  ];
}

/**
 * Listings that wait for a decision come oldest first, the rest newest first. Each state is read from its own index, and the page is
 * picked from those as far as it reaches. A text is looked for together with the filters: what is rare is found by its own index,
 * and what is frequent is met on the way through those of the order.
 */
export async function listModerated(
  db: Queryable,
  filters: ModerationFilters,
  page: KeysetPage,
): Promise<CountedRows<ModeratedRow>> {
  const asked =
    filters.status === undefined || filters.status.length === 0 ? undefined : [...new Set(filters.status)];
  const states = asked ?? listingStates.filter((state) => state !== 'DELETED');
  const text = filters.q?.trim() ?? '';
  const where = conditions(filters);
  const scope: Scope = { states, sources: text === '' ? EVERYWHERE : await sourcesOf(db, text), where, page };
  const found = text === '' ? null : await search(db, scope);
  const ids = found?.ids ?? (await idsInOrder(db, scope));
  const rows = await listingsOf(db)
    .where('l.id', 'in', [...ids, ''])
    .execute();
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

/** Everything that a source has in those states, once. */
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
  const others = states.filter((state) => state !== inReview);
  if (ids.length === page.limit || others.length === 0) return ids;
  const offset = Math.max(0, page.offset - waiting.length);
  const limit = page.limit - ids.length;
  return [...ids, ...(await idsOfOthers(db, { ...scope, states: others }, { limit, offset }))];
}

/** The longest waiting first, as far as the page reaches. */
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

/** The newest first: each state in the order of its own index, merged no further than the page reaches. */
async function idsOfOthers(
  db: Queryable,
  { states, sources, where, page }: Scope,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const [queue, at, id] = page.after ?? [];
  const begin = queue === '1' ? sql`(l.created_at, l.id) < (${at}::timestamptz, ${id})` : sql`true`;
  const reach = offset + limit;
  const parts = sources.flatMap((source) =>
    states.map(
      (
        state,
      ) => sql`(select l.id, l.created_at as at from ${source} and l.status = ${state} and ${begin} and ${where}
        order by l.created_at desc, l.id desc limit ${reach})`,
    ),
  );
  const isOnce = sources.length === 1;
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, isOnce ? sql` union all ` : sql` union `)}) found
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id: found }) => found);
}

/** The place of a listing in that order. */
export function moderationKey(row: ModeratedRow): Key {
  const waits = row.status === inReview;
  const at = waits ? (row.submitted_at ?? row.created_at) : row.created_at;
  return [waits ? '0' : '1', at.toISOString(), row.id];
}

async function countModerated(
  db: Queryable,
  { sellerId, flagged }: ModerationFilters,
  scope: Scope,
): Promise<{ count: number; countMax: number }> {
  if (flagged !== undefined) {
    const count = await countUpTo(db, sql`select from (${everyOf(scope, COUNT_MAX)}) found`, COUNT_MAX);
    return { count, countMax: COUNT_MAX };
  }
  const stock = sellerId === undefined ? await readMarketStock(db) : await readStock(db, sellerId);
  const isCounted = (status: string): boolean => scope.states.includes(status);
  const count = stock.reduce((sum, { status, listings }) => sum + (isCounted(status) ? listings : 0), 0);
  return { count, countMax: Infinity };
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
