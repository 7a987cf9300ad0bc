import { common, currencyOfCountry } from '../values/currencies.ts';
import type { DraftBuilder, NamedCurrency } from './draft.ts';

/**
 * Sets the currency that amounts of a row name. A sign of several currencies, such as `kr`, means the one of the currency
 * column, else that of the import or its format, else that of the seller's country.
 */
export function settleCurrency(draft: DraftBuilder, ofImport: string | null, country: string | null): void {
  const named = draft.namedCurrencies;
  const [first] = named;
  if (first === undefined) return;
  const written = draft.get('currency');
  const ofColumn = typeof written === 'string' ? written.trim().toUpperCase() : null;
  const other = named.find(({ codes }) => ofColumn !== null && !codes.includes(ofColumn));
  const possible = common(named.map(({ codes }) => codes)) ?? [];
  if (other !== undefined && other.codes.length > 0) {
    refuse(
      draft,
      other,
      `${other.column}: is in ${other.codes.join('/')}, but the currency column says ${ofColumn}; correct one of them`,
    );
    return;
  }
  if (possible.length === 0) {
    refuse(
      draft,
      first,
      `${first.column}: names different currencies; a listing has one for all of its amounts`,
    );
    return;
  }
  const only = possible.length === 1 ? (possible[0] ?? null) : null;
  const meant = [ofColumn, only, ofImport, currencyOfCountry(country)].find(
    (code) => code !== null && possible.includes(code),
  );
  if (meant === undefined) {
    refuse(
      draft,
      first,
      `${first.column}: can be in ${possible.join('/')}; name the currency in the currency column`,
    );
  } else if (ofColumn === null) draft.set('currency', meant, first.column);
}

function refuse(draft: DraftBuilder, { column, field, text }: NamedCurrency, message: string): void {
  draft.report('error', 'INVALID_VALUE', message, { column, field, value: text });
}
