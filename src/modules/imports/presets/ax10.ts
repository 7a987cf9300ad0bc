import { catalogue } from '../../listings/index.ts';
import { fieldOf, catalogueRule, isDamagedNumber, readField, type ColumnRule } from './column-rule.ts';
import type { Preset } from './preset.ts';
import {
  brandRule,
  featuresRule,
  imagesRule,
  reportRule,
  statusRule,
  REPORT_COLUMNS,
} from './shared-rules.ts';
import { folded } from '../../taxonomy/index.ts';
import {
  axlesRule,
  milesRule,
  priceRule,
  readUsCategory,
  applyUsDefaults,
  withoutTags,
  US_CATEGORIES,
} from './us-rules.ts';
import { entryOf } from '@fifthwheel/text/entry-of';

const NOT_OF_THE_MARKET = [
  'price_wholesale',
  'price_cost',
  'internet_price',
  'bookvalue',
  'free_text',
  'engine',
];
const STOCK_NUMBER_MAX = 40;

const rules: readonly ColumnRule[] = [
  {
    column: 'body',
    field: 'subcategory',
    description: 'Body; decides the category where it names one.',
    read(cell, draft) {
      // Bodies are free text here; the type adds the rest.
      const known =
        entryOf(US_CATEGORIES, folded(cell.text)) !== undefined ||
        cell.names.category(cell.text) !== undefined;
      if (known) readUsCategory(cell, draft);
    },
  },
  {
    column: 'type',
    field: 'category',
    description: 'Type; read where the body names no category.',
    required: true,
    keepWhenEmpty: true,
    read(cell, draft) {
      if (!draft.has('category')) readUsCategory(cell, draft);
    },
  },
  brandRule('make', { required: true }),
  {
    column: 'stock',
    field: 'externalId',
    description: 'Stock number; characters other than letters, digits, - and _ become -.',
    keepWhenEmpty: true,
    read({ text, column }, draft) {
      if (isDamagedNumber(text)) {
        readField({ path: 'externalId', spec: catalogue.externalId, column, lenient: false }, text, draft);
        return;
      }
      const plain = text
        .trim()
        .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
        .slice(0, STOCK_NUMBER_MAX);
      draft.set('externalId', plain, column);
      if (plain !== text.trim()) draft.alias('externalId', text.trim(), plain);
    },
  },
  catalogueRule('title', fieldOf('title')),
  catalogueRule('vin', fieldOf('vin')),
  catalogueRule('year', fieldOf('year')),
  catalogueRule('model', fieldOf('model')),
  catalogueRule('trim', fieldOf('variant')),
  milesRule('mileage'),
  priceRule('price_current'),
  priceRule('internetprice'),
  priceRule('msrp'),
  catalogueRule('exterior', fieldOf('color'), { lenient: true }),
  catalogueRule('interior', fieldOf('interiorColor'), { lenient: true }),
  catalogueRule('doors', fieldOf('doors'), { zeroIsEmpty: true }),
  catalogueRule('transmission', fieldOf('transmission'), { lenient: true }),
  axlesRule('drive_type'),
  catalogueRule('fuel_type', fieldOf('fuelType'), { lenient: true }),
  catalogueRule('condition', fieldOf('condition'), { lenient: true }),
  {
    column: 'description',
    field: 'description',
    description: 'Description; marks of web pages are taken out.',
    read: ({ text, column }, draft) => draft.set('description', withoutTags(text), column),
    clear: (draft) => draft.set('description', null, 'description'),
  },
  featuresRule('options', ',', { description: 'Names of features, separated by commas.' }),
  imagesRule('pics', /[;|]/),
  statusRule('status'),
  ...[...NOT_OF_THE_MARKET, 'warranty', 'warranty_description', ...REPORT_COLUMNS].map(reportRule),
];

export const ax10Preset: Preset = {
  name: 'ax10_csv',
  title: 'AX10 CSV',
  description:
    'The 132 columns of Autoxloo and iTruckTrader, with a header row: miles and dollars, images separated by ;.',
  formats: ['csv'],
  defaults: { mode: 'upsert', publish: 'submit', delimiter: ',', currency: 'USD' },
  rules,
  positions: rules.map((rule) => rule.column),
  finish: applyUsDefaults,
};
