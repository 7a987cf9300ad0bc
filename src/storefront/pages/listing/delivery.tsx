import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ShownDelivery } from './load.ts';

const ID = 'delivery';

/**
 * The estimated delivery cost to the reader's town. Without a script, the form reloads the page with the estimate; with one, the
 * page remembers the town and applies it to the next listing.
 */
export function DeliveryEstimate({
  delivery,
  slug,
  reader,
}: {
  delivery: ShownDelivery;
  slug: string;
  reader: Reader;
}): ReactElement {
  const { enteredPlace, town, km, amount, currency } = delivery;
  const isUnknown = enteredPlace !== '' && town === null;
  return (
    <details className="fold delivery" id={ID} data-delivery="" open={enteredPlace !== '' ? true : undefined}>
      <summary>
        <Icon name="truck" small />
        {town === null || amount === null
          ? reader.text('delivery.title')
          : reader.text('delivery.about', { place: town, amount: reader.money(amount, currency) })}
      </summary>
      {town !== null && (
        <p className="note">
          {km === null || amount === null
            ? reader.text('delivery.none')
            : reader.text('delivery.basis', { km: reader.number(km) })}
        </p>
      )}
      <form action={`/${reader.language}/listing/${slug}#${ID}`}>
        <label>
          {reader.text('delivery.place')}
          <input
            name="to"
            defaultValue={enteredPlace}
            maxLength={100}
            required
            autoComplete="postal-code"
            aria-invalid={isUnknown ? true : undefined}
            aria-describedby={isUnknown ? 'delivery-problem' : undefined}
          />
        </label>
        <button>{reader.text('delivery.estimate')}</button>
      </form>
      {isUnknown && (
        <p className="bad" id="delivery-problem">
          {reader.text('delivery.unknown', { place: enteredPlace })}
        </p>
      )}
    </details>
  );
}
