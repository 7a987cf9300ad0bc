import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { Leasing, leasingOf } from './leasing.tsx';
import type { ListingDetail } from './load.ts';
import { RateCalculator } from './rate-calculator.tsx';

/** The dealer's leasing offer, else an estimate. */
export function Rates({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement | null {
  const { price, currency, commercial, seller } = listing;
  const offer = leasingOf(commercial['leasing'], currency);
  if (offer !== null) return <Leasing offer={offer} seller={seller.companyName} reader={reader} />;
  if (price === null || currency === null) return null;
  return <RateCalculator price={price} currency={currency} reader={reader} />;
}
