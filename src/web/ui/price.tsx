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
