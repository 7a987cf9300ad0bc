import type { Role, Scope, TeamRole } from '../../src/platform/actor.ts';
import { DAY_MS, addMs } from '../../src/platform/clock.ts';
import { hashPassword } from '../../src/platform/crypto/passwords.ts';
import { hashToken } from '../../src/platform/crypto/tokens.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { newId } from '../../src/platform/ids.ts';
import type { ListingState } from '../../src/modules/listings/record/enums.ts';
import '../../src/modules/listings/tables.ts';
import '../../src/modules/taxonomy/tables.ts';
import { SIGNING_SECRET_PURPOSE } from '../../src/modules/auth/keys/api-key-authenticator.ts';
import { type KeyEnvironment, newApiKey, shownPrefix } from '../../src/modules/auth/keys/api-key-form.ts';
import { AccessTokens } from '../../src/modules/auth/index.ts';
import { startFreePlan } from '../../src/modules/billing/index.ts';
import type { TestApp } from './test-app.ts';

export interface TestUser {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  /** An access token that is valid for one hour by the clock of the test. */
  readonly token: string;
}

export interface TestSeller extends TestUser {
  readonly sellerId: string;
  readonly slug: string;
}

/** The password of all users created here. */
export const TEST_PASSWORD = 'Secure#Lorry42';
let passwordHash: Promise<string> | undefined;

let counter = 0;

interface UserOptions {
  readonly role?: Role;
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly language?: string;
}

