/** The reported content as it was at the time of the report. */
import type { ReactElement } from 'react';
import { Link } from '../../ui/link.tsx';
import { useWords } from '../../words.ts';
import type { Report } from '../api.ts';

interface Context {
  readonly listing?: {
    readonly id?: string;
    readonly title?: string;
    readonly description?: string | null;
    readonly price?: number | null;
    readonly currency?: string | null;
    readonly vatDeductible?: boolean | null;
  };
  readonly messages?: readonly {
    readonly id: string;
    readonly senderSide: 'buyer' | 'seller';
    readonly content: string;
    readonly attachment: string | null;
    /** Missing in reports from when a message had at most one attachment. */
    readonly attachments?: readonly string[];
    readonly sentAt: string;
    readonly isReported: boolean;
  }[];
  readonly buyer?: { readonly name?: string };
  readonly seller?: { readonly name?: string };
  readonly rating?: number;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly reply?: string | null;
}

export function subjectOf({ kind, context }: Report): string | null {
  const { listing, seller, title } = context as Context;
  if (kind === 'review') return title ?? seller?.name ?? null;
  return listing?.title ?? null;
}

export function Reported({ report }: { report: Report }): ReactElement {
  const words = useWords();
  const { listing, messages, buyer, seller, rating, title, text, reply } = report.context as Context;
  return (
    <div className="stack">
      {listing?.id !== undefined && (
        <p>
          <Link to={`/admin/listings/${listing.id}`}>{listing.title ?? listing.id}</Link>
          {listing.price !== undefined && listing.price !== null && (
            <> · {words.price(listing.price, listing.currency ?? 'EUR', listing.vatDeductible ?? null)}</>
          )}
          {seller?.name !== undefined && <> · {seller.name}</>}
        </p>
      )}
      {listing?.description !== undefined && <p className="user-text review-text">{listing.description}</p>}
      {messages !== undefined && (
        <ol className="stack tight">
          {messages.map(({ id, senderSide, content, attachment, attachments, sentAt, isReported }) => (
            <li key={id} className={isReported ? 'attention' : 'reply'}>
              <span className="note">
                {(senderSide === 'buyer' ? buyer?.name : seller?.name) ?? senderSide} · {words.moment(sentAt)}
                {isReported && ` · ${words.text('desk.review.thisOne')}`}
              </span>
              <p className="user-text">{content}</p>
              {attachment !== null && <p className="note">{(attachments ?? [attachment]).join(', ')}</p>}
            </li>
          ))}
        </ol>
      )}
      {rating !== undefined && (
        <>
          <p>
            <strong>{title}</strong> {words.text('desk.reviews.stars', { rating: words.number(rating) })}
          </p>
          <p className="user-text">{text}</p>
          {reply !== undefined && reply !== null && <p className="reply user-text">{reply}</p>}
        </>
      )}
    </div>
  );
}
