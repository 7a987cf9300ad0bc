/** A listing for moderators: facts, texts, moderation flags, and duplicates next to it. */
import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { pathOf } from '../../api.ts';
import { ListingState, type Status } from '../../dealer/listings/status.tsx';
import { labelOf } from '../../field-label.ts';
import { Thumbnail } from '../../ui/image.tsx';
import { Link } from '../../ui/link.tsx';
import { Facts } from '../../ui/section.tsx';
import { type Column, ScrollRegion, Table } from '../../ui/table.tsx';
import { type DeskWords, useWords } from '../../words.ts';
import { adminRead, type ModeratedListing } from '../api.ts';

/** Statuses with a public page. */
const SHOWN_ON_MARKET: ReadonlySet<string> = new Set(['ACTIVE', 'SOLD', 'EXPIRED']);

interface Mark {
  readonly label: string;
  readonly text: string;
}

/** The moderation flags of a listing, explained. */
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
        <Thumbnail url={thumbnail} className="review-photo" width={240} height={180} />
        <div className="stack">
          <h2>{title}</h2>
          <ListingFacts listing={listing} />
          <p>
            <Link to={`/admin/listings/${listing.id}`}>{words.text('desk.review.more')}</Link>
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
        <Link to={`/admin/users?q=${encodeURIComponent(seller.id)}`}>{seller.companyName}</Link>
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
          {images.map(({ id, url, sizes }, index) => (
            <a key={id} href={pathOf(sizes?.['large']?.jpeg ?? url)} target="_blank" rel="noreferrer">
              <img
                src={pathOf(sizes?.['thumbnail']?.webp ?? url)}
                alt={words.text('desk.review.photo', { number: words.number(index + 1) })}
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

type TwinRow = readonly [label: string, valueOf: (listing: ModeratedListing) => string];

/** Listings of other sellers with the same VIN, next to this one. */
function Twins({ listing }: { listing: ModeratedListing }): ReactElement | null {
  const words = useWords();
  const ids = (listing.flags['vinSeenElsewhere'] ?? []) as readonly string[];
  const duplicates = useQueries({
    queries: ids.map((id) => ({
      ...adminRead('listings.get', id),
      retry: false,
    })),
  });
  if (ids.length === 0) return null;
  const compared = [listing, ...duplicates.flatMap(({ data }) => data?.listing ?? [])];
  const rows: readonly TwinRow[] = [
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
      <Table
        caption={<caption className="unseen">{words.text('desk.review.duplicates')}</caption>}
        columns={[
          {
            id: 'what',
            label: <span className="unseen">{words.text('desk.review.duplicates')}</span>,
            isHead: true,
            cell: ([label]) => label,
          },
          ...compared.map((shownListing): Column<TwinRow> => ({
            id: shownListing.id,
            label: <Link to={`/admin/listings/${shownListing.id}`}>{shownListing.title}</Link>,
            cell: ([, valueOf]) => {
              const value = valueOf(shownListing);
              return value === valueOf(listing) ? value : <span className="bad">{value}</span>;
            },
          })),
        ]}
        rows={rows}
        idOf={([label]) => label}
      />
    </ScrollRegion>
  );
}
