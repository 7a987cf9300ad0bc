import { sql } from 'kysely';
import type { Role } from '../../../src/platform/actor.ts';
import { DAY_MS, addMs } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import { AccessTokens } from '../../../src/modules/auth/index.ts';
import type { TestApp } from '../../support/test-app.ts';
import {
  createSellerWithAddress as createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';

/** Notifications stay in the queue as jobs that no worker runs, so that tests can read them there. */
const NOTICE_JOB = 'test.keep-notice';

export interface QueuedNotice {
  readonly userId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export function holdNotices(t: TestApp): void {
  t.app.platform.notices.deliverBy({ name: NOTICE_JOB, run: async () => {} });
}

export async function noticesOf(t: TestApp, userId: string): Promise<readonly QueuedNotice[]> {
  const rows = await t.db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', NOTICE_JOB)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.payload as QueuedNotice).filter((notice) => notice.userId === userId);
}

/** Returns the types of a seller's events in the order in which they were written. */
export async function eventsOf(t: TestApp, sellerId: string, prefix = ''): Promise<string[]> {
  const rows = await t.db
    .selectFrom('events')
    .select('type')
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.type).filter((type) => type.startsWith(prefix));
}

/** Advances the clock and runs all work that is due by then. */
export async function pass(t: TestApp, ms: number): Promise<void> {
  t.clock.advance(ms);
  await t.drainJobs();
}

export const days = (count: number): number => count * DAY_MS;

export interface Tally {
  readonly ledgerMinor: number;
  readonly openMinor: number;
  readonly invoicedMinor: number;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly chargedMinor: number;
  readonly returnedMinor: number;
  readonly appliedMinor: number;
  /** Refunds by administrators that are pending or complete. */
  readonly givenBackMinor: number;
  readonly givenBackAtGatewayMinor: number;
}

/** Returns the sums that must match each other, of one seller or of all. */
export async function tally(t: TestApp, sellerId: string | null = null): Promise<Tally> {
  const { rows } = await sql<Tally>`
    select
      (select coalesce(sum(amount_minor), 0) from ledger_entries where seller_id = ${sellerId} or ${sellerId}::text is null) as "ledgerMinor",
      (select coalesce(sum(due_minor), 0) from invoices where status = 'open' and (seller_id = ${sellerId} or ${sellerId}::text is null)) as "openMinor",
      (select coalesce(sum(total_minor), 0) from invoices where seller_id = ${sellerId} or ${sellerId}::text is null) as "invoicedMinor",
      (select coalesce(sum(amount_minor), 0) from payments where status = 'succeeded' and (seller_id = ${sellerId} or ${sellerId}::text is null)) as "paidMinor",
      (select coalesce(sum(amount_minor), 0) from payments where status in ('refund_due', 'refunded') and (seller_id = ${sellerId} or ${sellerId}::text is null)) as "refundedMinor",
      (select coalesce(sum(c.amount_minor), 0) from test_gateway_charges c join payments p on p.id = c.payment_id
        where not c.declined and not c.canceled and c.answers_at <= ${t.clock.now()} and p.status not in ('refund_due', 'refunded')
          and (p.seller_id = ${sellerId} or ${sellerId}::text is null)) as "chargedMinor",
      (select coalesce(sum(c.amount_minor), 0) from test_gateway_charges c join payments p on p.id = c.payment_id
        where c.refunded and p.status in ('refund_due', 'refunded') and (p.seller_id = ${sellerId} or ${sellerId}::text is null)) as "returnedMinor",
      (select coalesce(sum(credit_applied_minor), 0) from invoices where status <> 'void' and (seller_id = ${sellerId} or ${sellerId}::text is null)) as "appliedMinor",
      (select coalesce(sum(amount_minor), 0) from refunds where status <> 'failed' and (seller_id = ${sellerId} or ${sellerId}::text is null)) as "givenBackMinor",
      (select coalesce(sum(c.returned_minor), 0) from test_gateway_charges c join payments p on p.id = c.payment_id
        where p.status = 'succeeded' and (p.seller_id = ${sellerId} or ${sellerId}::text is null)) as "givenBackAtGatewayMinor"`.execute(
    t.db,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('nothing to add up');
  return row;
}

/** Creates a seller with a paid plan. */
export async function createSubscriber(
  t: TestApp,
  planId: string,
  options: { billingCycle?: string; paymentMethod?: string; trial?: boolean } = {},
): Promise<TestSeller> {
  const seller = await createSeller(t);
  const response = await t.post(
    '/api/subscriptions',
    { planId, billingCycle: 'monthly', paymentMethod: 'pm_ok', ...options },
    { as: seller },
  );
  if (response.status !== 201) throw new Error(`not subscribed: ${response.text}`);
  return seller;
}

/** Signs a user in again after a test has moved the clock: access tokens last one hour, sessions one month. */
export async function freshToken(t: TestApp, user: TestUser, role: Role = 'SELLER'): Promise<string> {
  const { userId } = user;
  const now = t.clock.now();
  const sessionId = newId('ses', now);
  await t.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      user_agent: null,
      ip: null,
      created_at: now,
      last_used_at: now,
      expires_at: addMs(now, DAY_MS),
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return new AccessTokens(t.app.platform.keys, t.clock).issue({ userId, sessionId, role });
}
