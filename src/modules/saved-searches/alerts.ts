/**
 * From a changed listing to a notification:
 *
 * 1. A job after the events of a change matches published and cheaper listings against the queries of all alerting
 * searches. Searches with the same query share it: each (query, listing, reason) is one row, even if repeated. Searches
 * without a pending notification then get the time of their next one.
 *
 * 2. One job delivers the searches that are due: it reads the matches of their queries since their last turn, claims
 * the announcements not yet made to their owners, and adds a notification for each search. A batch of searches is one
 * transaction. A crash before the commit leaves them as they were; after it, the notifications are queued. The job runs
 * every minute, and at once when matching finds an instant search that is due.
 */
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Notice, NoticeVehicle } from '../../platform/notices.ts';
import type { SearchDocument } from '@fifthwheel/search';
import type { Discovery } from '../discovery/index.ts';
import type { Announcements } from '../notifications/index.ts';
import {
  addMatches,
  awaitDeliveries,
  type DueSearch,
  endRuns,
  type HeldDrop,
  holdPriceDrops,
  lockDue,
  markDue,
  type Match,
  purgeMatches,
  claimPending,
  earliestAlertAt,
  type PendingAlert,
} from './alerts.repository.ts';
import type { SavedSearchMatcher } from './matcher.ts';
import type { AlertReason } from './tables.ts';

const DUE_BATCH = 100;
/** Rows per transaction: many queries may match every listing of an import. */
const MATCH_BATCH = 5000;
/** Searches per transaction whose next notification is scheduled. */
const MARK_BATCH = 2000;
/** Exceeds the interval of weekly digests. */
const MATCHES_KEPT_MS = 10 * DAY_MS;
const PURGE_BATCH = 5000;
const REASONS = ['new_match', 'price_drop'] as const satisfies readonly AlertReason[];
/** Limit per search and per batch. A notification counts no further, and a user with more has to open the searches. */
const ALERTS_MAX = 1000;
const DIGEST_TITLES = 5;
/** Vehicles shown in an email; the rest is counted. */
const DIGEST_VEHICLES = 20;

type Heartbeat = Pick<JobContext, 'heartbeat'>;

interface Drop {
  readonly listingId: string;
  readonly previousPrice: number;
}

interface OwnedAlert extends PendingAlert {
  /** The owner of the search. */
  readonly userId: string;
}

/** An alert that is announced, with the reasons for which it is. */
interface AnnouncedAlert extends PendingAlert {
  /** The reader's previous price. */
  readonly previousPrice: number | null;
}

interface AlertsParts {
  readonly platform: Platform;
  readonly announcements: Announcements;
  readonly documents: Pick<Discovery, 'documentsOf'>;
  readonly matcher: SavedSearchMatcher;
}

export class Alerts extends Service<AlertsParts> {
  readonly sendJob: JobDefinition<Record<string, never>> = {
    name: 'saved-searches.send-alerts',
    everyMs: MINUTE_MS,
    concurrency: 1,
    run: (_payload, context) => this.sendDue(context),
  };
  readonly purgeJob: JobDefinition<Record<string, never>> = {
    name: 'saved-searches.purge-matches',
    everyMs: DAY_MS,
    run: (_payload, context) => this.#purge(context),
  };

