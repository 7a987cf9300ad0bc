import { randomBytes } from 'node:crypto';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { AccountStatus } from '../../platform/actor.ts';
import { companyDeleted } from '../../platform/errors/app-error.ts';
import { touches, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { insertMember } from './members.repository.ts';
import type { SellerTable } from './tables.ts';
import { isId, newId } from '../../platform/ids.ts';
import { slugOf } from '../../platform/text/slug.ts';
import './tables.ts';

export interface NewSeller {
  readonly id: string;
  readonly ownerId: string;
  readonly companyName: string;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly city?: string | null;
  readonly postalCode?: string | null;
  readonly lat?: number | null;
  readonly lng?: number | null;
  readonly about?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly website?: string | null;
  readonly verified?: boolean;
  readonly createdAt: Date;
}

/**
 * Locks the company against changes of its team and profile until the transaction ends, so that its last two owners
 * cannot leave at the same time. Lock order: after the person, before the plan.
 */
export async function lockCompany(trx: Transaction, sellerId: string): Promise<{ companyName: string }> {
  const row = await trx
    .selectFrom('sellers')
    .select('company_name')
    .where('id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(companyDeleted);
  return { companyName: row.company_name };
}

/** Locks two companies in ID order, so that two transactions never wait for each other. */
export async function lockCompanies(trx: Transaction, sellerIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('sellers')
    .select('id')
    .where('id', 'in', [...sellerIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Deletes a company with its settings; the sweep deletes its files. Violates a foreign key while it has listings,
 * conversations or reviews.
 */
export async function deleteSeller(trx: Transaction, sellerId: string): Promise<void> {
  await touches(trx, 'sellers');
  await trx.deleteFrom('sellers').where('id', '=', sellerId).execute();
}

const SLUG_ATTEMPTS_MAX = 5;
const SUFFIX_BYTES = 3;

/**
 * Inserts a seller with its owner as the first team member. Returns the slug: the name, with a suffix if that is
 * taken.
 */
export async function insertSeller(trx: Transaction, seller: NewSeller): Promise<string> {
  for (let attempt = 0; attempt < SLUG_ATTEMPTS_MAX; attempt++) {
    const suffix = attempt === 0 ? '' : randomBytes(SUFFIX_BYTES).toString('hex');
    const slug = slugOf(seller.companyName, suffix);
    if (slug !== '' && (await tryInsert(trx, seller, slug))) {
      await insertMember(trx, {
        id: newId('mem', seller.createdAt),
        seller_id: seller.id,
        user_id: seller.ownerId,
        role: 'OWNER',
        created_at: seller.createdAt,
      });
      return slug;
    }
  }
  throw new Error('no free slug was found for a seller');
}

async function tryInsert(trx: Transaction, seller: NewSeller, slug: string): Promise<boolean> {
  const verified = seller.verified ?? false;
  await touches(trx, 'sellers');
  const inserted = await trx
    .insertInto('sellers')
    .values({
      id: seller.id,
      slug,
      company_name: seller.companyName,
      country: seller.country ?? null,
      region: seller.region ?? null,
      city: seller.city ?? null,
      postal_code: seller.postalCode ?? null,
      lat: seller.lat ?? null,
      lng: seller.lng ?? null,
      about: seller.about ?? null,
      logo: null,
      phone: seller.phone ?? null,
      email: seller.email ?? null,
      website: seller.website ?? null,
      vat_id: null,
      verified,
      verified_at: verified ? seller.createdAt : null,
      response_time_minutes: null,
      created_at: seller.createdAt,
      updated_at: seller.createdAt,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function anonymiseSeller(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  await touches(trx, 'sellers');
  await trx
    .updateTable('sellers')
    .set({
      slug: `erased-${sellerId.toLowerCase().replace('_', '-')}`,
      company_name: 'Deleted seller',
      region: null,
      city: null,
      postal_code: null,
      lat: null,
      lng: null,
      about: null,
      logo: null,
      phone: null,
      whatsapp: null,
      languages: [],
      opening_hours: null,
      email: null,
      website: null,
      vat_id: null,
      street: null,
      trade_register: null,
      certified_at: null,
      trader_asked_at: null,
      verified: false,
      verified_at: null,
      status: 'erased',
      updated_at: now,
    })
    .where('id', '=', sellerId)
    .execute();
}

/** False if nothing changed. */
export async function setVerified(
  trx: Transaction,
  sellerId: string,
  verified: boolean,
  now: Date,
): Promise<boolean> {
  await touches(trx, 'sellers');
  const changed = await trx
    .updateTable('sellers')
    .set({ verified, verified_at: verified ? now : null, updated_at: now })
    .where('id', '=', sellerId)
    .where('verified', '=', !verified)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function findSellerStatus(db: Queryable, sellerId: string): Promise<AccountStatus | undefined> {
  const row = await db.selectFrom('sellers').select('status').where('id', '=', sellerId).executeTakeFirst();
  return row?.status;
}

/** Returns the seller if it changed. */
export async function setSellerStatus(
  trx: Transaction,
  sellerId: string,
  { from, to, now }: { readonly from: AccountStatus; readonly to: AccountStatus; readonly now: Date },
): Promise<{ company_name: string } | undefined> {
  await touches(trx, 'sellers');
  return trx
    .updateTable('sellers')
    .set({ status: to, updated_at: now })
    .where('id', '=', sellerId)
    .where('status', '=', from)
    .returning('company_name')
    .executeTakeFirst();
}

/** Counts in the database, so that concurrent changes add up. */
export async function changeRating(
  trx: Transaction,
  sellerId: string,
  change: { readonly count: number; readonly sum: number },
): Promise<void> {
  if (change.count === 0 && change.sum === 0) return;
  await touches(trx, 'sellers');
  await trx
    .updateTable('sellers')
    .set((eb) => ({
      rating_count: eb('rating_count', '+', change.count),
      rating_sum: eb('rating_sum', '+', change.sum),
    }))
    .where('id', '=', sellerId)
    .execute();
}

export type SellerRow = Selectable<SellerTable>;
export type SellerChanges = Updateable<SellerTable>;

export async function lockSeller(trx: Transaction, sellerId: string): Promise<SellerRow> {
  return trx
    .selectFrom('sellers')
    .selectAll()
    .where('id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(companyDeleted);
}

export async function updateSeller(
  trx: Transaction,
  sellerId: string,
  changes: SellerChanges,
): Promise<SellerRow> {
  await touches(trx, 'sellers');
  return trx
    .updateTable('sellers')
    .set(changes)
    .where('id', '=', sellerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records a request for trader information. False if there was one since, or nothing is missing. */
export async function recordTraderRequest(
  trx: Transaction,
  sellerId: string,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<boolean> {
  await touches(trx, 'sellers');
  const { numUpdatedRows } = await trx
    .updateTable('sellers')
    .set({ trader_asked_at: now })
    .where('id', '=', sellerId)
    .where('status', '=', 'active')
    .where('is_traceable', '=', false)
    .where((eb) => eb.or([eb('trader_asked_at', 'is', null), eb('trader_asked_at', '<=', since)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Updates only changed scores. */
export async function setTrustScores(
  trx: Transaction,
  scores: readonly { readonly seller_id: string; readonly score: number }[],
): Promise<void> {
  await touches(trx, 'sellers');
  await sql`
    update sellers s set trust_score = given.score
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as given(seller_id text, score integer)
    where s.id = given.seller_id and s.trust_score <> given.score`.execute(trx);
}

/** `measured` selects `id` and `minutes`; null: nothing to measure. */
export async function setResponseTimes(trx: Transaction, measured: RawBuilder<unknown>): Promise<void> {
  await touches(trx, 'sellers');
  await sql`
    update sellers s set response_time_minutes = fresh.minutes from (${measured}) fresh
    where s.id = fresh.id and s.response_time_minutes is distinct from fresh.minutes`.execute(trx);
}

export async function listSellersWithResponseTime(
  db: Queryable,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sellers')
    .select('id')
    .where('response_time_minutes', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds a public seller by slug or ID. */
export function findPublicSeller(db: Queryable, slugOrId: string): Promise<SellerRow | undefined> {
  return db
    .selectFrom('sellers')
    .selectAll()
    .where(isId('sel', slugOrId) ? 'id' : 'slug', '=', slugOrId)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

export async function getSeller(db: Queryable, sellerId: string): Promise<SellerRow> {
  return db.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirstOrThrow();
}
