import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';

const RATE_PERCENT = 5.9;
const DEPOSIT_PERCENT = 20;
const MONTHS = 48;

/** Shown as a figure without a script; with one the sliders move it. */
export function RateCalculator({
  price,
  currency,
  reader,
}: {
  price: number;
  currency: string;
  reader: Reader;
}): ReactElement {
  return (
    <fieldset
      className="rate"
      data-rate=""
      data-price={price}
      data-currency={currency}
      data-percent={RATE_PERCENT}
    >
      <legend className="unseen">{reader.text('listing.rate')}</legend>
      <label>
        <span>
          {reader.text('listing.rate.deposit')} <span data-deposit="">{reader.percent(DEPOSIT_PERCENT)}</span>
        </span>
        <input type="range" name="deposit" min="0" max="60" step="5" defaultValue={DEPOSIT_PERCENT} />
      </label>
      <label>
        <span>
          {reader.text('listing.rate.months')}{' '}
          <span data-months="">{reader.count('time.months', MONTHS)}</span>
        </span>
        <input type="range" name="months" min="12" max="84" step="12" defaultValue={MONTHS} />
      </label>
      <p className="rate-sum" aria-live="polite">
        <output data-sum="">
          {reader.text('listing.rate.perMonth', {
            amount: reader.money(firstRate(price), currency),
          })}
        </output>
      </p>
      <p className="note">{reader.text('listing.rate.note', { rate: reader.percent(RATE_PERCENT) })}</p>
    </fieldset>
  );
}

/** With the deposit and the term that the sliders begin at. */
export function firstRate(price: number): number {
  return Math.round(monthlyRate(price, DEPOSIT_PERCENT, MONTHS));
}

function monthlyRate(price: number, depositPercent: number, months: number): number {
  const monthly = RATE_PERCENT / 1200;
  return (price * (1 - depositPercent / 100) * monthly) / (1 - (1 + monthly) ** -months);
}