  /** Listings that are no longer live match nothing. */
  async matchPublished(listingIds: readonly string[], context?: Heartbeat): Promise<void> {
    await this.#matchAll(listingIds, context, async (document) => ({
      new_match: await this.parts.matcher.match(document),
      price_drop: [],
    }));
  }

  /** A query that did not find the listing at its previous price has found a new one. */
  async matchPriceDrops(drops: readonly Drop[], context?: Heartbeat): Promise<void> {
    const previous = new Map(drops.map(({ listingId, previousPrice }) => [listingId, previousPrice]));
    await this.#matchAll([...previous.keys()], context, async (document) => {
      const price = previous.get(document.id) ?? document.price;
      const { found, known } = await this.parts.matcher.matchPrices(document, price);
      return { new_match: found, price_drop: known };
    });
  }

  async #matchAll(
    listingIds: readonly string[],
    context: Heartbeat | undefined,
    queriesOf: (document: SearchDocument) => Promise<Readonly<Record<AlertReason, readonly string[]>>>,
  ): Promise<void> {
    if (await this.parts.matcher.isIdle()) return;
    const waiting = { new_match: [] as Match[], price_drop: [] as Match[] };
    const found = { new_match: new Set<string>(), price_drop: new Set<string>() };
    const write = async (from: number): Promise<boolean> => {
      for (const reason of REASONS) {
        if (waiting[reason].length < from) continue;
        const matches = waiting[reason].splice(0);
        for (let start = 0; start < matches.length; start += MATCH_BATCH)
          await this.#add(matches.slice(start, start + MATCH_BATCH), reason);
        // Another worker may have taken the job over.
        if ((await context?.heartbeat()) === false) return false;
      }
      return true;
    };
    for (const document of await this.parts.documents.documentsOf([...new Set(listingIds)])) {
      const queries = await queriesOf(document);
      for (const reason of REASONS)
        for (const queryHash of queries[reason]) {
          waiting[reason].push({ queryHash, listingId: document.id });
          found[reason].add(queryHash);
        }
      if (!(await write(MATCH_BATCH))) return;
    }
    if (!(await write(1))) return;
    let isDue = false;
    for (const reason of REASONS) isDue = (await this.#mark([...found[reason]], reason, context)) || isDue;
    if (isDue) await this.#sendSoon();
  }

  #add(matches: readonly Match[], reason: AlertReason): Promise<void> {
    const { db, clock } = this.parts.platform;
    return inTransaction(db, (trx) => addMatches(trx, matches, { reason, now: clock.now() }));
  }

  /** After the matches are committed: a search that is delivered from now on sees them. True: some are due. */
  async #mark(
    queryHashes: readonly string[],
    reason: AlertReason,
    context: Heartbeat | undefined,
  ): Promise<boolean> {
    if (queryHashes.length === 0) return false;
    const { db, clock } = this.parts.platform;
    const now = clock.now();
    let isDue = await inTransaction(db, (trx) => awaitDeliveries(trx, queryHashes, now));
    for (let isMore = true; isMore;) {
      const batch = await inTransaction(db, (trx) =>
        markDue(trx, queryHashes, { from: earliestAlertAt(reason, now), now, limit: MARK_BATCH }),
      );
      isDue ||= batch.isDue;
      isMore = batch.marked === MARK_BATCH && (await context?.heartbeat()) !== false;
    }
    return isDue;
  }

  /** One such job waits at most. Without it, in a crash before this, the alerts go out within a minute. */
  #sendSoon(): Promise<void> {
    const { db, jobs } = this.parts.platform;
    return inTransaction(db, (trx) =>
      jobs.enqueue(trx, this.sendJob, {}, { dedupeKey: 'due', lane: 'soon' }),
    );
  }

  async sendDue(context?: Heartbeat): Promise<void> {
    const { db, clock } = this.parts.platform;
    for (let isMore = true; isMore;) {
      const now = clock.now();
      isMore =
        (await inTransaction(db, (trx) => this.#sendBatch(trx, now))) &&
        (await context?.heartbeat()) !== false;
    }
  }

  /** True: there may be more. */
  async #sendBatch(trx: Transaction, now: Date): Promise<boolean> {
    const { due, isMore } = await lockDue(trx, now, { searches: DUE_BATCH, alerts: ALERTS_MAX });
    if (due.length === 0) return false;
    const ids = due.map(({ id }) => id);
    const { alerts, full } = await claimPending(trx, ids, now, ALERTS_MAX);
    const alertsOf = groupBy(alerts, ({ search_id: id }) => id);
    const announced = new Map<string, readonly AnnouncedAlert[]>();
    for (const round of roundsOf(due)) {
      const inRound = round.flatMap(({ id, user_id: userId }) =>
        (alertsOf.get(id) ?? [])
          .filter((alert) => alert.status === 'ACTIVE' && !alert.is_own)
          .map((alert): OwnedAlert => ({ ...alert, userId })),
      );
      for (const [id, ofSearch] of groupBy(await this.#announce(trx, inRound), (alert) => alert.search_id))
        announced.set(id, ofSearch);
    }
    const turns = ids.map((searchId) => ({
      searchId,
      isTold: announced.has(searchId),
      last: full.get(searchId),
    }));
    await endRuns(trx, turns, now);
    await this.#addNotices(trx, due, announced, now);
    return isMore || turns.some(({ isTold, last }) => last !== undefined && !isTold);
  }

  async #purge(context: Heartbeat): Promise<void> {
    const { db, clock } = this.parts.platform;
    const before = addMs(clock.now(), -MATCHES_KEPT_MS);
    while ((await purgeMatches(db, before, PURGE_BATCH)) === PURGE_BATCH)
      if (!(await context.heartbeat())) return;
  }

  /** Grouped by the seller whose vehicle matched first, so that a large import does not delay alerts for other sellers. */
  async #addNotices(
    trx: Transaction,
    due: readonly DueSearch[],
    announced: ReadonlyMap<string, readonly AnnouncedAlert[]>,
    now: Date,
  ): Promise<void> {
    const bySeller = groupBy(
      due.flatMap((search) => {
        const [first, ...others] = announced.get(search.id) ?? [];
        if (first === undefined) return [];
        return [{ sellerId: first.seller_id, notice: noticeOf(search, [first, ...others], now) }];
      }),
      ({ sellerId }) => sellerId,
    );
    for (const [sellerId, ofSeller] of bySeller)
      await this.parts.platform.notices.addBatch(
        trx,
        ofSeller.map(({ notice }) => notice),
        sellerId,
      );
  }

  /** Claims announcements that the owners of these searches have not had today, and holds further price drops back. */
  async #announce(trx: Transaction, alerts: readonly OwnedAlert[]): Promise<readonly AnnouncedAlert[]> {
    if (alerts.length === 0) return [];
    const claim = (reason: AlertReason) =>
      this.parts.announcements.claim(
        trx,
        reason,
        'saved_search_match',
        alerts
          .filter(({ reasons }) => reasons.includes(reason))
          .map((alert) => ({
            userId: alert.userId,
            listingId: alert.listing_id,
            price: alert.price,
            currency: alert.currency,
            vatDeductible: alert.vat_deductible,
            seenPrice: alert.seen_price,
          })),
      );
    // Announce prices first; otherwise, the price would be compared with the announcement of the new listing.
    const cheaper = await claim('price_drop');
    const fresh = await claim('new_match');
    const heldUntil = new Map(cheaper.held.map((drop) => [pairOf(drop), drop.until]));
    const previous = new Map(cheaper.announcements.map((drop) => [pairOf(drop), drop.previousPrice]));
    const isNewTo = new Set(fresh.announcements.map(pairOf));
    const held: HeldDrop[] = [];
    const announced: AnnouncedAlert[] = [];
    for (const alert of alerts) {
      const { search_id: searchId, listing_id: listingId, userId } = alert;
      const pair = pairOf({ userId, listingId });
      const until = heldUntil.get(pair);
      if (until !== undefined) held.push({ searchId, listingId, until });
      const reasons: AlertReason[] = [];
      if (isNewTo.has(pair)) reasons.push('new_match');
      if (previous.has(pair)) reasons.push('price_drop');
      if (reasons.length > 0)
        announced.push({ ...alert, reasons, previousPrice: previous.get(pair) ?? null });
    }
    await holdPriceDrops(trx, held);
    return announced;
  }
}

