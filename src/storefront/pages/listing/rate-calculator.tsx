import type { ReactElement } from 'react';
import { DEPOSIT_PERCENT, monthlyRate, MONTHS, RATE_PERCENT } from '../../prices/monthly-rate.ts';
import type { Reader } from '../../texts/reader.ts';

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
            amount: reader.money(monthlyRate(price), currency),
          })}
        </output>
      </p>
      <p className="note">{reader.text('listing.rate.note', { rate: reader.percent(RATE_PERCENT) })}</p>
    </fieldset>
  );
}
