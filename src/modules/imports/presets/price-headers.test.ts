import { describe, expect, it } from 'vitest';
import { priceColumnOf, splitPriceCell } from './price-headers.ts';

const all = (text: string): string[] => text.split(' | ');

describe('headers of prices', () => {
  it.each(
    all(
      'Netto-Preis | Nettopreis | Preis netto | Preis (netto) | Preis Netto in EUR | Verkaufspreis netto | NETTO-VERKAUFSPREIS | Preis zzgl. MwSt. | Preis ohne MwSt | Preis exkl. MwSt | VK netto | Netto € | netto EUR | price net | net price | Price (net) | net_price | price_net | Price excl. VAT | Price excluding VAT | price ex VAT | Asking price ex. VAT | prix HT | Prix H.T. | prix hors taxes | Prix de vente HT | Prix hors TVA | PRIXHT | cena netto | Cena sprzedaży netto | cena bez VAT | kwota netto | prijs excl. BTW | Prijs exclusief BTW | prijs ex btw | verkoopprijs netto | precio neto | Precio sin IVA | prezzo netto | Prezzo IVA esclusa | preço sem IVA | Cena bez DPH | pris exkl. moms | price (EUR, net, fixed, dealers, only) | price_(eur,_net,_dealers_only) | Preis netto (nur Händler)',
    ),
  )('%s is the net price', (header) => {
    expect(priceColumnOf(header)).toBe('price_net');
  });

  it.each(
    all(
      'Brutto-Preis | Bruttopreis | Preis brutto | Preis inkl. MwSt. | Preis inkl. 19% MwSt | Preis mit MwSt | gross price | Price gross | Price incl. VAT | price including VAT | prix TTC | Prix T.T.C. | prix toutes taxes comprises | cena brutto | cena z VAT | prijs incl. BTW | precio con IVA | Precio IVA incluido | prezzo lordo | Prezzo IVA inclusa | Brutto (EUR) | pris inkl. moms',
    ),
  )('%s is the gross price', (header) => {
    expect(priceColumnOf(header)).toBe('price_gross');
  });

  it.each([
    ['MwSt. ausweisbar', 'vat_deductible'],
    ['VAT deductible', 'vat_deductible'],
    ['VAT reclaimable', 'vat_deductible'],
    ['TVA récupérable', 'vat_deductible'],
    ['btw verrekenbaar', 'vat_deductible'],
    ['VAT do odliczenia', 'vat_deductible'],
    ['IVA deducible', 'vat_deductible'],
    ['VAT rate', 'vat_rate'],
    ['MwSt.-Satz', 'vat_rate'],
    ['MwSt %', 'vat_rate'],
    ['Stawka VAT', 'vat_rate'],
    ['Taux de TVA', 'vat_rate'],
    ['Differenzbesteuert', 'vat_scheme'],
    ['Differenzbesteuerung § 25a', 'vat_scheme'],
    ['margin scheme', 'vat_scheme'],
    ['TVA sur la marge', 'vat_scheme'],
    ['VAT marża', 'vat_scheme'],
  ])('%s is %s', (header, column) => {
    expect(priceColumnOf(header)).toBe(column);
  });

  it.each(
    all(
      'Preis | price | EK netto | Einkaufspreis netto | Händlerpreis netto | dealer price net | Leasingrate netto | Nettogewicht | net weight | Alter Preis netto | UVP brutto | Neupreis netto | price ex works | ex | plus | netto | Marge | profit margin | Preis netto inkl. MwSt. | list price net | Laufleistung km | color',
    ),
  )('%s is not one of them', (header) => {
    expect(priceColumnOf(header)).toBeNull();
  });

  it('also apply when cells name the basis next to the amount', () => {
    expect(splitPriceCell('54.900 € netto')).toEqual({ column: 'price_net', amount: '54.900 €' });
    expect(splitPriceCell('54.900,- zzgl. MwSt.')).toEqual({ column: 'price_net', amount: '54.900,-' });
    expect(splitPriceCell('netto € 54.900')).toEqual({ column: 'price_net', amount: '54.900 €' });
    expect(splitPriceCell('65.331 EUR inkl. 19 % MwSt.')).toEqual({
      column: 'price_gross',
      amount: '65.331 EUR',
    });
    expect(splitPriceCell('54 900 HT')).toEqual({ column: 'price_net', amount: '54 900' });
    for (const [text, amount] of [
      ['£45,900 net', '45,900 £'],
      ["CHF 45'900 net", "45'900 CHF"],
      ['45 900 zł netto', '45 900 zł'],
      ['45.900 netto PLN', '45.900 PLN'],
      ['US$ 45,900 plus VAT', '45,900 US$'],
    ])
      expect(splitPriceCell(text as string)).toEqual({ column: 'price_net', amount });
    for (const text of ['54.900 €', 'auf Anfrage', '', 'netto', '5 ex works'])
      expect(splitPriceCell(text)).toBeNull();
  });
});
