import type { ErrorDetail } from '../../../platform/errors/app-error.ts';
import type { Settings } from '../../settings/index.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Only currencies with an exchange rate can be displayed. */
export function currencyProblems(currency: string | undefined, settings: Settings): ErrorDetail[] {
  const { base, rates } = settings.get('exchangeRates');
  if (currency === undefined || currency === base || Object.hasOwn(rates, currency)) return [];
  const known = [base, ...Object.keys(rates)].join(', ');
  return [{ field: 'currency', message: t('must be one of {values}', { values: known }) }];
}
