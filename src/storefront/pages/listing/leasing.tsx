/** The leasing offer of the dealer, which replaces the estimate. */
import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';

export interface LeasingOffer {
  readonly monthly: number;
  readonly currency: string;
  readonly months: number | null;
  readonly deposit: number | null;
}

/** @param currency currency of the listing, the default of the offer */
export function leasingOf(value: unknown, currency: string | null): LeasingOffer | null {
  if (typeof value !== 'object' || value === null) return null;
  const { monthly, months, deposit, ...given } = value as Readonly<Record<string, unknown>>;
  const leasingCurrency = typeof given['currency'] === 'string' ? given['currency'] : currency;
  if (typeof monthly !== 'number' || leasingCurrency === null) return null;
  return {
    monthly,
    currency: leasingCurrency,
    months: typeof months === 'number' ? months : null,
    deposit: typeof deposit === 'number' ? deposit : null,
  };
}

/** One line, for tables and the printed page. */
export function leasingText({ monthly, currency, months, deposit }: LeasingOffer, reader: Reader): string {
  return [
    reader.text('listing.rate.perMonth', { amount: reader.money(monthly, currency) }),
    ...(months === null ? [] : [reader.count('time.months', months)]),
    ...(deposit === null
      ? []
      : [`${reader.text('listing.rate.deposit')} ${reader.money(deposit, currency)}`]),
  ].join(', ');
}

export function Leasing({
  offer,
  seller,
  reader,
}: {
  offer: LeasingOffer;
  seller: string;
  reader: Reader;
}): ReactElement {
  const { monthly, currency, months, deposit } = offer;
  return (
    <div className="rate">
      <p className="rate-sum">
        {reader.text('listing.rate.perMonth', { amount: reader.money(monthly, currency) })}
      </p>
      {(months !== null || deposit !== null) && (
        <dl className="rate-terms">
          {months !== null && (
            <div>
              <dt>{reader.text('listing.rate.months')}</dt>
              <dd>{reader.count('time.months', months)}</dd>
            </div>
          )}
          {deposit !== null && (
            <div>
              <dt>{reader.text('listing.rate.deposit')}</dt>
              <dd>{reader.money(deposit, currency)}</dd>
            </div>
          )}
        </dl>
      )}
      <p className="note">{reader.text('listing.leasing.note', { seller })}</p>
    </div>
  );
}
