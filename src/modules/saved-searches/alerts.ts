/**
 * From a change on the market to a notice.
 *
 * 1. Listings that went live or got cheaper are matched against all alerting searches, by a job after their events.
 *    Each (search, listing, reason) becomes a row only once, whatever is repeated.
 * 2. Searches that are due (instant ones right away, others by a job) take their unsent rows and add one notice, in
 *    one transaction. A crash before the commit leaves the rows unsent; after it, the notice is on its way.
 */
import { HOUR_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import type { Notice, NoticeVehicle } from '../../platform/notices.ts';
import type { Discovery } from '../discovery/index.ts';
import type { SavedSearchMatcher } from './matcher.ts';
import {
  addAlerts,
  dropUnsent,
  type DueSearch,
  keepDue,
  type Match,
  lockDue,
  noteAlert,
  takeUnsent,
  type UnsentAlert,
} from './repository.ts';
import type { AlertReason } from './tables.ts';

const DUE_BATCH = 100;
/** Rows per transaction: a popular search may match every listing of an import. */
const MATCH_BATCH = 2000;
/** Of one search, and of a batch. A notice counts no more, and who has more than that to read searches. */
const ALERTS_MAX = 1000;
const DIGEST_TITLES = 5;
/** Shown in a mail; the rest is counted. */
const DIGEST_VEHICLES = 20;

export class Alerts {
  readonly #platform: Platform;
  readonly #documents: Pick<Discovery, 'documentsOf'>;
  readonly #matcher: SavedSearchMatcher;
  readonly sendJob: JobDefinition<Record<string, never>>;

  constructor(parts: {
    platform: Platform;
    documents: Pick<Discovery, 'documentsOf'>;
    matcher: SavedSearchMatcher;
  }) {
    this.#platform = parts.platform;
    this.#documents = parts.documents;
    this.#matcher = parts.matcher;
    this.sendJob = {
      name: 'saved-searches.send-alerts',
      everyMs: HOUR_MS / 4,
      run: (_payload, context) => this.sendDue(context),
    };
  }

  /** Matches listings; those that are not live (any more) match nothing. */
  async match(
    listingIds: readonly string[],
    reason: AlertReason,
    context?: Pick<JobContext, 'heartbeat'>,
  ): Promise<void> {
    if (await this.#matcher.isIdle()) return;
    const documents = await this.#documents.documentsOf([...new Set(listingIds)]);
    let waiting: Match[] = [];
    let isAny = false;
    for (const document of documents) {
      const { id, sellerId } = document;
      for (const searchId of await this.#matcher.match(document))
        waiting.push({ searchId, listingId: id, sellerId });
      if (waiting.length < MATCH_BATCH) continue;
      if (!(await this.#add(waiting, reason, context))) return;
      waiting = [];
      isAny = true;
    }
    if (waiting.length === 0 && !isAny) return;
    if (await this.#add(waiting, reason, context)) await this.sendDue(context);
  }

  /** False when another worker has taken the job over. */
  async #add(
    matches: readonly Match[],
    reason: AlertReason,
    context: Pick<JobContext, 'heartbeat'> | undefined,
  ): Promise<boolean> {
    const { db, clock } = this.#platform;
    for (let from = 0; from < matches.length; from += MATCH_BATCH) {
      const batch = matches.slice(from, from + MATCH_BATCH);
      await inTransaction(db, (trx) => addAlerts(trx, batch, { reason, now: clock.now() }));
      if ((await context?.heartbeat()) === false) return false;
    }
    return true;
  }

  async sendDue(context?: Pick<JobContext, 'heartbeat'>): Promise<void> {
    const { db, clock } = this.#platform;
    for (let isMore = true; isMore;) {
      const now = clock.now();
      const batch = await inTransaction(db, (trx) => this.#sendBatch(trx, now));
      for (const searchId of batch.crowded) await this.#dropRest(searchId, now, context);
      isMore = batch.isMore && (await context?.heartbeat()) !== false;
    }
  }

  async #sendBatch(
    trx: Transaction,
    now: Date,
  ): Promise<{ readonly isMore: boolean; readonly crowded: readonly string[] }> {
    const due = await lockDue(trx, now, DUE_BATCH);
    // By the seller whose vehicle matched first, so that a large import delays nobody else's alerts.
    const bySeller = new Map<string, Notice[]>();
    const crowded: string[] = [];
    let rows = 0;
    let done = 0;
    for (const search of due) {
      if (rows >= ALERTS_MAX) break;
      done += 1;
      const { alerts, isMore } = await takeUnsent(trx, search.id, now, ALERTS_MAX);
      rows += alerts.length;
      const live = alerts.filter((alert) => alert.status === 'ACTIVE');
      const [first] = live;
      if (first === undefined && isMore) await keepDue(trx, search.id, now);
      if (first === undefined) continue;
      if (isMore) crowded.push(search.id);
      const notice = noticeOf(search, live, now);
      bySeller.set(first.seller_id, [...(bySeller.get(first.seller_id) ?? []), notice]);
      await noteAlert(trx, search.id, now);
    }
    for (const [sellerId, ofSeller] of bySeller)
      await this.#platform.notices.addBatch(trx, ofSeller, sellerId);
    return { isMore: done < due.length || due.length === DUE_BATCH || rows >= ALERTS_MAX, crowded };
  }

  /** After the notice: if this breaks off, the next notice tells of what is left. */
  async #dropRest(
    searchId: string,
    now: Date,
    context: Pick<JobContext, 'heartbeat'> | undefined,
  ): Promise<void> {
    const { db } = this.#platform;
    for (let dropped = ALERTS_MAX; dropped === ALERTS_MAX;) {
      dropped = await inTransaction(db, (trx) => dropUnsent(trx, searchId, now, ALERTS_MAX));
      if ((await context?.heartbeat()) === false) return;
    }
  }
}

/** One notice of all listings, each once: in the application one by title and price, several by their number. */
function noticeOf(search: DueSearch, alerts: readonly UnsentAlert[], now: Date): Notice {
  const [first] = alerts;
  const isSingle = alerts.length === 1 && first !== undefined;
  const shown = isSingle ? [first] : alerts.slice(0, DIGEST_TITLES);
  return {
    userId: search.user_id,
    type: 'saved_search_match',
    about: Object.fromEntries(
      alerts
        .slice(0, DIGEST_VEHICLES)
        .map(({ seller_id }) => [
          seller_id,
          shown.some((alert) => alert.seller_id === seller_id) ? [isSingle ? 'title' : 'titles'] : [],
        ]),
    ),
    data: {
      searchId: search.id,
      name: search.name,
      count: alerts.length,
      reason: alerts.some(isNew) ? 'new_match' : 'price_drop',
      newMatches: alerts.filter(isNew).length,
      priceDrops: alerts.filter(isCheaper).length,
      ...(isSingle
        ? {
            listingId: first.listing_id,
            title: first.title,
            price: first.price,
            previousPrice: previousPriceOf(first),
            currency: first.currency,
          }
        : {
            titles: shown.map((alert) => alert.title).join('; '),
          }),
    },
    link: isSingle ? `/listings/${first.slug}` : `/search/saved/${search.id}`,
    vehicles: alerts.slice(0, DIGEST_VEHICLES).map(vehicleOf),
    sourceId: search.id,
    dedupeKey: `saved_search:${search.id}:${now.getTime()}`,
  };
}

function vehicleOf(alert: UnsentAlert): NoticeVehicle {
  return {
    title: alert.title,
    link: `/listings/${alert.slug}`,
    image: alert.thumbnail,
    price: alert.price,
    previousPrice: previousPriceOf(alert),
    currency: alert.currency,
    city: alert.city,
    country: alert.country,
    isNew: isNew(alert),
  };
}

function isNew({ reasons }: UnsentAlert): boolean {
  return reasons.includes('new_match');
}

function isCheaper({ reasons }: UnsentAlert): boolean {
  return reasons.includes('price_drop');
}

/** It may have risen again since. */
function previousPriceOf(alert: UnsentAlert): number | null {
  const { price, previous_price: previous } = alert;
  return isCheaper(alert) && price !== null && previous !== null && previous > price ? previous : null;
}
