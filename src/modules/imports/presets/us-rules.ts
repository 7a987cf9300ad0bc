import { fieldOf, catalogueRule, readField, type Cell, type ColumnRule } from './column-rule.ts';
import { folded } from '../../taxonomy/index.ts';
import { readNumber } from '../values/numbers.ts';
import type { DraftBuilder } from './draft.ts';
import { readCategory } from './shared-rules.ts';
import { kmOfMiles, kwOfHorsepower, US_AXLES, US_CATEGORIES } from './us-names.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

/** Columns that the North American presets share: their units, words and abbreviations. */

export function readUsCategory(cell: Cell, draft: DraftBuilder): void {
  readCategory({ ...cell, text: entryOf(US_CATEGORIES, folded(cell.text)) ?? cell.text }, draft);
}

/** A number in another unit. */
export function converted(
  column: string,
  target: {
    readonly name: string;
    readonly description: string;
    readonly convert: (value: number) => number;
  },
): ColumnRule {
  return {
    column,
    field: target.name,
    description: target.description,
    read({ text, column: written }, draft) {
      const value = readNumber(text.replace(/(?<!\s)\s*(?:miles|mi\.?|hp)$/i, ''), 'count');
      if (value !== null) draft.set(target.name, target.convert(value), written);
      else
        draft.report('error', 'INVALID_NUMBER', ofColumn(written, t('is not a number')), {
          column: written,
          field: target.name,
          value: text,
        });
    },
    clear: (draft) => draft.set(target.name, null, column),
  };
}

export function milesRule(column: string): ColumnRule {
  return converted(column, { name: 'mileage', description: 'Odometer in miles.', convert: kmOfMiles });
}

export function horsepowerRule(column: string): ColumnRule {
  return converted(column, { name: 'powerKw', description: 'Power in hp.', convert: kwOfHorsepower });
}

export function axlesRule(column: string): ColumnRule {
  const field = fieldOf('driveType');
  return {
    ...catalogueRule(column, field),
    description: 'Axle formula (6x4), or single, tandem, tri.',
    read({ text, column: written }, draft) {
      const meant = entryOf(US_AXLES, folded(text)) ?? text;
      readField({ path: 'driveType', spec: field, column: written, lenient: true }, meant, draft);
    },
  };
}

/** Zero stands for "call us". */
export function priceRule(column: string): ColumnRule {
  return {
    ...catalogueRule(column, fieldOf('price')),
    read({ text, column: written }, draft) {
      if (draft.has('price')) return;
      if (/^\$?\s*0*(?:\.0+)?$/.test(text.trim())) {
        draft.set('priceType', 'on_request', written);
        return;
      }
      readField({ path: 'price', spec: fieldOf('price'), column: written, lenient: false }, text, draft);
      if (draft.has('price') && draft.get('priceType') === 'on_request')
        draft.set('priceType', 'fixed', written);
    },
  };
}

/** Prices without a currency of their own are dollars, places without a country in the USA. */
export function applyUsDefaults(draft: DraftBuilder): void {
  if (!draft.has('currency') && draft.namedCurrencies.length === 0) draft.set('currency', 'USD');
  const location = draft.get('location');
  if (typeof location === 'object' && !draft.has('location.country')) draft.set('location.country', 'US');
}

/** Text of descriptions that were written for a web page. */
export function withoutTags(text: string): string {
  return text
    .replaceAll(/<(?:br|\/p|\/li|\/div)\s*\/?>/gi, '\n')
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[<>]/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
