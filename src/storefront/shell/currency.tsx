import type { ReactElement } from 'react';
import type { ExchangeRates } from '../../modules/settings/index.ts';
import {
  BASES,
  DEFAULT_CURRENCY,
  offeredCurrencies,
  type PriceBasis,
  type PriceChoice,
  withPrices,
} from '../prices/choice.ts';
import type { Reader } from '../texts/reader.ts';

export interface PriceOffer {
  readonly choice: PriceChoice;
  readonly rates: ExchangeRates;
}

/** Links, so that it works without a script; a script remembers the choice. */
export function PriceChooser({
  offer,
  path,
  reader,
}: {
  offer: PriceOffer;
  /** Of the page, below the language. */
  path: string;
  reader: Reader;
}): ReactElement {
  const { choice, rates } = offer;
  const currencies = offeredCurrencies(rates, choice.currency);
  const hrefOf = (change: Partial<Pick<PriceChoice, 'currency' | 'basis'>>): string =>
    `/${reader.language}${withPrices(path, choice, change, rates)}`;
  return (
    <details className="drop prices" data-drop="" data-prices="">
      <summary>
        <span className="unseen">{reader.text('prices.currency')}: </span>
        {choice.currency}
      </summary>
      <div className="sheet pair">
        <ul aria-label={reader.text('prices.currency')}>
          {currencies.map((code) => (
            <li key={code}>
              <a
                href={hrefOf({ currency: code })}
                aria-current={code === choice.currency ? 'true' : undefined}
                title={reader.currencyName(code)}
                rel="nofollow"
              >
                {code}
              </a>
            </li>
          ))}
        </ul>
        <ul aria-label={reader.text('prices.basis')}>
          {BASES.map((basis: PriceBasis) => (
            <li key={basis}>
              <a
                href={hrefOf({ basis })}
                aria-current={basis === choice.basis ? 'true' : undefined}
                rel="nofollow"
              >
                {reader.text(`prices.basis.${basis}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

export function UnknownCurrency({
  choice,
  reader,
}: {
  choice: PriceChoice;
  reader: Reader;
}): ReactElement | null {
  if (choice.unknown === null) return null;
  const values = { given: choice.unknown, currency: reader.currencyName(DEFAULT_CURRENCY) };
  return (
    <p className="notice" role="status">
      <span className="wrap">{reader.text('prices.unknown', values)}</span>
    </p>
  );
}
