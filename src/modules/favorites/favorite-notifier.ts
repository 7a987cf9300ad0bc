import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { Notices, NoticeVehicle, SharedNotice } from '../../platform/notices.ts';
import {
  type FavoriteHolder,
  findNamedListing,
  keepTold,
  listFavoritedBy,
  type NamedListing,
} from './repository.ts';

/** Handles a fallen price of a live listing. */
export interface PriceDrop {
  readonly listing_id: string;
  readonly previous_price: number;
  readonly price: number;
  readonly currency: string;
}

/** Those of a batch who are told. */
type Whom = (trx: Transaction, favorites: readonly FavoriteHolder[]) => Promise<string[]>;

const BATCH = 500;

/**
 * Tells everyone who has the listing as a favorite. `eventId` is part of the key under which each is told once: handlers
 * run at least once, and the same price may fall again another day.
 */
export class FavoriteNotifier {
  readonly #db: Database;
  readonly #notices: Notices;

  constructor(parts: { db: Database; notices: Notices }) {
    this.#db = parts.db;
    this.#notices = parts.notices;
  }

  /** To those for whom it is a new low: a rise and a fall back are no news. */
  async priceDropped(eventId: string, drop: PriceDrop): Promise<void> {
    const whom: Whom = (trx, favorites) =>
      keepTold(
        trx,
        favorites.map(({ id }) => id),
        drop,
      );
    await this.#tellAll(drop.listing_id, whom, ({ title, slug, seller_id, ...listing }) => ({
      type: 'price_drop',
      about: { [seller_id]: ['title'] },
      data: {
        listingId: drop.listing_id,
        title,
        previousPrice: drop.previous_price,
        price: drop.price,
        currency: drop.currency,
      },
      link: `/listings/${slug}`,
      vehicles: [
        {
          ...vehicleOf({ title, slug, ...listing }),
          price: drop.price,
          previousPrice: drop.previous_price,
          currency: drop.currency,
        },
      ],
      dedupeKey: `price_drop:${eventId}`,
    }));
  }

  async sold(eventId: string, listingId: string): Promise<void> {
    const whom: Whom = async (_trx, favorites) => favorites.map((favorite) => favorite.user_id);
    await this.#tellAll(listingId, whom, ({ title, seller_id, ...listing }) => ({
      type: 'favorite_sold',
      about: { [seller_id]: ['title'] },
      data: { listingId, title },
      link: '/favorites',
      vehicles: [vehicleOf({ title, ...listing })],
      dedupeKey: `favorite_sold:${eventId}`,
    }));
  }

  /** Each batch commits by itself, so that a listing with thousands of favorites blocks nothing. */
  async #tellAll(
    listingId: string,
    whom: Whom,
    notice: (listing: NamedListing) => Omit<SharedNotice, 'userIds'>,
  ): Promise<void> {
    const listing = await findNamedListing(this.#db, listingId);
    if (listing === undefined) return;
    let after = '';
    for (;;) {
      const favorites = await listFavoritedBy(this.#db, listingId, after, BATCH);
      const last = favorites.at(-1);
      if (last === undefined) return;
      await inTransaction(this.#db, async (trx) => {
        const userIds = await whom(trx, favorites);
        if (userIds.length > 0)
          await this.#notices.addForMany(trx, { ...notice(listing), userIds }, listing.seller_id);
      });
      after = last.id;
    }
  }
}

function vehicleOf(listing: Omit<NamedListing, 'seller_id'>): NoticeVehicle {
  const { title, slug, thumbnail, price, currency, city, country } = listing;
  return {
    title,
    link: `/listings/${slug}`,
    image: thumbnail,
    price,
    previousPrice: null,
    currency,
    city,
    country,
    isNew: false,
  };
}
