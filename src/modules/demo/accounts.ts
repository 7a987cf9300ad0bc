import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { addMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { DemoBuyer, DemoSeller } from '@fifthwheel/demo-market';
import { getPlan, insertRow } from './market.repository.ts';

export const DEMO_PASSWORD = 'Fifthwheel1';
export const DEMO_EMAILS = {
  admin: 'admin@fifthwheel.example',
  seller: 'seller@fifthwheel.example',
  buyer: 'buyer@fifthwheel.example',
} as const;

const ADMINISTRATOR = {
  email: DEMO_EMAILS.admin,
  name: 'Ada Administrator',
  role: 'ADMIN',
  country: 'DE',
  language: 'en',
  currency: 'EUR',
} as const;

export interface StoredSeller {
  readonly sellerId: string;
  readonly ownerId: string;
}

/**
 * Without `logins`, sign-in is impossible: the password is random and discarded, and there is no administrator. With
 * `logins`, all accounts share one hash, because hashing each password would take longer than everything else.
 */
export async function insertPeople(
  trx: Transaction,
  people: { sellers: readonly DemoSeller[]; buyers: readonly DemoBuyer[]; now: Date; logins: boolean },
): Promise<{ sellers: readonly StoredSeller[]; buyerIds: readonly string[] }> {
  const password = people.logins ? DEMO_PASSWORD : randomBytes(32).toString('base64url');
  const passwordHash = await hashPassword(password);
  if (people.logins) await insertUser(trx, { ...ADMINISTRATOR, createdAt: people.now }, passwordHash);
  const buyerIds: string[] = [];
  for (const buyer of people.buyers) {
    const email = buyer.index === 0 ? DEMO_EMAILS.buyer : buyer.email;
    buyerIds.push(await insertUser(trx, { ...buyer, email, role: 'BUYER' }, passwordHash));
  }
  const sellers: StoredSeller[] = [];
  const demoIndex = indexOfDemoSeller(people.sellers);
  for (const seller of people.sellers) {
    const email = seller.index === demoIndex ? DEMO_EMAILS.seller : seller.email;
    sellers.push(await insertSeller(trx, { ...seller, email }, passwordHash));
  }
  return { sellers, buyerIds };
}

/** Seller of the demo login: it can publish more listings and has every feature of a paid plan. */
export function indexOfDemoSeller(sellers: readonly DemoSeller[]): number {
  return (sellers.find((seller) => seller.plan === 'professional') ?? sellers[0])?.index ?? 0;
}

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: 'ADMIN' | 'BUYER' | 'SELLER';
  readonly country: string;
  readonly language: string;
  readonly currency: string;
  readonly createdAt: Date;
}

async function insertUser(trx: Transaction, user: NewUser, passwordHash: string): Promise<string> {
  const id = newId('usr', user.createdAt);
  await insertRow(trx, 'users', userRow(id, user, passwordHash));
  return id;
}

export function userRow(id: string, user: NewUser, passwordHash: string) {
  return {
    id,
    email: user.email,
    name: user.name,
    role: user.role,
    password_hash: passwordHash,
    phone: null,
    avatar: null,
    email_verified: true,
    language: user.language === 'de' ? 'de' : 'en',
    currency: user.currency,
    country: user.country,
    suspended_reason: null,
    last_seen_at: null,
    created_at: user.createdAt,
    updated_at: user.createdAt,
  };
}

async function insertSeller(
  trx: Transaction,
  seller: DemoSeller,
  passwordHash: string,
): Promise<StoredSeller> {
  const { createdAt } = seller;
  const ownerId = await insertUser(trx, ownerOf(seller), passwordHash);
  const sellerId = newId('sel', createdAt);
  await insertRow(trx, 'sellers', sellerRow(sellerId, seller));
  await insertRow(trx, 'team_members', {
    id: newId('mem', createdAt),
    seller_id: sellerId,
    user_id: ownerId,
    role: 'OWNER',
    created_at: createdAt,
  });
  await insertSubscription(trx, sellerId, seller.plan, createdAt);
  return { sellerId, ownerId };
}

export function ownerOf(seller: DemoSeller): NewUser {
  return { ...seller, name: seller.contactName, role: 'SELLER', country: seller.location.country };
}

export function sellerRow(id: string, seller: DemoSeller) {
  const { createdAt, location } = seller;
  return {
    id,
    slug: slugOf(seller.companyName, String(seller.index)),
    company_name: seller.companyName,
    country: location.country,
    region: location.region,
    street: streetOf(seller),
    city: location.city,
    postal_code: location.postalCode,
    lat: location.lat,
    lng: location.lng,
    about: seller.about,
    logo: null,
    phone: seller.reach.phone,
    whatsapp: seller.reach.whatsapp,
    languages: seller.reach.languages,
    opening_hours: seller.reach.openingHours,
    email: null,
    website: null,
    vat_id: seller.vatNumber,
    verified: seller.verified,
    verified_at: seller.verified ? createdAt : null,
    trust_score: seller.verified ? 70 : 40,
    response_time_minutes: null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

const STREETS: Readonly<Record<string, string>> = {
  DE: 'Industriestraße',
  AT: 'Industriestraße',
  PL: 'ul. Przemysłowa',
  NL: 'Industrieweg',
  FR: 'Rue de l’Industrie',
};

function streetOf({ index, location }: DemoSeller): string {
  return `${STREETS[location.country] ?? 'Industrial Road'} ${1 + (index % 90)}`;
}

const DEMO_PERIOD_MS = 10 * 365 * 24 * 3_600_000;

/** Grants paid plans for ten years, so that demo sellers are never billed. */
async function insertSubscription(
  trx: Transaction,
  sellerId: string,
  planSlug: string,
  createdAt: Date,
): Promise<void> {
  const plan = await getPlan(trx, planSlug);
  const row = subscriptionRow(newId('sub', createdAt), sellerId, plan, createdAt);
  await insertRow(trx, 'subscriptions', row);
}

export interface PricedPlan {
  readonly id: string;
  readonly monthly_minor: number | null;
  readonly currency: string;
}

export function subscriptionRow(id: string, sellerId: string, plan: PricedPlan, createdAt: Date) {
  const isPaid = (plan.monthly_minor ?? 0) > 0;
  return {
    id,
    seller_id: sellerId,
    plan_id: plan.id,
    status: 'active',
    billing_cycle: isPaid ? 'monthly' : null,
    price_minor: plan.monthly_minor ?? 0,
    currency: plan.currency,
    current_period_start: createdAt,
    current_period_end: isPaid ? addMs(createdAt, DEMO_PERIOD_MS) : null,
    trial_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    next_plan_id: null,
    next_billing_cycle: null,
    gateway: isPaid ? 'test' : null,
    payment_method: isPaid ? 'pm_ok' : null,
    created_at: createdAt,
    updated_at: createdAt,
  } as const;
}