/** One notice of all listings, each once: in the application one by title and price, several by their number. */
function noticeOf(search: DueSearch, alerts: readonly AnnouncedAlert[], now: Date): Notice {
  const [first] = alerts;
  const isSingle = alerts.length === 1 && first !== undefined;
  const titled = isSingle ? [first] : alerts.slice(0, DIGEST_TITLES);
  return {
    userId: search.user_id,
    type: 'saved_search_match',
    about: Object.fromEntries(
      alerts
        .slice(0, DIGEST_VEHICLES)
        .map(({ seller_id }) => [
          seller_id,
          titled.some((alert) => alert.seller_id === seller_id) ? [isSingle ? 'title' : 'titles'] : [],
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
            previousPrice: first.previousPrice,
            currency: first.currency,
            vatDeductible: first.vat_deductible,
          }
        : {
            titles: titled.map((alert) => alert.title).join('; '),
          }),
    },
    link: isSingle ? `/listings/${first.slug}` : `/search/saved/${search.id}`,
    vehicles: alerts.slice(0, DIGEST_VEHICLES).map(vehicleOf),
    sourceId: search.id,
    dedupeKey: `saved_search:${search.id}:${now.getTime()}`,
  };
}

function vehicleOf(alert: AnnouncedAlert): NoticeVehicle {
  return {
    title: alert.title,
    link: `/listings/${alert.slug}`,
    image: alert.thumbnail,
    price: alert.price,
    previousPrice: alert.previousPrice,
    currency: alert.currency,
    vatDeductible: alert.vat_deductible,
    city: alert.city,
    country: alert.country,
    isNew: isNew(alert),
    facts: alert.facts,
  };
}

function isNew({ reasons }: PendingAlert): boolean {
  return reasons.includes('new_match');
}

function isCheaper({ reasons }: PendingAlert): boolean {
  return reasons.includes('price_drop');
}

/**
 * Splits searches into rounds with at most one search per user. Each round is in the order of the users, in which other code
 * claims announcements too. What a round has sent to a user counts in the next round.
 */
function roundsOf(due: readonly DueSearch[]): DueSearch[][] {
  const rounds: DueSearch[][] = [];
  for (const ofUser of groupBy(due, ({ user_id: userId }) => userId).values())
    ofUser.forEach((search, round) => (rounds[round] ??= []).push(search));
  return rounds;
}

function pairOf({ userId, listingId }: { readonly userId: string; readonly listingId: string }): string {
  return `${userId} ${listingId}`;
}
