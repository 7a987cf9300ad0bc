import { addMs, DAY_MS } from '../../../platform/clock.ts';
import { ownerOf, sellerRow, subscriptionRow, userRow } from '../accounts.ts';
import { generateBuyer, generateSellers } from '@fifthwheel/demo-market';
import type { Row } from './copy.ts';
import { world } from '../world.ts';
import { type Fill, required, range } from './fill.ts';

/** Accounts with the demo password. */
export const FILLED_EMAILS = {
  largestDealer: 'largest-dealer@fifthwheel.example',
  ordinaryDealer: 'ordinary-dealer@fifthwheel.example',
  busiestBuyer: 'busiest-buyer@fifthwheel.example',
  ordinaryBuyer: 'ordinary-buyer@fifthwheel.example',
} as const;

/** Index of a dealer whose plan allows a few dozen listings. */
export const ORDINARY_DEALER = 3;
const ORDINARY_BUYER = 1;

const AGENT_EVERY = 4;
/** First number above the slugs and email addresses of the demo data. */
const FIRST_INDEX = 1000;

const DEALER_EMAILS: Readonly<Record<number, string>> = {
  0: FILLED_EMAILS.largestDealer,
  [ORDINARY_DEALER]: FILLED_EMAILS.ordinaryDealer,
};
const BUYER_EMAILS: Readonly<Record<number, string>> = {
  0: FILLED_EMAILS.busiestBuyer,
  [ORDINARY_BUYER]: FILLED_EMAILS.ordinaryBuyer,
};

export async function fillPeople(fill: Fill): Promise<void> {
  const { seed, now, counts, copy, plans } = fill.options;
  const records = generateSellers({ seed: seed + 1, count: counts.dealers, now, world });
  for (const [n, record] of records.entries()) {
    fill.sellers.push({
      id: fill.id('sel', record.createdAt, n),
      ownerId: fill.id('usr', record.createdAt, n),
      subscriptionId: fill.id('sub', record.createdAt, n),
      plan: required(plans.get(n === 0 ? 'enterprise' : record.plan)),
      record,
    });
  }
  await copy.rows('users', userRows(fill));
  await copy.rows('sellers', sellerRows(fill));
  await copy.rows('team_members', memberRows(fill));
  await copy.rows('subscriptions', subscriptionRows(fill));
}

function* userRows(fill: Fill): Generator<Row> {
  const { seed, passwordHashes } = fill.options;
  const seenAt = (n: number): Date => fill.before(fill.draw(1, n, 400) * DAY_MS);
  for (const [n, { ownerId, record }] of fill.sellers.entries()) {
    const email = DEALER_EMAILS[n] ?? `dealer-${n}@dealers.example`;
    const hash = n in DEALER_EMAILS ? passwordHashes.known : passwordHashes.unknown;
    yield { ...userRow(ownerId, { ...ownerOf(record), email }, hash), last_seen_at: seenAt(n) };
    if (n % AGENT_EVERY === 0) {
      const agent = { ...ownerOf(record), email: `agent-${n}@dealers.example`, name: `Agent ${n}` };
      yield userRow(agentId(fill, n), agent, passwordHashes.unknown);
    }
  }
  for (const n of range(fill.counts.buyers)) {
    const buyer = generateBuyer({ seed, index: FIRST_INDEX + n, now: fill.now });
    const id = fill.id('usr', buyer.createdAt, FIRST_INDEX + fill.counts.dealers * 2 + n);
    fill.buyerIds.push(id);
    const hash = n in BUYER_EMAILS ? passwordHashes.known : passwordHashes.unknown;
    const email = BUYER_EMAILS[n] ?? buyer.email;
    yield { ...userRow(id, { ...buyer, email, role: 'BUYER' }, hash), last_seen_at: seenAt(n) };
  }
}

function agentId(fill: Fill, n: number): string {
  return fill.id('usr', addMs(fill.seller(n).record.createdAt, DAY_MS), fill.counts.dealers + n);
}

function* sellerRows(fill: Fill): Generator<Row> {
  for (const { id, record } of fill.sellers)
    yield sellerRow(id, { ...record, index: FIRST_INDEX + record.index });
}

function* memberRows(fill: Fill): Generator<Row> {
  for (const [n, { id, ownerId, record }] of fill.sellers.entries()) {
    const at = record.createdAt;
    yield { id: fill.id('mem', at, n), seller_id: id, user_id: ownerId, role: 'OWNER', created_at: at };
    if (n % AGENT_EVERY !== 0) continue;
    const joinedAt = addMs(at, DAY_MS);
    const memberId = fill.id('mem', joinedAt, fill.counts.dealers + n);
    yield { id: memberId, seller_id: id, user_id: agentId(fill, n), role: 'AGENT', created_at: joinedAt };
  }
}

function* subscriptionRows(fill: Fill): Generator<Row> {
  for (const { id, subscriptionId, plan, record } of fill.sellers) {
    const row = subscriptionRow(subscriptionId, id, plan, record.createdAt);
    const isPaid = row.billing_cycle !== null;
    yield {
      ...row,
      gateway: isPaid ? 'test' : null,
      gateway_customer: isPaid ? `cus_${subscriptionId}` : null,
    };
  }
}
