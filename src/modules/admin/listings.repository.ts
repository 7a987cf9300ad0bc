import { type SqlBool, sql } from 'kysely';
import { containsPattern } from '../../platform/db/like.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
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
  'l.year',
  'l.mileage',
  'l.description',
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

function matching(db: Queryable, filters: ModerationFilters) {
  let query = db.selectFrom('listings as l').innerJoin('sellers as s', 's.id', 'l.seller_id');
  if (filters.status === undefined || filters.status.length === 0)
    query = query.where('l.status', '<>', 'DELETED');
  else query = query.where(sql<SqlBool>`l.status = any(${[...filters.status]}::text[])`);
  if (filters.sellerId !== undefined) query = query.where('l.seller_id', '=', filters.sellerId);
  if (filters.flagged !== undefined) {
    query = query.where(
      filters.flagged
        ? sql<SqlBool>`l.moderation_flags <> '{}'::jsonb`
        : sql<SqlBool>`l.moderation_flags = '{}'::jsonb`,
    );
  }
  const text = filters.q?.trim() ?? '';
  if (text !== '') {
    const pattern = sql`lower(${containsPattern(text)})`;
    query = query.where(
      sql<SqlBool>`(lower(l.title) like ${pattern} or lower(s.company_name) like ${pattern} or l.id = ${text} or l.slug = ${text} or l.vin = ${text.toUpperCase()})`,
    );
  }
  return query;
}

export type ModeratedListing = NonNullable<Awaited<ReturnType<typeof findModerated>>>;

/** Listings that wait for a decision come oldest first, the rest newest first. */
export async function listModerated(
  db: Queryable,
  filters: ModerationFilters,
  page: Page,
): Promise<{ rows: ModeratedListing[]; total: number }> {
  const { count } = await matching(db, filters)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matching(db, filters)
    .select([...COLUMNS])
    .orderBy(sql`(case when l.status = 'PENDING_REVIEW' then l.submitted_at end)`, (order) =>
      order.asc().nullsLast(),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: count };
}

export function findModerated(db: Queryable, idOrSlug: string) {
  return db
    .selectFrom('listings as l')
    .innerJoin('sellers as s', 's.id', 'l.seller_id')
    .select([...COLUMNS])
    .where((where) => where.or([where('l.id', '=', idOrSlug), where('l.slug', '=', idOrSlug)]))
    .executeTakeFirst();
}
