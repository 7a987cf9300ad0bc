/**
 * VAT on subscriptions (docs/billing.md). Customers in the home country pay the home rate. Businesses elsewhere in
 * the EU with a VAT ID use reverse charge. Other customers in the EU pay the home rate. Outside the EU there is none.
 * VAT IDs are checked for form and country, not against VIES.
 */

import { isVatIdForm, plainVatId } from '../../../platform/text/vat-id.ts';
import { STANDARD_VAT_PERCENT, VAT_COUNTRIES, type VatCountry } from '../../settings/index.ts';

export type TaxNote = 'reverse_charge' | 'outside_eu';

export interface Tax {
  /** Hundredths of a percent. */
  readonly rateBp: number;
  /** Reason if there is no tax. */
  readonly note: TaxNote | null;
}

const OUTSIDE_EU: ReadonlySet<string> = new Set(['CH', 'GB', 'NO']);
const EU: ReadonlySet<string> = new Set(VAT_COUNTRIES.filter((country) => !OUTSIDE_EU.has(country)));

const VAT_ID = /^[A-Z]{2}[0-9A-Z+*]{2,12}$/;

export function taxFor(
  home: VatCountry,
  customer: { readonly country: string | null; readonly vatId: string | null },
): Tax {
  const country = customer.country ?? home;
  const homeRate = { rateBp: Math.round(STANDARD_VAT_PERCENT[home] * 100), note: null };
  if (country === home) return homeRate;
  if (!EU.has(home) || !EU.has(country)) return { rateBp: 0, note: 'outside_eu' };
  return isVatIdOf(country, customer.vatId) ? { rateBp: 0, note: 'reverse_charge' } : homeRate;
}

/** Greek IDs start with EL. */
function isVatIdOf(country: string, vatId: string | null): boolean {
  const id = plainVatId(vatId ?? '');
  return VAT_ID.test(id) && isVatIdForm(id) && id.startsWith(country === 'GR' ? 'EL' : country);
}