/** Inserts a user with a session directly into the database, for tests that are not about registration. */
export async function createUser(t: TestApp, options: UserOptions = {}): Promise<TestUser> {
  const number = ++counter;
  const now = t.clock.now();
  const userId = newId('usr', now);
  const email = options.email ?? `person${number}@example.org`;
  const name = options.name ?? `Person ${number}`;
  const role = options.role ?? 'BUYER';
  await t.db
    .insertInto('users')
    .values({
      id: userId,
      email,
      name,
      role,
      password_hash: await (passwordHash ??= hashPassword(TEST_PASSWORD)),
      phone: null,
      avatar: null,
      country: 'DE',
      suspended_reason: null,
      last_seen_at: null,
      email_verified: options.emailVerified ?? true,
      language: options.language ?? 'en',
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { userId, email, name, ...(await signIn(t, { userId, role })) };
}

/** Creates a new session of an account and an access token for it. */
export async function signIn(
  t: TestApp,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<{ sessionId: string; token: string }> {
  const now = t.clock.now();
  const sessionId = newId('ses', now);
  await t.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      user_agent: null,
      ip: '127.0.0.1',
      created_at: now,
      last_used_at: now,
      expires_at: addMs(now, 30 * DAY_MS),
      ended_at: null,
      end_reason: null,
    })
    .execute();
  const token = await new AccessTokens(t.app.platform.keys, t.clock).issue({ userId, sessionId, role });
  return { sessionId, token };
}

export function createBuyer(t: TestApp, options: Omit<UserOptions, 'role'> = {}): Promise<TestUser> {
  return createUser(t, { ...options, role: 'BUYER' });
}

export function createAdmin(t: TestApp): Promise<TestUser> {
  return createUser(t, { role: 'ADMIN' });
}

interface SellerOptions extends Omit<UserOptions, 'role'> {
  readonly companyName?: string;
  readonly country?: string;
  readonly city?: string;
  readonly verified?: boolean;
  /** Slug of the plan. */
  readonly plan?: string;
}

/** Creates a seller with a postal address, which invoices and thus orders of a plan require. */
export async function createSellerWithAddress(t: TestApp, options: SellerOptions = {}): Promise<TestSeller> {
  const seller = await createSeller(t, options);
  await t.db
    .updateTable('sellers')
    .set({ street: 'Hafenstraße 1', postal_code: '20457' })
    .where('id', '=', seller.sellerId)
    .execute();
  return seller;
}

/** Creates a seller and its owner, by default on the free plan. */
export async function createSeller(t: TestApp, options: SellerOptions = {}): Promise<TestSeller> {
  const user = await createUser(t, { ...options, role: 'SELLER' });
  const now = t.clock.now();
  const sellerId = newId('sel', now);
  const slug = `dealer-${sellerId.slice(-10).toLowerCase()}`;
  await inTransaction(t.db, async (trx) => {
    await trx
      .insertInto('sellers')
      .values({
        id: sellerId,
        slug,
        company_name: options.companyName ?? `Dealer ${sellerId.slice(-4)}`,
        country: options.country ?? 'DE',
        region: null,
        city: options.city ?? 'Hamburg',
        postal_code: null,
        lat: null,
        lng: null,
        about: null,
        logo: null,
        phone: null,
        email: null,
        website: null,
        vat_id: null,
        verified: options.verified ?? false,
        verified_at: null,
        response_time_minutes: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await trx
      .insertInto('team_members')
      .values({
        id: newId('mem', now),
        seller_id: sellerId,
        user_id: user.userId,
        role: 'OWNER',
        created_at: now,
      })
      .execute();
    await startFreePlan(trx, sellerId, now);
    if (options.plan !== undefined) {
      const plan = await trx
        .selectFrom('plans')
        .select('id')
        .where('slug', '=', options.plan)
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('subscriptions')
        .set({ plan_id: plan.id })
        .where('seller_id', '=', sellerId)
        .execute();
    }
  });
  return { ...user, sellerId, slug };
}

/** Adds a member to a seller's team. */
export async function createTeamMember(t: TestApp, sellerId: string, role: TeamRole): Promise<TestUser> {
  const user = await createUser(t, { role: 'SELLER' });
  const now = t.clock.now();
  await t.db
    .insertInto('team_members')
    .values({ id: newId('mem', now), seller_id: sellerId, user_id: user.userId, role, created_at: now })
    .execute();
  return user;
}

interface ListingOptions {
  readonly title?: string;
  readonly price?: number | null;
  readonly currency?: string;
  readonly vatDeductible?: boolean;
  readonly year?: number | null;
  readonly mileage?: number | null;
  readonly status?: ListingState;
  readonly category?: string;
  readonly subcategory?: string | null;
  readonly brand?: string;
  readonly model?: string | null;
  readonly city?: string;
  readonly country?: string;
}

export interface TestListing {
  readonly listingId: string;
  readonly slug: string;
  readonly title: string;
}

/** Inserts a complete listing directly into the database, by default with the status ACTIVE. */
export async function createListing(
  t: TestApp,
  seller: { readonly sellerId: string },
  options: ListingOptions = {},
): Promise<TestListing> {
  const now = t.clock.now();
  const listingId = newId('lst', now);
  const title = options.title ?? 'MAN TGX 18.510 4x2 BLS';
  const slug = `listing-${listingId.slice(4).toLowerCase()}`;
  const status = options.status ?? 'ACTIVE';
  const categoryId = async (name: string): Promise<string> =>
    (await t.db.selectFrom('categories').select('id').where('slug', '=', name).executeTakeFirstOrThrow()).id;
  const brand = await t.db
    .selectFrom('brands')
    .select('id')
    .where('slug', '=', options.brand ?? 'man')
    .executeTakeFirstOrThrow();
  const subcategory = options.subcategory === undefined ? 'standard-tractor-units' : options.subcategory;
  const topId = await categoryId(options.category ?? 'tractor-units');
  const subId = subcategory === null ? null : await categoryId(subcategory);
  const isPublished = status !== 'DRAFT' && status !== 'PENDING_REVIEW' && status !== 'REJECTED';
  // Use a transaction of the application, because those update the search index.
  await inTransaction(t.db, (trx) =>
    trx
      .insertInto('listings')
      .values({
        id: listingId,
        seller_id: seller.sellerId,
        slug,
        title,
        status,
        category_id: topId,
        subcategory_id: subId,
        brand_id: brand.id,
        model: options.model === undefined ? 'TGX' : options.model,
        price: options.price === undefined ? 45_900 : options.price,
        currency: options.currency ?? 'EUR',
        vat_deductible: options.vatDeductible ?? null,
        year: options.year === undefined ? 2020 : options.year,
        mileage: options.mileage === undefined ? 420_000 : options.mileage,
        condition: 'used',
        country: options.country ?? 'DE',
        city: options.city ?? 'Hamburg',
        created_at: now,
        updated_at: now,
        published_at: isPublished ? now : null,
        expires_at: isPublished ? addMs(now, 60 * DAY_MS) : null,
      })
      .execute(),
  );
  // Requests through `t` wait for the index, but requests over a socket do not. So wait here.
  if (t.http.server.listening) await t.get('/healthz');
  return { listingId, slug, title };
}

/** Inserts an API key with these scopes directly into the database; returns its value. */
export async function createApiKey(
  t: TestApp,
  userId: string,
  scopes: readonly Scope[],
  environment: KeyEnvironment = 'live',
): Promise<string> {
  const key = newApiKey(environment);
  await t.db
    .insertInto('api_keys')
    .values({
      id: newId('key', t.clock.now()),
      user_id: userId,
      name: 'test',
      scopes: [...scopes],
      prefix: shownPrefix(key),
      environment,
      key_hash: hashToken(key),
      signing_secret: t.app.platform.keys.seal(SIGNING_SECRET_PURPOSE, 'fws_test'),
      expires_at: null,
      revoked_at: null,
      replaced_by: null,
      last_used_at: null,
      last_used_ip: null,
      created_at: t.clock.now(),
    })
    .execute();
  return key;
}
