import { bodyPath, fields, importColumns } from '../../listings/index.ts';
import { catalogueRule, fieldOf, fieldRule, type ColumnRule } from './column-rule.ts';
import type { DraftBuilder } from './draft.ts';
import { headerWords } from './own-header-words.ts';
import { priceColumnOf } from './price-headers.ts';
import { currencyRule, priceCellRule, vatRule } from './price-rules.ts';
import type { Preset } from './preset.ts';
import {
  brandRule,
  categoryRule,
  featuresRule,
  imagesRule,
  listingIdRule,
  reportRule,
  REPORT_COLUMNS,
  statusRule,
  subcategoryRule,
} from './shared-rules.ts';

/** The columns of the format in the order of template and export; others may follow, by the names of the fields. */
const LEADING_COLUMNS =
  'external_id category subcategory brand model variant title description condition price price_type currency vat_deductible ' +
  'vat_rate year first_registration mileage operating_hours vin serial_number fuel_type transmission drive_type euro_standard ' +
  'power_kw power_hp displacement_ccm gears axles gross_weight_kg curb_weight_kg payload_kg length_mm width_mm height_mm ' +
  'wheelbase_mm load_length_mm load_width_mm load_height_mm load_volume_m3 europallets cab_type bunks seats doors color ' +
  'suspension_front suspension_rear retarder hydraulics lifting_capacity_kg lifting_height_mm damaged accident_history ' +
  'previous_owners service_history warranty_months features image_urls video_url country region city postal_code lat lng ' +
  'contact_name contact_phone contact_email status';
export const OWN_COLUMNS: readonly string[] = LEADING_COLUMNS.split(' ');

const special: Readonly<Record<string, ColumnRule>> = {
  category: categoryRule('category', { required: true }),
  subcategory: subcategoryRule('subcategory'),
  brand: brandRule('brand', { required: true }),
  features: featuresRule('features'),
  price: priceCellRule('price', fieldOf('price')),
  currency: currencyRule('currency'),
  vat_rate: vatRule('vat_rate', fieldOf('vatRate')),
  vat_deductible: vatRule('vat_deductible', fieldOf('vatDeductible')),
};
const specialFurther: Readonly<Record<string, ColumnRule>> = {
  vat_scheme: vatRule('vat_scheme', fieldOf('vatScheme')),
};
const required = new Set(['external_id']);
const kept = new Set(['external_id', 'condition', 'currency']);

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** As headers write a field that has another column name, or whose capitals got lost. */
function spellings(name: string): string[] {
  return [snake(name), name.toLowerCase()];
}

const listed: readonly ColumnRule[] = importColumns.map((target) => {
  const { column, path } = target;
  const rule = special[column] ?? fieldRule(column, target);
  return {
    ...rule,
    aliases: [...spellings(path.includes('.') ? column : path), ...headerWords(column)],
    ...(required.has(column) ? { required: true as const } : {}),
    ...(kept.has(column) ? { keepWhenEmpty: true as const } : {}),
  };
});

const listedFields = new Set(importColumns.map((target) => target.path.split('.')[0]));

/** Fields without a column of their own: so that an export holds the whole listing. */
const further: readonly ColumnRule[] = fields
  .filter((field) => field.within === undefined && !listedFields.has(bodyPath(field)))
  .map((field) => {
    const column = snake(field.name);
    const aliases = [...spellings(field.name), ...headerWords(column)];
    const rule = specialFurther[column];
    return rule === undefined ? catalogueRule(column, field, { aliases }) : { ...rule, aliases };
  });

export const FURTHER_COLUMNS: readonly string[] = further.map((rule) => rule.column);

const all: readonly ColumnRule[] = [
  ...listed,
  ...further,
  imagesRule('image_urls', '|', {
    aliases: ['images', 'image_url', 'pictures', ...headerWords('image_urls')],
  }),
  statusRule('status'),
  listingIdRule('listing_id'),
  ...REPORT_COLUMNS.map(reportRule),
];
const first = ['category', 'subcategory', 'brand'];

export const ownPreset: Preset = {
  name: 'own',
  title: 'Fifthwheel',
  description:
    'The own format: a CSV with a header row and columns in any order, or XML with the field names of the API as elements.',
  formats: ['csv', 'xml'],
  defaults: { mode: 'upsert', publish: 'draft', delimiter: ',', currency: null },
  rules: [
    ...first.flatMap((column) => all.filter((rule) => rule.column === column)),
    ...all.filter((rule) => !first.includes(rule.column)),
  ],
  positions: OWN_COLUMNS,
  recognize: priceColumnOf,
  finish: readPriceBesideNet,
};

/** A price above the net price beside it is the gross price. */
function readPriceBesideNet(draft: DraftBuilder): void {
  const price = draft.get('price');
  const net = draft.get('priceNet');
  if (typeof price !== 'number' || typeof net !== 'number' || price <= net) return;
  if (draft.get('vatDeductible') === false) return;
  draft.move('price', 'priceGross');
}
