import { dayOf } from '../../../platform/clock.ts';
import type { Notice, NoticeType } from '../../../platform/notices.ts';
import type { ListingRow } from '../tables.ts';

export type ListingNoticeType = Extract<NoticeType, `listing_${string}`>;

/**
 * Notifications about a listing for the people who manage its seller. Each transition notifies once, and a sale once
 * per day (UTC), because a colleague can reactivate and sell it again.
 */
export function teamNotices(
  row: ListingRow,
  notice: { readonly type: ListingNoticeType; readonly reason: string | null; readonly days?: number },
  userIds: readonly string[],
): Notice[] {
  const step = notice.type === 'listing_sold' ? dayOf(row.updated_at) : row.version;
  return userIds.map((userId) => ({
    userId,
    type: notice.type,
    data: {
      listingId: row.id,
      title: row.title,
      status: row.status,
      price: row.price,
      currency: row.currency,
      ...(notice.reason === null ? {} : { reason: notice.reason }),
      ...(notice.days === undefined ? {} : { days: notice.days }),
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at.toISOString() }),
    },
    link: `/seller/listings/${row.id}`,
    dedupeKey: `${notice.type}:${row.id}:${step}${notice.days === undefined ? '' : `:${notice.days}`}`,
  }));
}
