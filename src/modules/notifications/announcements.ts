import { addMs, type Clock, DAY_MS } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { Service } from '../../platform/service.ts';
import type { Settings } from '../settings/index.ts';
import { type Candidate, claimAnnouncements, type MinimumDrop } from './announcements.repository.ts';
import type { AnnouncementReason } from './tables.ts';

/** How long a further announcement of the same kind is held back: 24 hours from the last, not a calendar day. */
const PRICE_DROP_PAUSE_MS = DAY_MS;

export interface Announcement {
  readonly userId: string;
  readonly listingId: string;
  /** Lowest price that the user knew before. */
  readonly previousPrice: number | null;
}

interface Claimed {
  /** To be announced now, in the transaction of the claim. */
  readonly announcements: readonly Announcement[];
  /** Price drops to announce, but not before this instant. */
  readonly held: readonly { readonly userId: string; readonly listingId: string; readonly until: Date }[];
}

/**
 * Decides which users are notified of a listing: each once a day per reason, whether they saved the listing, a matching
 * search or several of them. Announces only notable price drops.
 */
export class Announcements extends Service<{ readonly clock: Clock; readonly settings: Settings }> {
  /** Claims the announcements in the transaction that queues their notifications, so that a crash repeats both or neither. */
  async claim(
    trx: Transaction,
    reason: AnnouncementReason,
    type: NoticeType,
    candidates: readonly Candidate[],
  ): Promise<Claimed> {
    const now = this.parts.clock.now();
    const rules = { reason, type, now, since: addMs(now, -PRICE_DROP_PAUSE_MS), least: this.#leastDrop() };
    const news = (await claimAnnouncements(trx, candidates, rules)).map((row) => ({
      userId: row.user_id,
      listingId: row.listing_id,
      previousPrice: row.previous,
      isClaimed: row.claimed !== null,
      until: addMs(row.last_at ?? now, PRICE_DROP_PAUSE_MS),
    }));
    return {
      announcements: news.filter(({ isClaimed }) => isClaimed),
      held: reason === 'price_drop' ? news.filter(({ isClaimed }) => !isClaimed) : [],
    };
  }

  #leastDrop(): MinimumDrop {
    const { percent, euros } = this.parts.settings.get('listings.leastPriceDrop');
    const { base, rates } = this.parts.settings.get('exchangeRates');
    const amounts = Object.entries({ ...rates, [base]: 1 }).map(
      ([code, rate]) => [code, euros * rate] as const,
    );
    return { percent, amounts: Object.fromEntries(amounts) };
  }
}
