import { describe, expect, it } from 'vitest';
import { type PriceChoice, readPriceChoice, withPrices } from './choice.ts';
import { keepPrices, plainPath, withKeptPrices } from './kept-links.ts';
import { shownPrice } from './shown.ts';

const rates = { base: 'EUR' as const, rates: { PLN: 4.28, GBP: 0.84 }, asOf: '2026-01-01' };
const choice = (query: Record<string, unknown>): PriceChoice => readPriceChoice(query, rates);

describe('the choice in an address', () => {
  it('is the default for what cannot be read, and says which currency is unknown', () => {
    expect(choice({})).toEqual({ currency: 'EUR', basis: 'asked', unknown: null });
    expect(choice({ currency: 'pln', prices: 'gross' })).toEqual({
      currency: 'PLN',
      basis: 'gross',
      unknown: null,
    });
    for (const currency of ['XYZ', '€', 'a'.repeat(5000), '<b>', ['PLN', 'ABC']])
      expect(choice({ currency, prices: '1' })).toMatchObject({ currency: 'EUR', basis: 'asked' });
    expect(choice({ currency: 'a'.repeat(5000) }).unknown).toHaveLength(10);
    expect(choice({ currency: { nested: 'PLN' } }).unknown).toBeNull();
  });

  it('is kept by links and forms that stay in the storefront', () => {
    const markup = Buffer.from(
      '<a href="/de/listing/x">x</a><a rel="nofollow" href="/de/search?q=a&amp;currency=GBP#m">y</a><a href="/docs">z</a>' +
        '<a href="#top">t</a><form role="search" action="/de/search"><input/></form><form method="post" action="/de/favorites"></form>',
    );
    expect(withKeptPrices(markup, choice({})).toString()).toBe(markup.toString());
    expect(withKeptPrices(markup, choice({ currency: 'PLN', prices: 'gross' })).toString()).toBe(
      '<a href="/de/listing/x?currency=PLN&amp;prices=gross">x</a>' +
        '<a rel="nofollow" href="/de/search?q=a&amp;currency=GBP&amp;prices=gross#m">y</a><a href="/docs">z</a>' +
        '<a href="#top">t</a><form role="search" action="/de/search"><input type="hidden" name="currency" value="PLN"/>' +
        '<input type="hidden" name="prices" value="gross"/><input/></form><form method="post" action="/de/favorites"></form>',
    );
    expect(keepPrices('/de/search?q=a', choice({ currency: 'PLN' }))).toBe('/de/search?q=a&currency=PLN');
    expect(plainPath('/search?q=a&currency=PLN&prices=net')).toBe('/search?q=a');
    expect(plainPath('/trucks?currency=PLN')).toBe('/trucks');
  });

  it('changes with the price bounds converted', () => {
    expect(withPrices('/search?brand=daf,man&max_price=10000', choice({}), { currency: 'PLN' }, rates)).toBe(
      '/search?brand=daf,man&max_price=42800&currency=PLN&prices=asked',
    );
    expect(withPrices('/', choice({ currency: 'PLN' }), { basis: 'gross' }, rates)).toBe(
      '/?currency=PLN&prices=gross',
    );
  });
});

describe('a shown price', () => {
  const net = { price: 41_900, currency: 'EUR', vatDeductible: true, priceGross: 49_861 };

  it('is what the dealer asks, with the other of net and gross', () => {
    expect(shownPrice(net, choice({}), rates)).toEqual({
      amount: 41_900,
      currency: 'EUR',
      basis: 'net',
      asked: null,
      other: { amount: 49_861, basis: 'gross' },
      before: null,
    });
    expect(shownPrice(net, choice({ prices: 'gross' }), rates)).toMatchObject({
      amount: 49_861,
      basis: 'gross',
      other: { amount: 41_900, basis: 'net' },
    });
  });

  it('is rounded when converted, with what the dealer asks beside it', () => {
    expect(shownPrice(net, choice({ currency: 'GBP' }), rates)).toMatchObject({
      amount: 35_200,
      currency: 'GBP',
      asked: { amount: 41_900, currency: 'EUR', isNet: true },
    });
    expect(shownPrice({ ...net, currency: 'XAU' }, choice({}), rates)).toMatchObject({
      amount: 41_900,
      currency: 'XAU',
      asked: null,
    });
  });

  it('never splits a price whose VAT cannot be deducted', () => {
    const included = { price: 9000, currency: 'EUR', vatDeductible: false, priceGross: 9000 };
    for (const prices of ['net', 'gross', ''])
      expect(shownPrice(included, choice({ prices }), rates)).toMatchObject({
        amount: 9000,
        basis: 'included',
        other: null,
      });
  });

  it('names the price before a reduction on the same basis', () => {
    const reduced = { ...net, previousPrice: 50_000 };
    expect(shownPrice(reduced, choice({}), rates)?.before).toBe(50_000);
    expect(shownPrice(reduced, choice({ prices: 'gross' }), rates)?.before).toBeCloseTo(59_500, 0);
    expect(shownPrice({ ...net, previousPrice: 100 }, choice({}), rates)?.before).toBeNull();
    expect(shownPrice({ ...net, price: null }, choice({}), rates)).toBeNull();
  });
});
