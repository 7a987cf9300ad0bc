import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { addMs, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { NoticeContent, NoticeVehicle } from '../../platform/notices.ts';
import type { Announcement, Announcements } from '../notifications/index.ts';
import { findNamedListing, hasFavorites, listHolders, type NamedListing } from './repository.ts';

interface NotifierParts extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'notices'> {
  readonly announcements: Announcements;
}

interface ListingPayload {
  readonly listingId: string;
}

/** Notifies the owners of a batch of favorites in one transaction. Returns when the held-back owners can be notified. */
type TellBatch = (
  trx: Transaction,
  listing: NamedListing,
  holders: readonly Holder[],
) => Promise<readonly Date[]>;
type Holder = Awaited<ReturnType<typeof listHolders>>[number];

const BATCH = 500;
/** Delay before a price is announced, so that a mistake that is corrected quickly is not announced. */
const SETTLING_MS = MINUTE_MS;

/** Notifies all users who have a listing as a favorite of a lower price or the sale. */
export class FavoriteNotifier extends Service<NotifierParts> {
  /** One job announces the price at its run, however often the price has fallen since. */
  async priceDropped(listingId: string, sellerId: string): Promise<void> {
    const { db, clock } = this.parts;
    if (!(await hasFavorites(db, listingId))) return;
    await inTransaction(db, (trx) =>
      this.#schedule(trx, { listingId, sellerId, runAt: addMs(clock.now(), SETTLING_MS), key: listingId }),
    );
  }

  readonly priceJob: JobDefinition<ListingPayload> = {
    name: 'favorites.announce-price',
    lane: 'whenever',
    run: ({ listingId }, context) =>
      this.#notifyAll(
        listingId,
        'ACTIVE',
        (trx, listing, holders) => this.#notifyOfPrice(trx, listing, holders),
        context,
      ),
  };

  /** Notify only if it is still sold: it may be on sale again. */
  async sold(listingId: string): Promise<void> {
    await this.#notifyAll(listingId, 'SOLD', async (trx, listing, holders) => {
      const candidates = holders.map((holder) => ({
        userId: holder.user_id,
        listingId,
        price: null,
        currency: null,
        vatDeductible: null,
        seenPrice: null,
      }));
      const { announcements } = await this.parts.announcements.claim(
        trx,
        'sold',
        'favorite_sold',
        candidates,
      );
      await this.#notify(trx, listing, announcements, {
        type: 'favorite_sold',
        data: { listingId, title: listing.title },
        link: '/favorites',
        vehicles: [vehicleOf(listing)],
      });
      return [];
    });
  }

  async #notifyOfPrice(trx: Transaction, listing: NamedListing, holders: readonly Holder[]): Promise<Date[]> {
    const { id: listingId, price, currency, vat_deductible: vatDeductible, slug, title } = listing;
    if (price === null || currency === null) return [];
    const candidates = holders.map(({ user_id: userId, seen_price: seenPrice }) => ({
      userId,
      listingId,
      price,
      currency,
      vatDeductible,
      seenPrice,
    }));
    const { announcements, held } = await this.parts.announcements.claim(
      trx,
      'price_drop',
      'price_drop',
      candidates,
    );
    // Each owner's notification states their own previous price; most share one.
    for (const previousPrice of new Set(announcements.map((announcement) => announcement.previousPrice)))
      await this.#notify(
        trx,
        listing,
        announcements.filter((announcement) => announcement.previousPrice === previousPrice),
        {
          type: 'price_drop',
          data: { listingId, title, previousPrice, price, currency, vatDeductible },
          link: `/listings/${slug}`,
          vehicles: [{ ...vehicleOf(listing), previousPrice }],
        },
      );
    return held.map(({ until }) => until);
  }

  #notify(
    trx: Transaction,
    { seller_id: sellerId }: NamedListing,
    announcements: readonly Announcement[],
    notice: NoticeContent<'price_drop' | 'favorite_sold'>,
  ): Promise<void> {
    const userIds = announcements.map(({ userId }) => userId);
    return this.parts.notices.addForMany(
      trx,
      { ...notice, about: { [sellerId]: ['title'] }, userIds },
      sellerId,
    );
  }

  /** Each batch commits separately, so that a listing with thousands of favorites blocks nothing. */
  async #notifyAll(
    listingId: string,
    status: 'ACTIVE' | 'SOLD',
    notifyBatch: TellBatch,
    context?: Pick<JobContext, 'heartbeat'>,
  ): Promise<void> {
    const { db } = this.parts;
    let after: string | null = '';
    let heldUntil: Date | null = null;
    let sellerId: string | null = null;
    while (after !== null) {
      const from: string = after;
      const batch = await inTransaction(db, async (trx) => {
        const listing = await findNamedListing(trx, listingId);
        if (listing?.status !== status) return null;
        const holders = await listHolders(trx, listingId, from, BATCH);
        const held = holders.length === 0 ? [] : await notifyBatch(trx, listing, holders);
        return { last: holders.at(-1)?.id ?? null, held, sellerId: listing.seller_id };
      });
      if (batch === null || (await context?.heartbeat()) === false) return;
      after = batch.last;
      sellerId = batch.sellerId;
      for (const until of batch.held) if (heldUntil === null || until < heldUntil) heldUntil = until;
    }
    if (heldUntil === null) return;
    const nextRun = { listingId, sellerId, runAt: heldUntil, key: `${listingId}:held` };
    await inTransaction(db, (trx) => this.#schedule(trx, nextRun));
  }

  #schedule(
    trx: Transaction,
    run: {
      readonly listingId: string;
      readonly sellerId: string | null;
      readonly runAt: Date;
      readonly key: string;
    },
  ): Promise<void> {
    const { listingId, sellerId: account, runAt, key: dedupeKey } = run;
    return this.parts.jobs.enqueue(trx, this.priceJob, { listingId }, { runAt, dedupeKey, account });
  }
}

function vehicleOf(listing: NamedListing): NoticeVehicle {
  const {
    title,
    slug,
    thumbnail,
    price,
    currency,
    vat_deductible: vatDeductible,
    city,
    country,
    facts,
  } = listing;
  return {
    title,
    link: `/listings/${slug}`,
    image: thumbnail,
    price,
    previousPrice: null,
    currency,
    vatDeductible,
    city,
    country,
    isNew: false,
    facts,
  };
}
