/** A listing as a moderator has to see it: facts, texts, what was noticed, and its duplicates beside it. */
import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { labelOf } from '../../field-label.ts';
import { ListingState, type Status } from '../../dealer/listings/status.tsx';
import { pathOf } from '../../api.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { type DeskWords, useWords } from '../../words.ts';
import { admin, type ModeratedListing } from '../api.ts';
import { DeskLink, Facts } from '../parts.tsx';

/** What buyers find a page of. */
const SHOWN_ON_MARKET: ReadonlySet<string> = new Set(['ACTIVE', 'SOLD', 'EXPIRED']);

interface Mark {
  readonly label: string;
  readonly text: string;
}

/** What was noticed about a listing, explained. */
export function marksOf({ flags, currency }: ModeratedListing, words: DeskWords): readonly Mark[] {
  const { priceFarBelow, vinSeenElsewhere, contactInText, youngAccount } = flags as {
    priceFarBelow?: { price: number; median: number };
    vinSeenElsewhere?: readonly string[];
    contactInText?: readonly string[];
    youngAccount?: boolean;
  };
  const money = (amount: number): string => words.money(Math.round(amount), currency ?? 'EUR');
  const marks: Mark[] = [];
  if (priceFarBelow !== undefined)
    marks.push({
      label: words.text('desk.flag.price'),
      text: words.text('desk.flag.price.text', {
        price: money(priceFarBelow.price),
        median: money(priceFarBelow.median),
        percent: words.number(Math.round((1 - priceFarBelow.price / priceFarBelow.median) * 100)),
      }),
    });
  if (vinSeenElsewhere !== undefined)
    marks.push({
      label: words.text('desk.flag.vin'),
      text: words.count('desk.flag.vin.text', vinSeenElsewhere.length),
    });
  if (contactInText !== undefined)
    marks.push({
      label: words.text('desk.flag.contact'),
      text: words.text('desk.flag.contact.text', {
        fields: contactInText.map((field) => labelOf(field, words)).join(', '),
      }),
    });
  if (youngAccount === true)
    marks.push({ label: words.text('desk.flag.young'), text: words.text('desk.flag.young.text') });
  return marks;
}

export function ListingDetail({ listing }: { listing: ModeratedListing }): ReactElement {
  const words = useWords();
  const marks = marksOf(listing, words);
  const { title, description, thumbnail, images, slug, status, seller } = listing;
  return (
    <div className="stack">
      <div className="row review-head">
        {thumbnail === null ? (
          <span className="thumbnail none">
            <Icon name="photo" />
          </span>
        ) : (
          <img className="review-photo" src={pathOf(thumbnail)} alt="" width={240} height={180} />
        )}
        <div className="stack">
          <h2>{title}</h2>
          <ListingFacts listing={listing} />
          <p>
            <DeskLink to={`/admin/listings/${listing.id}`}>{words.text('desk.review.more')}</DeskLink>
            {SHOWN_ON_MARKET.has(status) && (
              <>
                {' · '}
                <a href={`/listings/${slug}`} target="_blank" rel="noreferrer">
                  {words.text('desk.review.onMarket')}
                </a>
              </>
            )}
          </p>
        </div>
      </div>
      <p className="note">
        <DeskLink to={`/admin/users?q=${encodeURIComponent(seller.id)}`}>{seller.companyName}</DeskLink>
        {' · '}
        {words.text(seller.verified ? 'desk.review.verified' : 'desk.review.unverified')}
        {' · '}
        {words.text('desk.review.trust', { score: words.number(seller.trustScore) })}
        {' · '}
        {words.text('desk.review.sellerSince', { date: words.date(seller.createdAt) })}
      </p>
      {marks.length > 0 && (
        <ul className="attention stack tight" aria-label={words.text('desk.flag.title')}>
          {marks.map(({ label, text }) => (
            <li key={label}>
              <strong>{label}.</strong> {text}
            </li>
          ))}
        </ul>
      )}
      <Twins listing={listing} />
      {images.length > 0 && (
        <ScrollRegion className="review-photos" label={words.text('desk.editor.photos')}>
          {images.map(({ id, url, sizes }, at) => (
            <a key={id} href={pathOf(sizes?.['large']?.jpeg ?? url)} target="_blank" rel="noreferrer">
              <img
                src={pathOf(sizes?.['thumbnail']?.webp ?? url)}
                alt={words.text('desk.review.photo', { number: words.number(at + 1) })}
                width={128}
                height={96}
                loading="lazy"
              />
            </a>
          ))}
        </ScrollRegion>
      )}
      <p className="user-text review-text">{description ?? words.text('desk.review.noText')}</p>
    </div>
  );
}

export function ListingFacts({ listing }: { listing: ModeratedListing }): ReactElement {
  const words = useWords();
  const { category, price, currency, vatDeductible, year, mileage, location, status, qualityScore } = listing;
  return (
    <Facts
      facts={[
        [labelOf('category', words), category?.name ?? '–'],
        [
          words.text('desk.listings.price'),
          price === null ? '–' : words.price(price, currency ?? 'EUR', vatDeductible),
        ],
        [words.field('year'), year === null ? '–' : String(year)],
        [words.field('mileage'), mileage === null ? '–' : `${words.number(mileage)} km`],
        [words.field('location'), [location.city, location.country].filter(Boolean).join(', ') || '–'],
        [words.text('desk.review.quality'), words.number(qualityScore)],
        [words.text('desk.review.state'), <ListingState key="state" status={status as Status} />],
      ]}
    />
  );
}

/** Listings of others with the same VIN, beside this one. */
function Twins({ listing }: { listing: ModeratedListing }): ReactElement | null {
  const words = useWords();
  const ids = (listing.flags['vinSeenElsewhere'] ?? []) as readonly string[];
  const duplicates = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['admin-listings', 'one', id],
      queryFn: async () => (await admin.listings.get(id)).listing,
      retry: false,
    })),
  });
  if (ids.length === 0) return null;
  const shown = [listing, ...duplicates.flatMap(({ data }) => data ?? [])];
  const rows: readonly (readonly [label: string, of: (one: ModeratedListing) => string])[] = [
    [words.text('desk.review.seller'), ({ seller }) => seller.companyName],
    [
      words.text('desk.listings.price'),
      ({ price, currency, vatDeductible }) =>
        price === null ? '–' : words.price(price, currency ?? 'EUR', vatDeductible),
    ],
    [words.field('year'), ({ year }) => (year === null ? '–' : String(year))],
    [words.field('mileage'), ({ mileage }) => (mileage === null ? '–' : `${words.number(mileage)} km`)],
    [words.text('desk.review.state'), ({ status }) => words.text(`desk.listings.status.${status as Status}`)],
    [words.text('desk.review.created'), ({ createdAt }) => words.date(createdAt)],
  ];
  return (
    <ScrollRegion label={words.text('desk.review.duplicates')}>
      <table className="table">
        <caption className="unseen">{words.text('desk.review.duplicates')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{words.text('desk.review.duplicates')}</span>
            </th>
            {shown.map((one) => (
              <th key={one.id} scope="col">
                <DeskLink to={`/admin/listings/${one.id}`}>{one.title}</DeskLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, of]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {shown.map((one) => (
                <td key={one.id} className={of(one) === of(listing) ? undefined : 'bad'}>
                  {of(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
