/** The price of a vehicle, and for a sold one the sales price, which only its seller can see. */
import type { ReactElement } from 'react';
import { type DeskWords, useWords } from '../../words.ts';

interface Priced {
  readonly price: number | null;
  readonly vatDeductible: boolean | null;
  readonly soldPrice: number | null;
  readonly currency: string | null;
}

export function priceText(
  { price, currency, vatDeductible }: Omit<Priced, 'soldPrice'>,
  words: DeskWords,
): string {
  return price === null || currency === null
    ? words.text('desk.listings.onRequest')
    : words.price(price, currency, vatDeductible);
}

export function soldText(
  { soldPrice, currency }: Pick<Priced, 'soldPrice' | 'currency'>,
  words: DeskWords,
): string | null {
  if (soldPrice === null) return null;
  const amount = currency === null ? words.number(soldPrice) : words.money(soldPrice, currency);
  return words.text('desk.listings.soldFor', { price: amount });
}

export function ListingPrice({ listing }: { listing: Priced }): ReactElement {
  const words = useWords();
  const sold = soldText(listing, words);
  return (
    <>
      {priceText(listing, words)}
      {sold !== null && <span className="note sold-for">{sold}</span>}
    </>
  );
}
