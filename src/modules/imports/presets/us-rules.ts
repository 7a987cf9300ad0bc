import { entryOf } from '@fifthwheel/text/entry-of';
import { fieldOf, readField, type ColumnRule, catalogueRule } from './column-rule.ts';
import { folded } from '../../taxonomy/index.ts';
import { readNumber } from '../values/numbers.ts';
import { type DraftBuilder, type Cell, placeOf } from './draft.ts';
import { readCategory } from './shared-rules.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

/** North American category names, folded. */
export const US_CATEGORIES: Readonly<Record<string, string>> = {
  sleepertractor: 'standard-tractor-units',
  sleepertractors: 'standard-tractor-units',
  sleeper: 'standard-tractor-units',
  daycab: 'standard-tractor-units',
  daycabtractor: 'standard-tractor-units',
  semitruck: 'tractor-units',
  truckheavyduty: 'trucks',
  tractor: 'tractor-units',
  heavyhaul: 'heavy-load-tractor-units',
  dumptruck: 'tipper-trucks',
  boxtruck: 'box-trucks',
  straighttruck: 'box-trucks',
  reefertruck: 'refrigerated-trucks',
  flatbedtruck: 'dropside-trucks',
  mixertruck: 'concrete-mixers',
  tanktruck: 'tank-trucks',
  watertruck: 'tank-trucks',
  vacuumtruck: 'vacuum-trucks',
  loggingtruck: 'timber-trucks',
  garbagetruck: 'refuse-trucks',
  towtruck: 'breakdown-trucks',
  rollofftruck: 'hooklift-trucks',
  buckettruck: 'aerial-platform-trucks',
  bucket: 'aerial-platform-trucks',
  cabchassis: 'chassis-trucks',
  cargovan: 'panel-vans',
  dryvan: 'box-semi-trailers',
  dryvantrailer: 'box-semi-trailers',
  vantrailer: 'box-semi-trailers',
  reefer: 'refrigerated-semi-trailers',
  reefertrailer: 'refrigerated-semi-trailers',
  flatbed: 'platform-semi-trailers',
  flatbedtrailer: 'platform-semi-trailers',
  stepdeck: 'platform-semi-trailers',
  dropdeck: 'platform-semi-trailers',
  dropdecktrailer: 'platform-semi-trailers',
  lowboy: 'low-loader-semi-trailers',
  lowboytrailer: 'low-loader-semi-trailers',
  curtainside: 'curtainsider-semi-trailers',
  curtainsidetrailer: 'curtainsider-semi-trailers',
  dumptrailer: 'tipper-semi-trailers',
  enddump: 'tipper-semi-trailers',
  walkingfloortrailer: 'walking-floor-semi-trailers',
  livefloor: 'walking-floor-semi-trailers',
  tanktrailer: 'tank-semi-trailers',
  tanker: 'tank-semi-trailers',
  pneumatic: 'silo-semi-trailers',
  livestocktrailer: 'livestock-semi-trailers',
  loggingtrailer: 'timber-semi-trailers',
  carhauler: 'car-carrier-semi-trailers',
  containerchassis: 'container-chassis-semi-trailers',
  schoolbus: 'school-buses',
  bus: 'buses',
  truck: 'trucks',
  trailer: 'semi-trailers',
};

/** Axle formulas by their North American names. */
const US_AXLES: Readonly<Record<string, string>> = {
  single: '4x2',
  singleaxle: '4x2',
  tandem: '6x4',
  tandemaxle: '6x4',
  triaxle: '8x4',
  tri: '8x4',
  quad: '10x4',
};

const KM_PER_MILE = 1.609344;
const KW_PER_HORSEPOWER = 0.7457;

function kmOfMiles(miles: number): number {
  return Math.round(miles * KM_PER_MILE);
}

function kwOfHorsepower(horsepower: number): number {
  return Math.round(horsepower * KW_PER_HORSEPOWER);
}

/** Rules that the North American presets share: units, words and abbreviations. */

export function readUsCategory(cell: Cell, draft: DraftBuilder): void {
  readCategory({ ...cell, text: entryOf(US_CATEGORIES, folded(cell.text)) ?? cell.text }, draft);
}

/** Rule of a column whose number is in another unit. */
function convertedRule(
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
    read(cell, draft) {
      const value = readNumber(cell.text.replace(/(?<!\s)\s*(?:miles|mi\.?|hp)$/i, ''), 'count');
      if (value !== null) draft.set(target.name, target.convert(value), cell.column);
      else {
        const message = ofColumn(cell.column, t('is not a number'));
        draft.report('error', 'INVALID_NUMBER', message, placeOf(cell, target.name));
      }
    },
    clear: (draft) => draft.set(target.name, null, column),
  };
}

export function milesRule(column: string): ColumnRule {
  return convertedRule(column, { name: 'mileage', description: 'Odometer in miles.', convert: kmOfMiles });
}

export function horsepowerRule(column: string): ColumnRule {
  return convertedRule(column, { name: 'powerKw', description: 'Power in hp.', convert: kwOfHorsepower });
}

export function axlesRule(column: string): ColumnRule {
  const field = fieldOf('driveType');
  return {
    ...catalogueRule(column, field),
    description: 'Axle formula (6x4), or single, tandem, tri.',
    read({ text, column: written }, draft) {
      const formula = entryOf(US_AXLES, folded(text)) ?? text;
      readField({ path: 'driveType', spec: field, column: written, lenient: true }, formula, draft);
    },
  };
}

/** Rule of a price column in which zero means "price on request". */
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

/** Assumes US dollars for prices without a currency, and the USA for places without a country. */
export function applyUsDefaults(draft: DraftBuilder): void {
  if (!draft.has('currency') && draft.namedCurrencies.length === 0) draft.set('currency', 'USD');
  const location = draft.get('location');
  if (typeof location === 'object' && !draft.has('location.country')) draft.set('location.country', 'US');
}

/** Removes HTML tags from a description. */
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
