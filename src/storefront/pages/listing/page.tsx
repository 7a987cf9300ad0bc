import type { ReactElement, ReactNode } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { CompareLink } from '../../ui/compare-link.tsx';
import { telephoneAddress } from '../../ui/contact.tsx';
import { Town } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PriceBlock } from '../../ui/price.tsx';
import { TextWithTime } from '../../ui/time.tsx';
import { VehicleCard } from '../../ui/vehicle-card.tsx';
import { Description } from './description.tsx';
import { keyFacts } from './facts.ts';
import { Gallery } from './gallery.tsx';
import { crumbsOf } from './head.ts';
import { leasingOf } from './leasing.tsx';
import { LoadPlan } from './load-plan.tsx';
import type { ListingDetail, ListingPageData } from './load.ts';
import { drawingFor, KeyFacts, Origin } from './parts.tsx';
import { PricePanel } from './price-panel.tsx';
import { Rates } from './rates.tsx';
import { Condition, Equipment, Offer, Specification } from './sections.tsx';
import { SellerPanel } from './seller-panel.tsx';

export function ListingPage({
  data,
  baseUrl,
  reader,
}: {
  data: ListingPageData;
  baseUrl: string;
  reader: Reader;
}): ReactElement {
  const { listing } = data;
  const title = listing.translations?.[reader.language]?.title ?? listing.title;
  const isLive = listing.status === 'ACTIVE';
  return (
    <>
      <div className="wrap listing-page" data-listing={listing.id}>
        <Breadcrumb crumbs={crumbsOf(listing)} reader={reader} />
        <Banner listing={listing} reader={reader} />
        <div className="offer-page">
          <div className="head">
            <h1>{title}</h1>
            <Subtitle data={data} reader={reader} />
          </div>
          <Actions listing={listing} baseUrl={baseUrl} reader={reader} />
          <Gallery
            images={listing.images}
            title={listing.title}
            drawing={drawingFor(listing)}
            askAt={isLive ? `/${reader.language}/inquiry/${listing.slug}?ask=photos` : null}
            reader={reader}
          />
          <aside className="buy" aria-label={reader.text('listing.priceAndDealer')}>
            <PricePanel data={data} reader={reader} />
            <SellerPanel data={data} baseUrl={baseUrl} reader={reader} />
          </aside>
          <div className="more-of-it">
            <KeyFacts rows={keyFacts(data, reader)} reader={reader} />
            <LoadPlan technical={listing.technical} reader={reader} />
            <Sections data={data} reader={reader} />
          </div>
        </div>
        <Similar data={data} reader={reader} />
        <p className="note block">
          <Origin listing={listing} reader={reader} /> ·{' '}
          <a href={`/${reader.language}/report/${listing.slug}`} rel="nofollow">
            {reader.text('listing.report')}
          </a>
        </p>
      </div>
      {isLive && <Dock data={data} reader={reader} />}
    </>
  );
}

function Subtitle({
  data: { listing, ageDays },
  reader,
}: {
  data: ListingPageData;
  reader: Reader;
}): ReactElement {
  const { location } = listing;
  return (
    <p className="row quiet">
      <span>{listing.subcategory?.name ?? listing.category.name}</span>
      <span>{reader.value('condition', listing.condition)}</span>
      <Town city={location.city} country={location.country} reader={reader} />
      {ageDays !== null && <span>{reader.text('listing.listed', { ago: reader.ago(ageDays) })}</span>}
    </p>
  );
}

function Actions({
  listing,
  baseUrl,
  reader,
}: {
  listing: ListingDetail;
  baseUrl: string;
  reader: Reader;
}): ReactElement {
  const { title } = listing;
  const address = `${baseUrl}/${reader.language}/listing/${listing.slug}`;
  return (
    <div className="acts">
      {listing.status === 'ACTIVE' && (
        <>
          <FavoriteButton listing={listing} reader={reader} />
          <span className="act">
            <Icon name="scale" />
            <CompareLink id={listing.id} title={listing.title} reader={reader} className="button plain" />
          </span>
        </>
      )}
      <a
        className="button plain"
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
        data-share={address}
        data-title={title}
        data-copied={reader.text('listing.linkCopied')}
      >
        <Icon name="share" />
        <span role="status" className="hush">
          {reader.text('listing.share')}
        </span>
      </a>
      <a className="button plain" href={`/${reader.language}/listing/${listing.slug}/print`} rel="nofollow">
        <Icon name="printer" />
        <span className="hush">{reader.text('listing.printView')}</span>
      </a>
    </div>
  );
}

interface Part {
  readonly id: string;
  readonly title: string;
  /** Number of entries in the section. */
  readonly count?: number;
  readonly content: ReactNode;
}

