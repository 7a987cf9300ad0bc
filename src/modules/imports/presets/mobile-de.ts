import { catalogue, withoutContact } from '../../listings/index.ts';
import { fieldOf, catalogueRule, fieldRule, readMoney, type ColumnRule } from './column-rule.ts';
import { currencyRule } from './price-rules.ts';
import type { Names } from '../../taxonomy/index.ts';
import { columnName, type RawRow } from '../reading/raw-row.ts';
import { readBoolean } from '../values/booleans.ts';
import { readNumber } from '../values/numbers.ts';
import { type DraftBuilder, placeOf } from './draft.ts';
import {
  MOBILE_DE_FEATURES,
  MOBILE_DE_FIELDS,
  MOBILE_DE_KEYS,
  MOBILE_DE_POSITIONS,
} from './mobile-de-columns.ts';
import type { Preset } from './preset.ts';
import { brandRule, categoryRule, reportRule, REPORT_COLUMNS } from './shared-rules.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

/** The German rate, for rows that are marked as deductible without a rate. */
const VAT_RATE_DEFAULT = 19;

function keyRule(column: string, { field, values }: (typeof MOBILE_DE_KEYS)[string]): ColumnRule {
  return {
    column,
    field,
    description: `Key: ${Object.entries(values)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ')}.`,
    read(input, draft) {
      const key = input.text.trim();
      if (/^0+$/.test(key)) return;
      const value = entryOf(values, key);
      if (value !== undefined) draft.set(field, value, input.column);
      else {
        const message = t('must be one of the keys {keys}', { keys: Object.keys(values).join(', ') });
        draft.report('error', 'INVALID_ENUM', ofColumn(input.column, message), placeOf(input, field));
      }
    },
    clear: (draft) => draft.set(field, null, column),
  };
}

/** Rule of a column in which yes sets `value`; no and empty set nothing. */
function flagRule(column: string, field: string, value: unknown, description: string): ColumnRule {
  return {
    column,
    field,
    description,
    read(input, draft) {
      const isSet = readBoolean(input.text);
      if (isSet === true) draft.set(field, value, input.column);
      if (isSet !== null) return;
      const message = ofColumn(input.column, t('must be 0 or 1'));
      draft.report('error', 'INVALID_ENUM', message, placeOf(input, field));
    },
  };
}

/** Rule of a column that `finish` reads together with others. */
function combinedRule(column: string, field: string | null, description: string): ColumnRule {
  return { column, field, description, read: () => {} };
}

const rules: readonly ColumnRule[] = [
  fieldRule('interne_nummer', {
    path: 'externalId',
    spec: catalogue.externalId,
    description: 'Stock number.',
  }),
  categoryRule('kategorie', { required: true }),
  brandRule('marke', { required: true }),
  combinedRule('modell', 'model', 'Series and version: the known series, else the first word, is the model.'),
  ...Object.entries(MOBILE_DE_FIELDS).map(([column, name]) =>
    catalogueRule(column, fieldOf(name), { zeroIsEmpty: true }),
  ),
  ...Object.entries(MOBILE_DE_KEYS).map(([column, key]) => keyRule(column, key)),
  catalogueRule('vin', fieldOf('vin')),
  catalogueRule('farbe', fieldOf('color'), { lenient: true }),
  catalogueRule('interieurfarbe', fieldOf('interiorColor'), { lenient: true }),
  flagRule('beschaedigtes_fahrzeug', 'damaged', true, 'Damaged and not repaired.'),
  flagRule('metallic', 'metallic', true, 'Metallic paint.'),
  flagRule('oldtimer', 'usageType', 'classic', 'Classic vehicle.'),
  flagRule('vorfuehrfahrzeug', 'usageType', 'demonstration', 'Demonstration vehicle.'),
  flagRule('tageszulassung', 'usageType', 'pre_registration', 'Registered for a day.'),
  combinedRule('neufahrzeug', 'condition', 'New; used when empty.'),
  combinedRule('preis', 'priceGross', 'Gross price; net follows from mwst and mwstsatz.'),
  combinedRule('mwst', 'vatDeductible', 'VAT can be deducted.'),
  combinedRule('mwstsatz', 'vatRate', `VAT rate; ${VAT_RATE_DEFAULT} when empty.`),
  currencyRule('waehrung'),
  {
    column: 'bemerkung',
    field: 'description',
    description: 'Text with the marks of mobile.de, which are read as lines and lists.',
    read: ({ text, column }, draft) => readRemark(text, column, draft),
    clear: (draft) => draft.set('description', null, 'bemerkung'),
  },
  catalogueRule('video_url', fieldOf('videoUrl')),
  combinedRule('bild_id', null, 'Name of the images in the archive, before their number.'),
  combinedRule('kundennummer', null, 'Not kept; another name of the images in the archive.'),
  ...Object.entries(MOBILE_DE_FEATURES).map(([column, code]) =>
    combinedRule(column, 'features', `Feature ${code}.`),
  ),
  ...MOBILE_DE_POSITIONS.filter((column) => column.startsWith('reserviert_')).map(reportRule),
  ...REPORT_COLUMNS.map(reportRule),
];

