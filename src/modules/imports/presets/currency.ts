import { common, currencyOfCountry } from '../values/currencies.ts';
import type { DraftBuilder, NamedCurrency } from './draft.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

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
      t('is in {codes}, but the currency column says {code}; correct one of them', {
        codes: other.codes.join('/'),
        code: ofColumn ?? '',
      }),
    );
    return;
  }
  if (possible.length === 0) {
    refuse(draft, first, t('names different currencies; a listing has one for all of its amounts'));
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
      t('can be in {codes}; name the currency in the currency column', { codes: possible.join('/') }),
    );
  } else if (ofColumn === null) draft.set('currency', meant, first.column);
}

function refuse(draft: DraftBuilder, { column, field, text }: NamedCurrency, message: Message): void {
  draft.report('error', 'INVALID_VALUE', ofColumn(column, message), { column, field, value: text });
}
