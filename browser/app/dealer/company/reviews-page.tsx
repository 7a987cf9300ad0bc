import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type Review } from '../../api.ts';
import { useGuard } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextArea, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Pager } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { usePage } from '../../url-state.ts';
import { useWords } from '../../words.ts';

const PAGE_ROWS = 20;
const STARS = 5;
const REPLY_MAX = 2000;

export function ReviewsPage(): ReactElement {
  const words = useWords();
  const page = usePage();
  const profile = useQuery(read('sellerProfile.get'));
  const query = useQuery({
    ...read('receivedReviews.list', { page, limit: PAGE_ROWS }),
    placeholderData: keepPreviousData,
  });
  const rating = profile.data?.rating;
  const summary =
    rating?.average === undefined || rating.average === null
      ? undefined
      : `${words.text('desk.reviews.summary', { average: words.number(rating.average) })} · ${words.count('desk.reviews.count', rating.count)}`;
  return (
    <Page title={words.text('desk.nav.reviews')} note={summary}>
      <Loaded query={query}>
        {({ reviews, pagination }) =>
          reviews.length === 0 ? (
            <Empty title={words.text('desk.reviews.none')}>
              <p>{words.text('desk.reviews.none.hint')}</p>
            </Empty>
          ) : (
            <>
              <ul className="cards">
                {reviews.map((review) => (
                  <ReviewCard key={review.id} review={review} />
                ))}
              </ul>
              {pagination.total > PAGE_ROWS && (
                <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function ReviewCard({ review }: { review: Review }): ReactElement {
  const words = useWords();
  const [isWriting, setWriting] = useState(false);
  const guard = useGuard('AGENT');
  const { rating, title, text, author, reply, createdAt } = review;
  return (
    <li className="panel stack">
      <div className="row spread">
        <span>
          <span
            className="stars"
            role="img"
            aria-label={words.text('desk.reviews.stars', { rating: words.number(rating) })}
          >
            {'★'.repeat(rating)}
            {'☆'.repeat(STARS - rating)}
          </span>{' '}
          <strong>{title}</strong>
        </span>
        <span className="note">
          {author.name} · {words.date(createdAt)}
        </span>
      </div>
      {text !== null && <p className="user-text">{text}</p>}
      {reply !== null && !isWriting && (
        <div className="reply">
          <span className="note">
            {words.text('desk.reviews.reply')} · {words.date(reply.createdAt)}
          </span>
          <p className="user-text">{reply.text}</p>
        </div>
      )}
      {isWriting ? (
        <ReplyForm review={review} onDone={() => setWriting(false)} />
      ) : (
        <div className="row">
          <Button
            text={reply === null ? 'desk.reviews.answer' : 'desk.reviews.change'}
            className="quiet"
            {...guard}
            onClick={() => setWriting(true)}
          />
        </div>
      )}
    </li>
  );
}

function ReplyForm({ review, onDone }: { review: Review; onDone: () => void }): ReactElement {
  const words = useWords();
  const send = async (values: FormData): Promise<void> => {
    const body = { text: textOf(values, 'text') ?? '' };
    if (review.reply === null) await api.receivedReviews.reply(review.id, body);
    else await api.receivedReviews.changeReply(review.id, body);
    onDone();
    notify(words.text('desk.reviews.replied'));
  };
  return (
    <Form
      onSubmit={send}
      submit={words.text('desk.reviews.send')}
      footer={<Button text="desk.cancel" className="quiet" onClick={onDone} />}
    >
      <TextArea
        name="text"
        label={words.text('desk.reviews.reply')}
        hint={words.text('desk.reviews.reply.hint')}
        rows={4}
        maxLength={REPLY_MAX}
        defaultValue={review.reply?.text}
        required
      />
    </Form>
  );
}
