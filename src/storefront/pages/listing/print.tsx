/** A vehicle on one printed sheet, for its windscreen or to take along: facts, price, dealer, and a QR code of the listing. */
import qrcode from 'qrcode-generator';
import type { ReactElement } from 'react';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Price } from '../../ui/price.tsx';
import { pathOf } from '../../ui/vehicle-card.tsx';
import { keyFacts, technicalRows } from './facts.ts';
import { leasingOf, leasingText } from './leasing.tsx';
import type { ListingPageData } from './load.ts';
import { drawingName } from '../../drawings/vehicle.ts';
import { drawingFor, KeyFacts, Origin, PriceNotes, Rows } from './parts.tsx';
import { placeOf } from './place.tsx';

/** Width of the quiet zone around a QR code, in modules. */
const QUIET = 4;

export function printHead({ listing }: ListingPageData): PageHead {
  return {
    title: listing.title,
    path: `/listing/${listing.slug}/print`,
    unlisted: true,
    category: listing.category.slug,
  };
}

export function PrintPage({
  data,
  reader,
  baseUrl,
}: {
  data: ListingPageData;
  reader: Reader;
  baseUrl: string;
}): ReactElement {
  const { listing } = data;
  const { seller, contact, features } = listing;
  const image = listing.images[0];
  const offer = leasingOf(listing.commercial['leasing'], listing.currency);
  const path = `/${reader.language}/listing/${listing.slug}`;
  return (
    <div className="wrap sheet">
      <p className="sheet-actions">
        <a href={path}>{reader.text('nav.back')}</a>
        <button type="button" data-print="">
          {reader.text('listing.printPage')}
        </button>
      </p>
      <h1>{listing.title}</h1>
      <div className="sheet-head">
        <img
          src={
            image === undefined
              ? `/drawings/${drawingName(drawingFor(listing))}.svg`
              : pathOf(image.sizes?.['medium']?.jpeg ?? image.url)
          }
          width="480"
          height="360"
          alt={image === undefined ? reader.text('card.noPhoto') : listing.title}
        />
        <div>
          <Price price={listing.price} currency={listing.currency} reader={reader} />
          <PriceNotes listing={listing} reader={reader} />
          {offer !== null && (
            <p>
              {reader.text('listing.leasing')}: {leasingText(offer, reader)}
            </p>
          )}
          <p>
            <strong>{seller.companyName}</strong>
            <br />
            {placeOf(listing, reader)}
            {contact.phone !== undefined && (
              <>
                <br />
                {contact.phone}
              </>
            )}
          </p>
          <QrCode text={`${baseUrl}${path}`} label={reader.text('listing.scan')} />
          <p className="note">{reader.text('listing.scan')}</p>
        </div>
      </div>
      <KeyFacts rows={keyFacts(data, reader)} reader={reader} />
      <section className="part">
        <h2>{reader.text('listing.specification')}</h2>
        <Rows rows={technicalRows(data, reader)} />
      </section>
      {features.length > 0 && (
        <section className="part">
          <h2>{reader.text('listing.equipment')}</h2>
          <p>{features.map(({ name }) => name).join(' · ')}</p>
        </section>
      )}
      <p className="note">
        <Origin listing={listing} reader={reader} /> · {`${baseUrl}${path}`}
      </p>
    </div>
  );
}

function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET;
  let path = '';
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
