import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

/** The average rating of a dealer and the number of reviews; renders nothing without reviews. */
export function Rating({
  average,
  count,
  href,
  reader,
}: {
  average: number | null;
  count: number;
  href?: string | undefined;
  reader: Reader;
}): ReactElement | null {
  if (average === null || count === 0) return null;
  const rounded = reader.number(Math.round(average * 10) / 10);
  const content = (
    <>
      <Icon name="star-filled" small />
      <span className="unseen">
        {reader.text('rating.label', { average: rounded, count: reader.number(count) })}
      </span>
      <span aria-hidden="true">
        <b>{rounded}</b> ({reader.number(count)})
      </span>
    </>
  );
  return href === undefined ? (
    <span className="rating">{content}</span>
  ) : (
    <a className="rating" href={href}>
      {content}
    </a>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;

export function Stars({ rating, reader }: { rating: number; reader: Reader }): ReactElement {
  return (
    <span className="stars" role="img" aria-label={reader.count('dealer.stars', rating)}>
      {STARS.map((star) => (
        <Icon key={star} name="star-filled" className={star > Math.round(rating) ? 'no' : ''} />
      ))}
    </span>
  );
}

/** Marks an email address or a phone number as confirmed by its owner. */
export const Confirmed = ({ children }: { children: string }): ReactElement => (
  <span className="verified">
    <Icon name="circle-check" small />
    <span>{children}</span>
  </span>
);

export function Verified({ reader }: { reader: Reader }): ReactElement {
  return (
    <span className="verified">
      <Icon name="rosette-discount-check" small />
      <span>{reader.text('card.verified')}</span>
    </span>
  );
}
