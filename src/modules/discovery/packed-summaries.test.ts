import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packSummary, unpackSummary, UNPACKED_MAX, writeSummary } from './packed-summaries.ts';

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
  category: fc.record({ slug: fc.string(), name: fc.string() }),
  brand: fc.option(fc.record({ slug: fc.string(), name: fc.constantFrom('MAN', '","slug":"', '\u0001') })),
  location: fc.record({ country: fc.string(), city: fc.option(fc.string()) }),
  thumbnail: fc.option(fc.webUrl()),
  featured: fc.boolean(),
  seller: fc.record({ name: fc.string({ unit: 'binary' }), verified: fc.boolean() }),
});

test('a summary comes out as it went in, and shorter in between', () => {
  fc.assert(
    fc.property(summary, (value) => {
      const json = JSON.stringify(value);
      const packed = Buffer.from(packSummary(json));
      expect(packed.length).toBeLessThan(Buffer.byteLength(json));
      expect(unpackSummary(packed)).toBe(Buffer.from(json).toString());
      const room = new Uint8Array(packed.length * UNPACKED_MAX + 1);
      expect(Buffer.from(room.subarray(1, writeSummary(packed, room, 1))).toString()).toBe(
        Buffer.from(json).toString(),
      );
    }),
  );
});
