import { expect, it } from 'vitest';
import { shippedWording } from '../../../platform/shipped-texts.ts';
import { Reader } from '../../texts/reader.ts';
import { valueText } from './facts.ts';

const reader = new Reader('en', shippedWording());

it.each([
  ['country', 'DE', 'Germany'],
  ['currency', 'EUR', 'EUR'],
  ['firstRegistration', '2019-05', '05/2019'],
  // A text that looks like a month is none.
  ['kingpin', '2019-05', '2019-05'],
  ['grossVehicleWeightKg', 18_000, '18,000 kg'],
  ['warrantyMonths', 12, '12 months'],
  ['metallic', true, 'Yes'],
])('%s %j is shown as its kind of field is', (name, value, text) => {
  expect(valueText(name, value, reader)).toBe(text);
});
