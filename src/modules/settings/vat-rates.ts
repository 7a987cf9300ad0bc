import { entryOf } from '@fifthwheel/text/entry-of';

/**
 * Standard VAT rates in percent, as of 2026-01-01.
 * Source of the EU: European Commission, "Taxes in Europe Database" (TEDB), standard rates; of GB: gov.uk, "VAT rates"; of CH
 * and LI: Federal Tax Administration, "VAT rates"; of NO: The Norwegian Tax Administration, "Rates".
 */
export const STANDARD_VAT_PERCENT = {
  AT: 20,
  BE: 21,
  BG: 20,
  CH: 8.1,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  NO: 25,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
} as const satisfies Record<string, number>;

export type VatCountry = keyof typeof STANDARD_VAT_PERCENT;
export const VAT_COUNTRIES = Object.keys(STANDARD_VAT_PERCENT) as readonly VatCountry[];

/**
 * Rates of other countries with dealers, as of 2026-01-01, from their tax administrations; Monaco has the rates of
 * France. The operator cannot be established there, so invoices for plans do not use them.
 */
const FURTHER_VAT_PERCENT: Readonly<Record<string, number>> = {
  AL: 20,
  IS: 24,
  LI: 8.1,
  MC: 20,
  MD: 20,
  ME: 21,
  MK: 18,
  RS: 20,
  TR: 20,
  UA: 20,
};

/** Null for a country with an unknown rate. */
export function standardVatPercent(country: string | null): number | null {
  if (country === null) return null;
  const known: Readonly<Record<string, number>> = STANDARD_VAT_PERCENT;
  return entryOf(known, country) ?? entryOf(FURTHER_VAT_PERCENT, country) ?? null;
}
