import type { ReactElement } from 'react';
import type { ReviewView } from '../../../modules/sellers/index.ts';
import type { Reader } from '../../texts/reader.ts';
import { Stars } from '../../ui/rating.tsx';
import { Time } from '../../ui/time.tsx';
import type { DealerPageData } from './load.ts';

const STARS = [5, 4, 3, 2, 1] as const;
const BAR_WIDTH = 100;

/** The distribution of ratings, then reviews: one page of them, or the newest ones below the stock. */
export function Reviews({ data, reader }: { data: DealerPageData; reader: Reader }): ReactElement {
  const { seller, shows, reviews } = data;
  const base = `/${reader.language}/dealer/${seller.slug}`;
  return (
    <section className="block" aria-labelledby="reviews">
      <div className="block-head">
        <h2 id="reviews">{reader.text('dealer.reviews.title')}</h2>
        {shows === 'stock' && seller.rating.count > reviews.length && (
          <a href={`${base}/reviews`}>
            {reader.text('dealer.reviews.all', { count: reader.number(seller.rating.count) })}
          </a>
        )}
      </div>
      <div className="reviews">
        <RatingSummary data={data} reader={reader} />
        {reviews.map((review) => (
          <Review key={review.id} review={review} reader={reader} />
        ))}
      </div>
    </section>
  );
}

function RatingSummary({ data: { seller }, reader }: { data: DealerPageData; reader: Reader }): ReactElement {
  const { average, count, histogram } = seller.rating;
  return (
    <div className="review">
      {average === null ? (
        <p>{reader.text('dealer.noReviews')}</p>
      ) : (
        <>
          <p className="row">
            <span className="figure">{reader.number(average)}</span>
            <Stars rating={average} reader={reader} />
            <span className="note">{reader.count('dealer.reviews', count)}</span>
          </p>
          <dl className="votes">
            {STARS.map((stars) => (
              <div key={stars}>
                <dt>
                  <span className="unseen">{reader.count('dealer.stars', stars)}</span>
                  <span aria-hidden="true">{stars}</span>
                </dt>
                <dd>
                  <svg viewBox={`0 0 ${BAR_WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
                    <rect width={BAR_WIDTH} height="8" />
                    <rect
                      className="in"
                      width={Math.round((histogram[stars] / count) * BAR_WIDTH)}
                      height="8"
                    />
                  </svg>
                  <span className="count">{reader.number(histogram[stars])}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <a className="button" rel="nofollow" href={`/${reader.language}/dealer/${seller.slug}/review`}>
        {reader.text('review.write')}
      </a>
    </div>
  );
}

function Review({ review, reader }: { review: ReviewView; reader: Reader }): ReactElement {
  const { rating, title, text, author, reply } = review;
  return (
    <article className="review">
      <p className="row">
        <Stars rating={rating} reader={reader} />
        <span className="note push">
          <Time at={review.createdAt} shows="date" reader={reader} />
        </span>
      </p>
      {typeof title === 'string' && <h3>{title}</h3>}
      {typeof text === 'string' && <p className="prose">{text}</p>}
      {author !== null && <p className="note">{author.name}</p>}
      {typeof reply?.text === 'string' && (
        <blockquote className="prose">
          <b>{reader.text('dealer.reply')}</b> {reply.text}
        </blockquote>
      )}
    </article>
  );
}
