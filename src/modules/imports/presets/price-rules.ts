import type { FieldRow } from '../../listings/index.ts';
import { fold } from '@fifthwheel/text/fold';
import { readBoolean } from '../values/booleans.ts';
import { currenciesOf } from '../values/currencies.ts';
import { readNumber } from '../values/numbers.ts';
import { catalogueRule, type ColumnRule, fieldOf, readField } from './column-rule.ts';
import { splitPriceCell } from './price-headers.ts';

const FIELD_OF = { price_net: 'priceNet', price_gross: 'priceGross' } as const;

/** Rule of a price column whose cells can state whether the price is net or gross. */
export function priceCellRule(column: string, field: FieldRow): ColumnRule {
  const plain = catalogueRule(column, field);
  return {
    ...plain,
    read(cell, draft) {
      const split = splitPriceCell(cell.text);
      if (split === null) {
        plain.read(cell, draft);
        return;
      }
      const path = FIELD_OF[split.column];
      readField({ path, spec: fieldOf(path), column: cell.column, lenient: false }, split.amount, draft);
    },
  };
}

/**
 * Rule of a currency column: code, name or sign. A sign shared by several currencies, such as `kr`, is settled
 * together with those of the amounts.
 */
export function currencyRule(column: string): ColumnRule {
  const plain = catalogueRule(column, fieldOf('currency'));
  return {
    ...plain,
    read(cell, draft) {
      const codes = currenciesOf(cell.text.trim());
      const [only] = codes ?? [];
      if (codes === undefined || only === undefined) plain.read(cell, draft);
      else if (codes.length === 1) draft.set('currency', only, cell.column);
      else draft.namedCurrencies.push({ column: cell.column, field: 'currency', text: cell.text, codes });
    },
  };
}

const MARGIN = /differenz|25 ?a|marg|marz|rebu/;
const NOT_DEDUCTIBLE = /nicht|not |non[- ]|geen|niet|nie /;
const DEDUCTIBLE =
  /ausweisbar|deductible|reclaimable|recuperable|verrekenbaar|odlicz|excl|exkl|zzgl|netto|^ht$/;

/** Rule of a VAT column. Depending on the file its cells hold a rate, yes or no, or the scheme. */
export function vatRule(column: string, field: FieldRow): ColumnRule {
  const plain = catalogueRule(column, field);
  return {
    ...plain,
    read(cell, draft) {
      const text = fold(cell.text.trim());
      // A rate of 0 % exists, one of 1 % does not.
      const yes = field.name === 'vatRate' && text === '0' ? null : readBoolean(text);
      const rate = readNumber(cell.text.replace(/^(?:mwst|ust|vat|tva|btw|iva)\b\.?\s*/iu, ''), 'measure');
      if (field.name === 'vatScheme' && yes !== null)
        draft.set('vatScheme', yes ? 'margin' : 'standard', cell.column);
      else if (field.name !== 'vatScheme' && yes !== null) draft.set('vatDeductible', yes, cell.column);
      else if (rate !== null && field.name === 'vatDeductible') {
        draft.set('vatRate', rate, cell.column);
        draft.set('vatDeductible', rate > 0, cell.column);
      } else if (rate !== null) plain.read({ ...cell, text: String(rate) }, draft);
      else if (MARGIN.test(text)) draft.set('vatScheme', 'margin', cell.column);
      else if (DEDUCTIBLE.test(text)) draft.set('vatDeductible', !NOT_DEDUCTIBLE.test(text), cell.column);
      else plain.read(cell, draft);
    },
  };
}
