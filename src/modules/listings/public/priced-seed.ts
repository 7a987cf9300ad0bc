import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import { powerHpOf } from '../record/derived.ts';
import { recordOf } from '../record/record-columns.ts';
import type { ListingRow } from '../tables.ts';
import type { PricedSeed } from './listing-summary.ts';

export function seedOf(row: ListingRow, taxonomy: TaxonomySnapshot): PricedSeed {
  const record = recordOf(row, taxonomy);
  const { category, subcategory, brand, model, price, currency } = record;
  const { year, mileage, operatingHours, driveType } = record;
  return {
    id: row.id,
    category: category ?? '',
    subcategory,
    brand,
    model,
    price,
    currency,
    year,
    mileage,
    operatingHours,
    powerHp: powerHpOf(record.powerKw),
    driveType,
    condition: record.condition ?? 'used',
    vatDeductible: record.vatDeductible === true,
    isLive: row.status === 'ACTIVE',
  };
}
