import { DAY_MS, addMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { findWaiting } from './claims.repository.ts';
import { countPending } from './deliveries.repository.ts';
import './tables.ts';

export interface WebhookHealth {
  readonly active: number;
  readonly disabled: number;
  /** Deliveries waiting for an attempt, due now or later. */
  readonly pending: number;
  /** The longest time that a due delivery has waited for a worker; waiting for its own receiver does not count. */
  readonly oldestDueSeconds: number;
  /** Attempts of the last 24 hours. */
  readonly lastDay: { readonly delivered: number; readonly failed: number };
  /** The webhooks with the most failed attempts in the last 24 hours. */
  readonly failing: readonly FailingWebhook[];
  /** Webhooks paused by administrators, most recent first. */
  readonly paused: readonly PausedWebhook[];
}

export interface PausedWebhook {
  readonly id: string;
  readonly sellerId: string | null;
  readonly url: string;
}

export interface FailingWebhook {
  readonly id: string;
  /** null: an administrator's. */
  readonly sellerId: string | null;
  readonly url: string;
  readonly status: 'active' | 'disabled';
  readonly failed: number;
}

const FAILING_MAX = 20;
const PAUSED_MAX = 100;

/** The health figures that administrators watch. */
export async function webhookHealth(db: Database, now: Date): Promise<WebhookHealth> {
  const since = addMs(now, -DAY_MS);
  const [byStatus, byOutcome, pending, waiting, failing, paused] = await Promise.all([
    db
      .selectFrom('webhooks')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('deleted_at', 'is', null)
      .groupBy('status')
      .execute(),
    db
      .selectFrom('webhook_attempts')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('created_at', '>=', since)
      .groupBy('status')
      .execute(),
    countPending(db),
    findWaiting(db, now),
    findFailing(db, since),
    findPaused(db),
  ]);
  const count = (rows: readonly { status: string; count: number }[], status: string): number =>
    rows.find((row) => row.status === status)?.count ?? 0;
  return {
    active: count(byStatus, 'active'),
    disabled: count(byStatus, 'disabled'),
    pending,
    oldestDueSeconds: Math.round(waiting.lateSeconds),
    lastDay: { delivered: count(byOutcome, 'delivered'), failed: count(byOutcome, 'failed') },
    failing,
    paused,
  };
}

function findPaused(db: Database): Promise<readonly PausedWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'seller_id as sellerId', 'url'])
    .where('disabled_reason', '=', 'administrator')
    .where('deleted_at', 'is', null)
    .orderBy('disabled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAUSED_MAX)
    .execute();
}

async function findFailing(db: Database, since: Date): Promise<readonly FailingWebhook[]> {
  return db
    .selectFrom('webhook_attempts as a')
    .innerJoin('webhooks as w', 'w.id', 'a.webhook_id')
    .select((eb) => [
      'w.id',
      'w.seller_id as sellerId',
      'w.url',
      'w.status',
      eb.fn.countAll<number>().as('failed'),
    ])
    .where('a.created_at', '>=', since)
    .where('a.status', '=', 'failed')
    .where('w.deleted_at', 'is', null)
    .groupBy(['w.id', 'w.seller_id', 'w.url', 'w.status'])
    .orderBy('failed', 'desc')
    .orderBy('w.id')
    .limit(FAILING_MAX)
    .execute();
}
