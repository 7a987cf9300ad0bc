/** The vehicle that a conversation or an inquiry is about. */
import type { ReactElement } from 'react';
import type { ShownPrice } from '../prices/shown.ts';
import type { Reader } from '../texts/reader.ts';
import { pathOf } from '../ui/vehicle-card.tsx';
import type { Reading } from './own-page.ts';

interface MessagedVehicle {
  readonly slugOrId: string;
  readonly title: string;
  readonly image: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
  readonly status?: string;
}

export function VehicleLine({
  vehicle,
  reading: { reader, market },
}: {
  vehicle: MessagedVehicle;
  reading: Pick<Reading, 'reader' | 'market'>;
}): ReactElement {
  const { slugOrId, title, image, status = 'ACTIVE' } = vehicle;
  return (
    <a className="vehicle-line" href={`/${reader.language}/listing/${slugOrId}`}>
      {image !== null && <img src={pathOf(image)} width="80" height="60" alt="" />}
      <span>{title}</span>
      <VehicleState status={status} price={market.shownPrice(vehicle)} reader={reader} />
    </a>
  );
}

/** The price in the reader's currency and basis and as the dealer states it; without a price, the reason. */
export function VehicleState({
  status,
  price,
  reader,
}: {
  status: string;
  price: ShownPrice | null;
  reader: Reader;
}): ReactElement {
  if (status !== 'ACTIVE') return <span className="badge state">{reader.value('status', status)}</span>;
  if (price === null) return <span className="note">{reader.text('card.onRequest')}</span>;
  const { amount, currency, basis, asked } = price;
  return (
    <span>
      <strong>
        {[reader.money(amount, currency), basis === null ? null : reader.text(`prices.${basis}`)]
          .filter((part) => part !== null)
          .join(' ')}
      </strong>
      {asked !== null && (
        <span className="note">
          {' '}
          {reader.text(asked.isNet ? 'prices.askedNet' : 'prices.asked', {
            price: reader.money(asked.amount, asked.currency),
          })}
        </span>
      )}
    </span>
  );
}
