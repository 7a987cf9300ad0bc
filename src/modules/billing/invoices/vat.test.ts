import { expect, it } from 'vitest';
import type { VatCountry } from '../../settings/index.ts';
import { taxFor } from './vat.ts';

it.each<[string, VatCountry, string | null, string | null, number, string | null]>([
  ['at home', 'DE', 'DE', null, 1900, null],
  ['at home with a VAT id', 'DE', 'DE', 'DE123456789', 1900, null],
  ['without a country', 'DE', null, null, 1900, null],
  ['an EU business', 'DE', 'PL', 'PL 526-10-40-828', 0, 'reverse_charge'],
  ['a Greek business', 'DE', 'GR', 'EL123456789', 0, 'reverse_charge'],
  ['an EU customer without an id', 'DE', 'FR', null, 1900, null],
  ['an id of another country', 'DE', 'FR', 'PL5261040828', 1900, null],
  ['an id that is none', 'DE', 'FR', 'FR', 1900, null],
  ['outside the EU', 'DE', 'CH', null, 0, 'outside_eu'],
  ['outside the EU with an id', 'DE', 'TR', 'TR1234567890', 0, 'outside_eu'],
  ['another home', 'FI', 'FI', null, 2550, null],
  ['a home outside the EU, at home', 'CH', 'CH', null, 810, null],
  ['a home outside the EU, abroad', 'CH', 'DE', null, 0, 'outside_eu'],
])('%s', (_name, home, country, vatId, rateBp, note) => {
  expect(taxFor(home, { country, vatId })).toEqual({ rateBp, note });
});
