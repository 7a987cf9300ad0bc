import { sql } from 'kysely';
import { pageWithTotal } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import './tables.ts';

/** The published versions of the pages that administrators have written. */
export function listPublished(db: Queryable) {
  return db
    .selectFrom('info_pages as p')
    .innerJoin('info_page_versions as v', (join) =>
      join
        .onRef('v.slug', '=', 'p.slug')
        .onRef('v.language', '=', 'p.language')
        .onRef('v.version', '=', 'p.published_version'),
    )
    .select(['p.slug', 'p.language', 'v.title', 'v.body', 'p.published_at'])
    .execute();
}

export function listStates(db: Queryable) {
  return db
    .selectFrom('info_pages as p')
    .leftJoin('info_page_versions as v', (join) =>
      join
        .onRef('v.slug', '=', 'p.slug')
        .onRef('v.language', '=', 'p.language')
        .onRef('v.version', '=', 'p.version'),
    )
    .select(['p.slug', 'p.language', 'p.version', 'p.published_version', 'p.published_at', 'v.title'])
    .execute();
}

export function findState(db: Queryable, slug: string, language: string) {
  return db
    .selectFrom('info_pages')
    .selectAll()
    .where('slug', '=', slug)
    .where('language', '=', language)
    .executeTakeFirst();
}

/** The state of a page in a language, made when it is new, and locked until the transaction ends. */
export async function lockState(trx: Transaction, slug: string, language: string) {
  await sql`insert into info_pages (slug, language) values (${slug}, ${language}) on conflict do nothing`.execute(
    trx,
  );
  return trx
    .selectFrom('info_pages')
    .selectAll()
    .where('slug', '=', slug)
    .where('language', '=', language)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function countSlugs(trx: Transaction): Promise<number> {
  const { count } = await trx
    .selectFrom('info_pages')
    .select((select) => select.fn.count<number>('slug').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function addVersion(
  trx: Transaction,
  text: {
    readonly slug: string;
    readonly language: string;
    readonly version: number;
    readonly title: string;
    readonly body: string;
    readonly writtenBy: string;
    readonly now: Date;
  },
): Promise<void> {
  const { slug, language, version, title, body, writtenBy, now } = text;
  await trx
    .insertInto('info_page_versions')
    .values({ slug, language, version, title, body, written_by: writtenBy, written_at: now })
    .execute();
  await trx
    .updateTable('info_pages')
    .set({ version })
    .where('slug', '=', slug)
    .where('language', '=', language)
    .execute();
}

export async function publishVersion(
  trx: Transaction,
  { slug, language, version, now }: { slug: string; language: string; version: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('info_pages')
    .set({ published_version: version, published_at: now })
    .where('slug', '=', slug)
    .where('language', '=', language)
    .execute();
}

export function findVersion(db: Queryable, slug: string, language: string, version: number) {
  return db
    .selectFrom('info_page_versions')
    .selectAll()
    .where('slug', '=', slug)
    .where('language', '=', language)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Newest first, without the texts. */
export function listVersions(db: Queryable, slug: string, language: string, page: Page) {
  const newest = db
    .selectFrom('info_page_versions')
    .select(['version', 'title', 'written_by', 'written_at'])
    .where('slug', '=', slug)
    .where('language', '=', language)
    .orderBy('version', 'desc');
  return pageWithTotal(newest, page);
}
