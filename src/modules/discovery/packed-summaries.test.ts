import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NamedSummary, packSummary, type SummaryNames } from './packed-summaries.ts';

const summary = fc.record({
  id: fc.string().map((rest) => `lst_${rest}`),
  title: fc.string({ unit: 'grapheme' }),
  slug: fc.string(),
  price: fc.option(fc.integer()),
  currency: fc.constantFrom('EUR', 'PLN', null),
  vatDeductible: fc.option(fc.boolean()),
  year: fc.option(fc.integer()),
  mileage: fc.option(fc.integer()),
  status: fc.constant('ACTIVE'),
  category: fc.oneof(fc.string(), fc.constant('\u0015","slug":"')),
  brand: fc.option(fc.constantFrom('man', '","slug":"', '\u0001')),
  location: fc.record({ country: fc.string(), city: fc.option(fc.string()) }),
  thumbnail: fc.option(fc.webUrl()),
  featured: fc.boolean(),
  seller: fc.record({ name: fc.string({ unit: 'binary' }), verified: fc.boolean() }),
});

const referenceTo = (slug: string) => ({ slug, name: `${slug} in many words, so that it is longer` });
const names: SummaryNames = {
  category: (slug) => Buffer.from(JSON.stringify(referenceTo(slug))),
  brand: (slug) => Buffer.from(JSON.stringify(referenceTo(slug))),
};

test('a summary comes out as it went in but for the names, and is shorter in between', () => {
  fc.assert(
    fc.property(summary, (value) => {
      const packed = Buffer.from(packSummary(value));
      const { category, brand } = value;
      const named = {
        ...value,
        category: referenceTo(category),
        brand: brand === null ? null : referenceTo(brand),
      };
      const json = Buffer.from(JSON.stringify(named)).toString();
      expect(packed.length).toBeLessThan(Buffer.byteLength(json));
      const unpacked = new NamedSummary(packed, names);
      expect(unpacked.toString()).toBe(json);
      const room = new Uint8Array(unpacked.bytesMax + 1);
      expect(Buffer.from(room.subarray(1, unpacked.write(room, 1))).toString()).toBe(json);
    }),
  );
});
