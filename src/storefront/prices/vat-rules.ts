import type { Reader } from '../texts/reader.ts';

/** Members of the VAT area of the European Union; Monaco belongs to it as a part of France. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
);

export interface TaxedPrice {
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
  readonly vatRate: number | null;
  readonly priceGross: number | null;
  readonly vatScheme: string | null;
  /** Of the dealer. */
  readonly country: string | null;
}

export interface VatRule {
  /** null: for every buyer. */
  readonly who: string | null;
  readonly text: string;
}

/** Says in words who pays which VAT on a price. */
export function vatRules(taxed: TaxedPrice, reader: Reader): readonly VatRule[] {
  const { price, currency, vatDeductible, vatRate, vatScheme, country } = taxed;
  if (price === null || currency === null || vatDeductible === null) return [];
  if (vatScheme === 'margin') return [{ who: null, text: reader.text('vat.margin') }];
  if (!vatDeductible) return [{ who: null, text: reader.text('vat.included') }];
  const gross =
    taxed.priceGross === null || taxed.priceGross === price ? null : reader.money(taxed.priceGross, currency);
  const net = reader.money(price, currency);
  const isEu = country !== null && EU.has(country);
  return [
    {
      who:
        country === null
          ? reader.text('vat.domestic')
          : reader.text('vat.domesticIn', { country: reader.country(country) }),
      text:
        gross === null || vatRate === null
          ? reader.text('vat.plus')
          : reader.text('vat.plusRate', { rate: reader.percent(vatRate), gross }),
    },
    ...(isEu ? [{ who: reader.text('vat.eu'), text: reader.text('vat.euRule', { net }) }] : []),
    {
      who: reader.text(isEu ? 'vat.export' : 'vat.exportAnywhere'),
      text: reader.text('vat.exportRule', { net }),
    },
  ];
}
