import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin, type ModeratedReview } from '../api.ts';
import { DeskLink } from '../parts.tsx';
import { Board, type Item, ReviewPage } from './board.tsx';
import { REVIEW_REASONS } from './reasons.tsx';

const LIMIT = 50;

export function ReviewsQueuePage(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['review', 'reviews'],
    queryFn: () => admin.reviews.list({ status: 'pending', limit: LIMIT }),
  });
  const stars = (rating: number): string =>
    words.text('desk.reviews.stars', { rating: words.number(rating) });
  const itemOf = ({ id, title, rating, createdAt }: ModeratedReview): Item => ({
    id,
    title: title ?? stars(rating),
    since: createdAt,
    note: stars(rating),
    marks: [],
  });
  return (
    <ReviewPage>
      <Loaded query={query} lines={10}>
        {({ reviews, pagination }) => (
          <Board
            rows={reviews}
            total={pagination.total}
            itemOf={itemOf}
            detail={({ title, text, rating, sellerId }) => (
              <>
                <h2>{title ?? stars(rating)}</h2>
                <p>
                  {stars(rating)} ·{' '}
                  <DeskLink to={`/admin/users?q=${encodeURIComponent(sellerId)}`}>
                    {words.text('desk.review.aboutSeller')}
                  </DeskLink>
                </p>
                <p className="user-text">{text ?? words.text('desk.review.noText')}</p>
              </>
            )}
            accept={{
              label: 'desk.review.publish',
              done: 'desk.review.published',
              send: ({ id }) => admin.reviews.decide(id, { status: 'published' }),
            }}
            refuse={{
              label: 'desk.review.reject',
              done: 'desk.review.rejected',
              reasons: REVIEW_REASONS,
              send: ({ id }, reason) =>
                admin.reviews.decide(id, {
                  status: 'rejected',
                  code: reason?.code,
                  reason: reason?.text ?? null,
                }),
            }}
            stale={['review', 'overview']}
          />
        )}
      </Loaded>
    </ReviewPage>
  );
}
