/** A listing as lists know it, for when the rest of its page cannot be read. */
import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { VehicleCard } from '../../ui/vehicle-card.tsx';
import type { CardListing } from '../../cards/card-listing.ts';

export function ListingSummaryPage({
  listing,
  reader,
}: {
  listing: CardListing;
  reader: Reader;
}): ReactElement {
  const { category, title } = listing;
  const crumbs = [{ name: category.name, path: `/${category.slug}` }, { name: title }];
  return (
    <div className="wrap">
      <Breadcrumb crumbs={crumbs} reader={reader} />
      <h1>{title}</h1>
      <p>{reader.text('stale.listing')}</p>
      <VehicleCard listing={listing} reader={reader} isFirst />
    </div>
  );
}
