/**
 * From a change on the market to a notice.
 *
 * 1. Listings that went live or got cheaper are matched against all alerting searches, by a job after their events.
 *    Each (search, listing, reason) is one row, whatever is repeated; a further price drop requeues its row.
 * 2. Searches that are due (instant ones right away, others by a job) take their unsent rows, claim the announcements that
 *    nobody else has made to their owner, and add one notice, in one transaction. A crash before the commit leaves the rows
 *    unsent; after it, the notice is on its way.
 */
import { MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import type { Notice, NoticeVehicle } from '../../platform/notices.ts';
import type { SearchDocument } from '../../search/index.ts';
import type { Discovery } from '../discovery/index.ts';
import type { Announcements } from '../notifications/index.ts';
import type { SavedSearchMatcher } from './matcher.ts';
import {
  addAlerts,
  dropUnsent,
  type DueSearch,
  endTurn,
  holdPriceDrops,
  lockDue,
  type Match,
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

type Heartbeat = Pick<JobContext, 'heartbeat'>;

interface Drop {
  readonly listingId: string;
  readonly previousPrice: number;
}

/** An alert that is announced, with the reasons for which it is. */
interface AnnouncedAlert extends UnsentAlert {
  /** From which price it has fallen for its reader. */
  readonly previousPrice: number | null;
}

export class Alerts {
  readonly #platform: Platform;
  readonly #announcements: Announcements;
  readonly #documents: Pick<Discovery, 'documentsOf'>;
  readonly #matcher: SavedSearchMatcher;
  readonly sendJob: JobDefinition<Record<string, never>>;

  constructor(parts: {
    platform: Platform;
    announcements: Announcements;
    documents: Pick<Discovery, 'documentsOf'>;
    matcher: SavedSearchMatcher;
  }) {
    this.#platform = parts.platform;
    this.#announcements = parts.announcements;
    this.#documents = parts.documents;
    this.#matcher = parts.matcher;
    this.sendJob = {
      name: 'saved-searches.send-alerts',
      everyMs: MINUTE_MS,
      run: (_payload, context) => this.sendDue(context),
    };
  }

  /** Those that are not live (any more) match nothing. */
  async matchPublished(listingIds: readonly string[], context?: Heartbeat): Promise<void> {
    await this.#matchAll(listingIds, context, async (document, searchIds) => [
      { reason: 'new_match', matches: matchesOf(document, searchIds) },
    ]);
  }

  /** A search that did not find the listing at its previous price has found a new one. */
  async matchPriceDrops(drops: readonly (Drop | string)[], context?: Heartbeat): Promise<void> {
    // Jobs that an earlier release has enqueued have the ids alone.
    const previous = new Map(
      drops.map((drop) =>
        typeof drop === 'string' ? ([drop, null] as const) : ([drop.listingId, drop.previousPrice] as const),
      ),
    );
    await this.#matchAll([...previous.keys()], context, async (document, searchIds) => {
      const price = previous.get(document.id) ?? null;
      const before = new Set(
        price === null || searchIds.length === 0
          ? searchIds
          : await this.#matcher.match({ ...document, price }),
      );
      const isKnown = (id: string): boolean => before.has(id);
      return [
        {
          reason: 'new_match',
          matches: matchesOf(
            document,
            searchIds.filter((id) => !isKnown(id)),
          ),
        },
        { reason: 'price_drop', matches: matchesOf(document, searchIds.filter(isKnown)) },
      ];
    });
  }

  async #matchAll(
    listingIds: readonly string[],
    context: Heartbeat | undefined,
    sort: (
      document: SearchDocument,
      searchIds: readonly string[],
    ) => Promise<readonly { readonly reason: AlertReason; readonly matches: readonly Match[] }[]>,
  ): Promise<void> {
    if (await this.#matcher.isIdle()) return;
    const waiting = { new_match: [] as Match[], price_drop: [] as Match[] };
    let isAny = false;
    const flush = async (from: number): Promise<boolean> => {
      for (const reason of ['new_match', 'price_drop'] as const) {
        const matches = waiting[reason];
        if (matches.length < from) continue;
        if (!(await this.#add(matches.splice(0), reason, context))) return false;
        isAny = true;
      }
      return true;
    };
    for (const document of await this.#documents.documentsOf([...new Set(listingIds)])) {
      for (const { reason, matches } of await sort(document, await this.#matcher.match(document)))
        waiting[reason].push(...matches);
      if (!(await flush(MATCH_BATCH))) return;
    }
    if ((await flush(1)) && isAny) await this.sendDue(context);
  }

  /** False when another worker has taken the job over. */
  async #add(
    matches: readonly Match[],
    reason: AlertReason,
    context: Heartbeat | undefined,
  ): Promise<boolean> {
    const { db, clock } = this.#platform;
    for (let from = 0; from < matches.length; from += MATCH_BATCH) {
      const batch = matches.slice(from, from + MATCH_BATCH);
      await inTransaction(db, (trx) => addAlerts(trx, batch, { reason, now: clock.now() }));
      if ((await context?.heartbeat()) === false) return false;
    }
    return true;
  }

  async sendDue(context?: Heartbeat): Promise<void> {
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
    // In the order in which others claim announcements, or two of them could wait for each other.
    due.sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
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
      const announced = await this.#announce(
        trx,
        search,
        alerts.filter((alert) => alert.status === 'ACTIVE'),
      );
      const [first] = announced;
      await endTurn(trx, search.id, { now, isTold: first !== undefined, isMore });
      if (first === undefined) continue;
      if (isMore) crowded.push(search.id);
      const notice = noticeOf(search, announced, now);
      bySeller.set(first.seller_id, [...(bySeller.get(first.seller_id) ?? []), notice]);
    }
    for (const [sellerId, ofSeller] of bySeller)
      await this.#platform.notices.addBatch(trx, ofSeller, sellerId);
    return { isMore: done < due.length || due.length === DUE_BATCH || rows >= ALERTS_MAX, crowded };
  }

  /** Claims what the owner of a search has not been told today, and holds further price drops back. */
  async #announce(
    trx: Transaction,
    search: DueSearch,
    alerts: readonly UnsentAlert[],
  ): Promise<readonly AnnouncedAlert[]> {
    const claim = (reason: AlertReason) =>
      this.#announcements.claim(
        trx,
        reason,
        'saved_search_match',
        alerts
          .filter(({ reasons }) => reasons.includes(reason))
          .map((alert) => ({
            userId: search.user_id,
            listingId: alert.listing_id,
            price: alert.price,
            currency: alert.currency,
            vatDeductible: alert.vat_deductible,
            seenPrice: alert.seen_price,
          })),
      );
    // First the prices: the announcement of a new listing would be the one that its price is compared with.
    const cheaper = await claim('price_drop');
    const fresh = await claim('new_match');
    await holdPriceDrops(trx, search.id, cheaper.held);
    const previous = new Map(cheaper.announcements.map((one) => [one.listingId, one.previousPrice]));
    const isNewTo = new Set(fresh.announcements.map(({ listingId }) => listingId));
    return alerts
      .map((alert): AnnouncedAlert => {
        const id = alert.listing_id;
        const reasons: AlertReason[] = [];
        if (isNewTo.has(id)) reasons.push('new_match');
        if (previous.has(id)) reasons.push('price_drop');
        return { ...alert, reasons, previousPrice: previous.get(id) ?? null };
      })
      .filter(({ reasons }) => reasons.length > 0);
  }

  /** After the notice: if this breaks off, the next notice tells of what is left. */
  async #dropRest(searchId: string, now: Date, context: Heartbeat | undefined): Promise<void> {
    const { db } = this.#platform;
    for (let dropped = ALERTS_MAX; dropped === ALERTS_MAX;) {
      dropped = await inTransaction(db, (trx) => dropUnsent(trx, searchId, now, ALERTS_MAX));
      if ((await context?.heartbeat()) === false) return;
    }
  }
}

/** One notice of all listings, each once: in the application one by title and price, several by their number. */
function noticeOf(search: DueSearch, alerts: readonly AnnouncedAlert[], now: Date): Notice {
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
            previousPrice: first.previousPrice,
            currency: first.currency,
            vatDeductible: first.vat_deductible,
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
  };
}

function isNew({ reasons }: UnsentAlert): boolean {
  return reasons.includes('new_match');
}

function isCheaper({ reasons }: UnsentAlert): boolean {
  return reasons.includes('price_drop');
}

function matchesOf({ id: listingId, sellerId }: SearchDocument, searchIds: readonly string[]): Match[] {
  return searchIds.map((searchId) => ({ searchId, listingId, sellerId }));
}
