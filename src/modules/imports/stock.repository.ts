import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { canonicalEmail } from '../../platform/text/email.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import type { StockEntry } from './target.ts';
import './tables.ts';

export interface Keys {
  readonly externalId: string | null;
  readonly vin: string | null;
  readonly listingId: string | null;
}

const ENTRY_COLUMNS = sql.raw('id, external_id, vin, status, row_hash');

/**
 * A seller's listings by their keys, as they are before the batch. Each key is looked up separately in its unique
 * index; `findIdsByKeys` load the listings explains why.
 */
export class Stock {
  readonly #byExternalId = new Map<string, StockEntry>();
  readonly #byId = new Map<string, StockEntry>();
  readonly #byVin = new Map<string, { readonly entry: StockEntry; readonly externalId: string | null }>();

  static async load(db: Queryable, sellerId: string, keys: readonly Keys[]): Promise<Stock> {
    const stock = new Stock();
    const externalIds = keys.flatMap(({ externalId }) => externalId ?? []);
    const vins = keys.flatMap(({ vin }) => vin ?? []);
    const ids = keys.flatMap(({ listingId }) => listingId ?? []);
    const { rows } = await sql<{
      id: string;
      external_id: string | null;
      vin: string | null;
      status: string;
      row_hash: Buffer | null;
      is_retired: boolean;
    }>`
      select l.id, l.external_id, l.vin, l.status, l.row_hash,
        l.status = 'PAUSED' and exists (select from import_retirements r where r.listing_id = l.id) as is_retired
      from (
        select l.* from unnest(${externalIds}::text[]) as key(value) cross join lateral (
          select ${ENTRY_COLUMNS} from listings
          where seller_id = ${sellerId} and external_id >= key.value and deleted_at is null
          order by external_id limit 1
        ) l where l.external_id = key.value
        union all
        select l.* from unnest(${vins}::text[]) as key(value) cross join lateral (
          select ${ENTRY_COLUMNS} from listings
          where seller_id = ${sellerId} and vin >= key.value and deleted_at is null
          order by vin limit 1
        ) l where l.vin = key.value
        union all
        select ${ENTRY_COLUMNS} from listings
        where id = any(${ids}::text[]) and seller_id || '' = ${sellerId} and deleted_at is null
      ) l`.execute(db);
    for (const row of rows) {
      const entry = {
        listingId: row.id,
        status: row.status,
        rowHash: row.row_hash,
        isRetired: row.is_retired,
      };
      stock.#byId.set(row.id, entry);
      if (row.external_id !== null) stock.#byExternalId.set(row.external_id, entry);
      if (row.vin !== null) stock.#byVin.set(row.vin, { entry, externalId: row.external_id });
    }
    return stock;
  }

  /** The stock number decides; a VIN alone finds only a listing without another stock number. */
  find({ externalId, vin, listingId }: Keys): StockEntry | null {
    const byNumber = externalId === null ? undefined : this.#byExternalId.get(externalId);
    if (byNumber !== undefined) return byNumber;
    const byVin = vin === null ? undefined : this.#byVin.get(vin);
    if (byVin !== undefined && (externalId === null || byVin.externalId === null)) return byVin.entry;
    return listingId === null ? null : (this.#byId.get(listingId) ?? null);
  }
}

interface CoveredListing extends Keys {
  readonly listingId: string;
}

/** Listings that a full import covers. */
interface Coverage {
  /** Leaves out listings that no import has written. */
  readonly importedOnly: boolean;
  /** Listings created later may be missing from a file that was written before. */
  readonly madeBy: Date;
}

/**
 * Lists the seller's listings on the market that a full import covers, by ID after `after`: those with a stock
 * number, and imported ones that only have a VIN.
 */
export async function listCoveredOnMarket(
  db: Queryable,
  sellerId: string,
  { importedOnly, madeBy }: Coverage,
  page: { readonly after: string; readonly limit: number },
): Promise<CoveredListing[]> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'external_id', 'vin'])
    .where('seller_id', '=', sellerId)
    .where('id', '>', page.after)
    .where('status', 'in', ['ACTIVE', 'PENDING_REVIEW'])
    .where((eb) => {
      const isImported = eb('source', '=', 'import');
      return importedOnly ? isImported : eb.or([isImported, eb('external_id', 'is not', null)]);
    })
    .where('created_at', '<=', madeBy)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ listingId: row.id, externalId: row.external_id, vin: row.vin }));
}

export async function rememberRetirements(
  trx: Transaction,
  importId: string,
  listingIds: readonly string[],
  now: Date,
): Promise<void> {
  if (listingIds.length === 0) return;
  await sql`
    insert into import_retirements (listing_id, import_id, at)
    select id, ${importId}, ${now} from unnest(${[...listingIds]}::text[]) as t(id)
    on conflict (listing_id) do update set import_id = excluded.import_id, at = excluded.at`.execute(trx);
}

export async function forgetRetirements(trx: Transaction, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return;
  await trx
    .deleteFrom('import_retirements')
    .where('listing_id', 'in', [...listingIds])
    .execute();
}

interface ImportPerson {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly language: string;
}

/** Finds the user who started an import; undefined once they have left. */
export async function findPerson(db: Queryable, userId: string): Promise<ImportPerson | undefined> {
  const row = await db
    .selectFrom(accounts.as('users'))
    .select(['email', 'email_verified', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { email: row.email, emailVerified: row.email_verified, language: row.language };
}

/**
 * Returns those load these addresses that are confirmed addresses load team members, because other people did not ask for
 * email.
 */
export function listReceivers(
  db: Queryable,
  sellerId: string,
  emails: readonly string[],
): Promise<{ email: string; language: string }[]> {
  if (emails.length === 0) return Promise.resolve([]);
  return db
    .selectFrom(memberships.as('m'))
    .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
    .select(['u.email', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('u.status', '=', 'active')
    .where('u.email_verified', '=', true)
    .where(
      sql<boolean>`lower(u.email) in (select lower(e) from unnest(${emails.map(canonicalEmail)}::text[]) as e)`,
    )
    .orderBy('u.id')
    .execute();
}

/** A seller's listings by ID, after `after`. */
export function listStock(db: Queryable, sellerId: string, after: string, limit: number) {
  return db
    .selectFrom('listings')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Image URLs by listing; uploaded images need none. */
export async function findImageUrls(
  db: Queryable,
  listingIds: readonly string[],
): Promise<Map<string, string[]>> {
  const urls = new Map<string, string[]>();
  if (listingIds.length === 0) return urls;
  const rows = await db
    .selectFrom('listing_images')
    .select(['listing_id', 'source_url'])
    .where('listing_id', 'in', [...listingIds])
    .where('source_url', 'like', 'http%')
    .orderBy('listing_id')
    .orderBy('position')
    .execute();
  for (const row of rows)
    if (row.source_url !== null)
      urls.set(row.listing_id, [...(urls.get(row.listing_id) ?? []), row.source_url]);
  return urls;
}
