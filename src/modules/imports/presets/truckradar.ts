import { catalogue } from '../../listings/index.ts';
import { fieldOf, catalogueRule, fieldRule, type ColumnRule } from './column-rule.ts';
import { currencyRule } from './price-rules.ts';
import type { Preset } from './preset.ts';
import { brandRule, imagesRule, REPORT_COLUMNS, reportRule, statusRule } from './shared-rules.ts';
import {
  axlesRule,
  horsepowerRule,
  milesRule,
  priceRule,
  readUsCategory,
  applyUsDefaults,
  withoutTags,
} from './us-rules.ts';

const rules: readonly ColumnRule[] = [
  {
    column: 'category',
    field: 'category',
    description: 'Category by slug, name or its American name.',
    required: true,
    keepWhenEmpty: true,
    read: readUsCategory,
  },
  brandRule('make', { required: true }),
  {
    ...fieldRule('vin', {
      path: 'vin',
      spec: catalogue.vin,
      description: 'VIN; also the key of the vehicle.',
    }),
    required: true,
    keepWhenEmpty: true,
  },
  fieldRule('stock_number', {
    path: 'externalId',
    spec: catalogue.externalId,
    description: 'Stock number; the VIN when empty.',
  }),
  catalogueRule('year', fieldOf('year')),
  catalogueRule('model', fieldOf('model')),
  catalogueRule('trim', fieldOf('variant')),
  catalogueRule('title', fieldOf('title')),
  catalogueRule('new_or_used', fieldOf('condition'), { aliases: ['condition'] }),
  priceRule('price'),
  currencyRule('currency'),
  milesRule('odometer_miles'),
  horsepowerRule('horsepower'),
  catalogueRule('fuel_type', fieldOf('fuelType'), { lenient: true }),
  catalogueRule('transmission_type', fieldOf('transmission'), { lenient: true }),
  axlesRule('axle_config'),
  catalogueRule('sleeper_type', fieldOf('cabType'), { lenient: true }),
  catalogueRule('exterior_color', fieldOf('color'), { lenient: true, aliases: ['color'] }),
  catalogueRule('location_city', fieldOf('city')),
  catalogueRule('location_state', fieldOf('region')),
  catalogueRule('location_zip', fieldOf('postalCode')),
  {
    column: 'description',
    field: 'description',
    description: 'Description; marks of web pages are taken out.',
    read: ({ text, column }, draft) => draft.set('description', withoutTags(text), column),
    clear: (draft) => draft.set('description', null, 'description'),
  },
  imagesRule('photos', /[|\s]+/, { aliases: ['photo', 'images'] }),
  statusRule('status'),
  ...['engine_make', 'engine_model', 'listing_type', 'vehicle_type', ...REPORT_COLUMNS].map(reportRule),
];

export const truckradarPreset: Preset = {
  name: 'truckradar_xml',
  title: 'TruckRadar XML',
  description:
    'An <inventory> of <truck> and <trailer>: miles, horsepower and dollars are converted or kept; the VIN is the key.',
  formats: ['xml', 'csv'],
  defaults: { mode: 'upsert', publish: 'submit', delimiter: ',', currency: 'USD' },
  rules,
  positions: rules.map((rule) => rule.column),
  finish(draft, row, names) {
    const kind = row.cells.get('vehicle_type');
    if (!draft.has('category') && kind !== undefined && (row.cells.get('category') ?? '').trim() === '')
      readUsCategory({ text: kind, column: 'vehicle_type', names }, draft);
    const engine = [row.cells.get('engine_make'), row.cells.get('engine_model')]
      .map((text) => text?.trim() ?? '')
      .filter((text) => text !== '')
      .join(' ');
    if (engine !== '' && !draft.has('variant')) draft.set('variant', engine.slice(0, 50), 'engine_model');
    if (!draft.has('externalId')) draft.set('externalId', draft.get('vin'), 'vin');
    applyUsDefaults(draft);
  },
};
