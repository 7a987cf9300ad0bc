import type { ReactElement } from 'react';
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

/** For places without the notes of the listing's own page. */
export function PriceWithBasis({
  listing: { price, currency, vatDeductible },
  reader,
}: {
  listing: {
    readonly price: number | null;
    readonly currency: string | null;
    readonly vatDeductible: boolean | null;
  };
  reader: Reader;
}): ReactElement {
  const basis = reader.priceBasis(vatDeductible);
  return (
    <>
      <Price price={price} currency={currency} reader={reader} />
      {price !== null && currency !== null && basis !== null && <p className="note">{basis}</p>}
    </>
  );
}
