import type { ReactElement } from 'react';
import { Link } from '../../ui/link.tsx';
import { useWords } from '../../words.ts';
import { admin, adminRead, type ModeratedReview } from '../api.ts';
import { type Item, Queue, QUEUE_ROWS } from './board.tsx';
import { REVIEW_REASONS } from './reasons.tsx';

export function ReviewsQueuePage(): ReactElement {
  const words = useWords();
  const stars = (rating: number): string =>
    words.text('desk.reviews.stars', { rating: words.number(rating) });
  const itemOf = ({ id, title, rating, createdAt }: ModeratedReview): Item => ({
    id,
    title: title ?? stars(rating),
    since: createdAt,
    note: stars(rating),
  });
  return (
    <Queue
      query={adminRead('reviews.list', { status: 'pending', limit: QUEUE_ROWS })}
      rowsOf={({ reviews }) => reviews}
      itemOf={itemOf}
      detail={({ title, text, rating, sellerId }) => (
        <>
          <h2>{title ?? stars(rating)}</h2>
          <p>
            {stars(rating)} ·{' '}
            <Link to={`/admin/users?q=${encodeURIComponent(sellerId)}`}>
              {words.text('desk.review.aboutSeller')}
            </Link>
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
    />
  );
}