/** The first rule of a column wins: columns such as `vermietbar` are features here. */
export const mobileDePreset: Preset = {
  name: 'mobile_de_csv',
  title: 'mobile.de CSV',
  description:
    'The upload file of mobile.de, with or without a header row, alone or in a ZIP with images named <interne_nummer>_<n>.jpg. It is the whole stock: what is missing leaves the market.',
  formats: ['csv'],
  defaults: { mode: 'full', publish: 'submit', delimiter: ';', currency: 'EUR' },
  rules,
  positions: MOBILE_DE_POSITIONS,
  finish(draft, row, names) {
    readModel(draft, row, names);
    readPrice(draft, row);
    readFeatures(draft, row);
    if (row.cells.has('neufahrzeug'))
      draft.set('condition', readBoolean(cell(row, 'neufahrzeug')) === true ? 'new' : 'used', 'neufahrzeug');
    draft.imageNames = [cell(row, 'interne_nummer'), cell(row, 'kundennummer'), cell(row, 'bild_id')].filter(
      (name) => name !== '',
    );
  },
};

function cell(row: RawRow, column: string): string {
  return row.cells.get(column)?.trim() ?? '';
}

const MODEL_LENGTH_MAX = 50;

function readModel(draft: DraftBuilder, row: RawRow, names: Names): void {
  const text = cell(row, 'modell').replaceAll(/\s+/g, ' ');
  if (text === '') return;
  const slug = draft.get('brand');
  const brand = typeof slug === 'string' ? names.brand(slug, null) : undefined;
  const lower = `${text.toLowerCase()} `;
  const series = (brand?.models ?? [])
    .filter((model) => lower.startsWith(`${model.toLowerCase()} `))
    .toSorted((a, b) => b.length - a.length)[0];
  const model = series === undefined ? (text.split(' ')[0] ?? text) : text.slice(0, series.length);
  draft.set('model', model.slice(0, MODEL_LENGTH_MAX), 'modell');
  draft.set('variant', text.slice(model.length).trim().slice(0, MODEL_LENGTH_MAX) || null, 'modell');
}

function readPrice(draft: DraftBuilder, row: RawRow): void {
  const text = cell(row, 'preis');
  if (text === '' || /^0+(?:[.,]0+)?$/.test(text)) return;
  if (readMoney({ path: 'priceGross', column: 'preis', lenient: false }, text, draft) === null) return;
  const deductible = readBoolean(cell(row, 'mwst')) === true;
  const rate = readNumber(cell(row, 'mwstsatz'), 'measure') ?? VAT_RATE_DEFAULT;
  draft.set('vatDeductible', deductible, 'mwst');
  draft.set('vatRate', deductible ? rate : null, 'mwstsatz');
}

function readFeatures(draft: DraftBuilder, row: RawRow): void {
  const columns = Object.entries(MOBILE_DE_FEATURES).filter(([column]) => row.cells.has(columnName(column)));
  if (columns.length === 0) return;
  const isOn = (column: string): boolean => readBoolean(cell(row, column)) === true;
  const codes = columns.filter(([column]) => isOn(column)).map(([, code]) => code);
  draft.set('features', codes, 'features');
  if (isOn('retarder_intarder')) draft.set('retarder', 'retarder', 'retarder_intarder');
  if (isOn('scheckheftgepflegt')) draft.set('serviceHistory', 'full', 'scheckheftgepflegt');
  if (isOn('vermietbar')) draft.set('rentable', true, 'vermietbar');
}

/** Remarks in this format often contain phone numbers, which are not allowed in a description. */
function readRemark(text: string, column: string, draft: DraftBuilder): void {
  const { text: description, removed } = withoutContact(plainText(text));
  draft.set('description', description, column);
  if (removed.length === 0) return;
  const found = removed.map((contact) => `"${contact.found}"`).join(', ');
  const message = t('contact details were removed from the description ({found})', { found });
  const place = placeOf({ column, text: found }, 'description');
  draft.report('warning', 'QUESTIONABLE', ofColumn(column, message), place);
}

/**
 * Converts mobile.de's markup: `\\` ends a line, `**` encloses bold text, `*` starts a list entry, `----` is a rule.
 */
function plainText(text: string): string {
  return text
    .replaceAll('\\\\', '\n')
    .replaceAll('**', '')
    .replaceAll(/^-{4,}$/gm, '')
    .replaceAll(/^[ \t\u00a0]*\*[ \t\u00a0]+/gm, '- ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
