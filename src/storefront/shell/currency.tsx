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
import { Icon } from '../ui/icon.tsx';
import { Say } from '../ui/notice.tsx';

export interface PriceOffer {
  readonly choice: PriceChoice;
  readonly rates: ExchangeRates;
  /** Whether this is a page of one user, which reads the choice from the cookie. */
  readonly isOwn: boolean;
}

/** Returns the value of `data-prices`, by which the script knows that the page reads the cookie itself. */
export const pricesMark = ({ isOwn }: PriceOffer): string => (isOwn ? 'own' : '');

interface PriceChoiceProps {
  readonly offer: PriceOffer;
  /** Path of the page, without the language. */
  readonly path: string;
  readonly reader: Reader;
}

export function PriceChooser(props: PriceChoiceProps): ReactElement {
  const { offer, reader } = props;
  return (
    <details className="drop prices" data-prices={pricesMark(offer)} data-drop="">
      <summary>
        <span className="unseen">{reader.text('prices.currency')}: </span>
        {offer.choice.currency}
        <Icon name="chevron-down" small className="turn" />
      </summary>
      <div className="sheet pair">
        <PriceLinks {...props} />
      </div>
    </details>
  );
}

/** Price options as links, which work without a script; a script remembers the choice. */
export function PriceLinks({ offer: { choice, rates }, path, reader }: PriceChoiceProps): ReactElement {
  const currencies = offeredCurrencies(rates, choice.currency);
  const hrefOf = (change: Partial<Pick<PriceChoice, 'currency' | 'basis'>>): string =>
    `/${reader.language}${withPrices(path, choice, change, rates)}`;
  return (
    <>
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
    </>
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
    <div className="notice wrap">
      <Say kind="amber" role="status">
        {reader.text('prices.unknown', values)}
      </Say>
    </div>
  );
}
