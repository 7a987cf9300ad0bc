import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin, type ModeratedListing } from '../api.ts';
import { Board, type Item, ReviewPage } from './board.tsx';
import { ListingDetail, marksOf } from './listing-detail.tsx';
import { LISTING_REASONS } from './reasons.tsx';

const LIMIT = 50;

export function ListingsQueuePage(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['review', 'listings'],
    queryFn: () => admin.listings.list({ status: ['PENDING_REVIEW'], limit: LIMIT }),
  });
  const itemOf = (row: ModeratedListing): Item => ({
    id: row.id,
    title: row.title,
    since: row.submittedAt ?? row.createdAt,
    note: row.seller.companyName,
    marks: marksOf(row, words).map(({ label }) => label),
  });
  return (
    <ReviewPage>
      <Loaded query={query} lines={10}>
        {({ listings, pagination }) => (
          <Board
            rows={listings}
            total={pagination.total}
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
            stale={['review', 'overview', 'admin-listings']}
          />
        )}
      </Loaded>
    </ReviewPage>
  );
}
