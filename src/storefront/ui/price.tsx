import type { ReactElement } from 'react';
import type { ShownPrice } from '../prices/shown.ts';
import type { Reader } from '../texts/reader.ts';

export function Price({
  price,
  currency,
  reader,
}: {
  price: number | null;
  currency: string | null;
  reader: Reader;
}): ReactElement {
  if (price === null || currency === null)
    return <p className="price on-request">{reader.text('card.onRequest')}</p>;
  return <p className="price">{reader.money(price, currency)}</p>;
}

/**
 * A price in the reader's currency and basis. Below it is the price that the dealer states, or the price on the other basis; with
 * `notes`, both of them and the notes.
 */
export function PriceBlock({
  price,
  notes,
  reader,
}: {
  price: ShownPrice | null;
  notes?: readonly string[];
  reader: Reader;
}): ReactElement {
  if (price === null) return <p className="price on-request">{reader.text('card.onRequest')}</p>;
  const { amount, currency, basis, asked, other, before } = price;
  const otherText =
    other === null ? [] : [`${reader.money(other.amount, currency)} ${reader.text(`prices.${other.basis}`)}`];
  const askedText =
    asked === null
      ? []
      : [
          reader.text(asked.isNet ? 'prices.askedNet' : 'prices.asked', {
            price: reader.money(asked.amount, asked.currency),
          }),
        ];
  const below =
    notes === undefined ? [...askedText, ...otherText].slice(0, 1) : [...otherText, ...askedText, ...notes];
  return (
    <>
      <p className="price">
        {reader.money(amount, currency)}
        {basis !== null && <small> {reader.text(`prices.${basis}`)}</small>}
      </p>
      {below.length > 0 && <p className="note">{below.join(' · ')}</p>}
      {before !== null && (
        <p className="good">
          {reader.text('prices.reduced', {
            price: reader.money(before, currency),
            percent: reader.percent(Math.round((1 - amount / before) * 100)),
          })}
        </p>
      )}
    </>
  );
}

/** The price as the dealer states it, for lists whose URL does not contain a price choice. */
export function PriceWithBasis({
  listing: { price, currency, vatDeductible, shownPrice },
  reader,
}: {
  listing: {
    readonly price: number | null;
    readonly currency: string | null;
    readonly vatDeductible: boolean | null;
    readonly shownPrice?: ShownPrice | null;
  };
  reader: Reader;
}): ReactElement {
  if (shownPrice !== undefined) return <PriceBlock price={shownPrice} reader={reader} />;
  const basis = reader.priceBasis(vatDeductible);
  return (
    <>
      <Price price={price} currency={currency} reader={reader} />
      {price !== null && currency !== null && basis !== null && <p className="note">{basis}</p>}
    </>
  );
}
