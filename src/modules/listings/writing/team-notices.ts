import type { Notice, NoticeType } from '../../../platform/notices.ts';
import type { ListingRow } from '../tables.ts';

/** News of a listing for the people who run its seller's account; each step of the listing is told once. */
export function teamNotices(
  row: ListingRow,
  notice: { readonly type: NoticeType; readonly reason: string | null; readonly days?: number },
  userIds: readonly string[],
): Notice[] {
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
    dedupeKey: `${notice.type}:${row.id}:${row.version}${notice.days === undefined ? '' : `:${notice.days}`}`,
  }));
}
