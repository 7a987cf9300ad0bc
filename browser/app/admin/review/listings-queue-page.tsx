import type { ReactElement } from 'react';
import { useWords } from '../../words.ts';
import { admin, adminRead, type ModeratedListing } from '../api.ts';
import { type Item, Queue, QUEUE_ROWS } from './board.tsx';
import { ListingDetail, marksOf } from './listing-detail.tsx';
import { LISTING_REASONS } from './reasons.tsx';

export function ListingsQueuePage(): ReactElement {
  const words = useWords();
  const itemOf = (row: ModeratedListing): Item => ({
    id: row.id,
    title: row.title,
    since: row.submittedAt ?? row.createdAt,
    note: row.seller.companyName,
    marks: marksOf(row, words).map(({ label }) => label),
  });
  return (
    <Queue
      query={adminRead('listings.list', { status: ['PENDING_REVIEW'], limit: QUEUE_ROWS })}
      rowsOf={({ listings }) => listings}
      itemOf={itemOf}
      detail={(row) => <ListingDetail key={row.id} listing={row} />}
      accept={{
        label: 'desk.review.approve',
        done: 'desk.review.approved',
        send: ({ id }) => admin.listings.approve(id),
      }}
      refuse={{
        label: 'desk.review.reject',
        done: 'desk.review.rejected',
        reasons: LISTING_REASONS,
        send: ({ id }, reason) =>
          admin.listings.reject(id, { code: reason?.code, reason: reason?.text ?? '' }),
      }}
    />
  );
}
