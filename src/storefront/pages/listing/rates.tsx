import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { Leasing, leasingOf } from './leasing.tsx';
import type { ListingPageData } from './load.ts';
import { RateCalculator } from './rate-calculator.tsx';

/** The dealer's leasing offer, else an estimate. */
export function Rates({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement | null {
  const { listing, shownPrice } = data;
  const { currency, commercial, seller } = listing;
  const offer = leasingOf(commercial['leasing'], currency);
  if (offer !== null) return <Leasing offer={offer} seller={seller.companyName} reader={reader} />;
  if (shownPrice === null) return null;
  return <RateCalculator price={shownPrice.amount} currency={shownPrice.currency} reader={reader} />;
}