/** The sections of the page that are not empty, with links to them at the top. */
function Sections({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  const { listing } = data;
  const parts: readonly Part[] = [
    ...(listing.features.length > 0
      ? [
          {
            id: 'equipment',
            title: reader.text('listing.equipment'),
            count: listing.features.length,
            content: <Equipment features={listing.features} reader={reader} />,
          },
        ]
      : []),
    {
      id: 'data',
      title: reader.text('listing.specification'),
      content: <Specification data={data} reader={reader} />,
    },
    {
      id: 'condition',
      title: reader.field('condition'),
      content: <Condition data={data} reader={reader} />,
    },
    { id: 'offer', title: reader.text('listing.offer'), content: <Offer data={data} reader={reader} /> },
    ...(hasText(listing, reader)
      ? [
          {
            id: 'text',
            title: reader.text('listing.description'),
            content: <Description data={data} reader={reader} />,
          },
        ]
      : []),
    ...(hasRate(listing)
      ? [
          {
            id: 'rate',
            title: rateTitle(listing, reader),
            content: <Rates data={data} reader={reader} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <nav className="near tabs wide-only" data-near="" aria-label={reader.text('listing.contents')}>
        <ul>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
          <li>
            <a href="#dealer">{reader.text('listing.seller')}</a>
          </li>
        </ul>
      </nav>
      {parts.map(({ id, title, count, content }) => (
        <section key={id} className="part" id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            {title}
            {count !== undefined && <span className="quiet"> {count}</span>}
          </h2>
          {content}
        </section>
      ))}
    </>
  );
}

function hasText(listing: ListingDetail, reader: Reader): boolean {
  return listing.description !== null || listing.translations?.[reader.language]?.description !== undefined;
}

function hasRate({ status, price, commercial, currency }: ListingDetail): boolean {
  return status === 'ACTIVE' && (price !== null || leasingOf(commercial['leasing'], currency) !== null);
}

function rateTitle({ commercial, currency }: ListingDetail, reader: Reader): string {
  const offer = leasingOf(commercial['leasing'], currency);
  return reader.text(offer === null ? 'listing.rate' : 'listing.leasing');
}

function Similar({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement | null {
  const { similar, listing } = data;
  if (similar.length === 0) return null;
  const { category, subcategory } = listing;
  const all = [category.slug, subcategory?.slug].filter((part) => part !== undefined).join('/');
  return (
    <section className="block" aria-labelledby="similar">
      <div className="block-head">
        <h2 id="similar">{reader.text('listing.similar')}</h2>
        <p>
          <a href={`/${reader.language}/${all}`}>{reader.text('listing.showAll')}</a>
        </p>
      </div>
      <ol className="shelf slide">
        {similar.map((other) => (
          <li key={other.id}>
            <VehicleCard listing={other} reader={reader} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Fixed bar at the bottom of a phone's window, with the price and the contact buttons. */
function Dock({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  const { listing, contact } = data;
  return (
    <div className="dock" role="region" aria-label={reader.text('listing.contactDealer')}>
      <div>
        <PriceBlock price={data.shownPrice} reader={reader} />
      </div>
      {contact.phone !== undefined && (
        <a
          className="button"
          href={telephoneAddress(contact.phone)}
          aria-label={reader.text('listing.phone', { phone: contact.phone })}
        >
          <Icon name="phone" />
        </a>
      )}
      <a className="button go" href={`/${reader.language}/inquiry/${listing.slug}`} rel="nofollow">
        <Icon name="message" />
        {reader.text('listing.writeShort')}
      </a>
    </div>
  );
}

/** The button to save a listing. Without a script or a session, the form leads to the favorites through the sign-in page. */
function FavoriteButton({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  return (
    <form
      method="post"
      action={`/${reader.language}/favorites`}
      className="one-button"
      data-favorite={listing.id}
    >
      <input type="hidden" name="do" value="add" />
      <input type="hidden" name="listingId" value={listing.id} />
      <button className="plain">
        <Icon name="heart" />
        {reader.text('listing.save')}
      </button>
    </form>
  );
}

function Banner({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement | null {
  if (listing.status === 'ACTIVE') return null;
  const { status, soldAt } = listing;
  const key =
    status !== 'SOLD' ? (
      reader.text('listing.expired')
    ) : soldAt === null ? (
      reader.text('listing.sold')
    ) : (
      <TextWithTime text="listing.soldOn" name="date" at={soldAt} shows="date" reader={reader} />
    );
  return (
    <p className="banner" role="status">
      <strong>{key}</strong> {reader.text('listing.similarBelow')}
    </p>
  );
}
