import type { NumberTrait, ValueField, ValueTrait } from '../search/index.ts';

/** Fields of the cluster's index by what they hold; category stands for either level elsewhere. */
export const VALUE_FIELD_NAMES: Readonly<Record<Exclude<ValueField, 'category'>, string>> = {
  brand: 'brand',
  model: 'model',
  feature: 'features',
  fuelType: 'fuel_type',
  transmission: 'transmission',
  driveType: 'drive_type',
  euroStandard: 'euro_standard',
  condition: 'condition',
  country: 'country',
  region: 'region',
  city: 'city',
  seller: 'seller',
  cab: 'cab',
  color: 'color',
  axleMake: 'axle_make',
  coolingMake: 'cooling_make',
  postalCode: 'postal_code',
  pictures: 'pictures',
  vat: 'vat',
  priced: 'priced',
} satisfies Record<ValueTrait, string> & Record<Exclude<ValueField, 'category'>, string>;

export const NUMBER_FIELD_NAMES: Readonly<Record<NumberTrait, string>> = {
  powerHp: 'power_hp',
  grossWeightKg: 'gross_weight_kg',
  payloadKg: 'payload_kg',
  operatingWeightKg: 'operating_weight_kg',
  operatingHours: 'operating_hours',
  seats: 'seats',
  axles: 'axles',
};
