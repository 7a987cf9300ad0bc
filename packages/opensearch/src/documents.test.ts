import fc from 'fast-check';
import { expect, it } from 'vitest';
import { document } from '../../search/test/generators.ts';
import { documentTerms } from '@fifthwheel/search/matching';
import { prefixTerm, indexedDocument } from './documents.ts';

// Letters of any script, including surrogate pairs, and characters that JSON must escape.
const title = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\u2028', '𝒜', '𐌰', 'ß', 'é', ' ', '4', 'x', 'a', 'b', 'c'),
    maxLength: 60,
  }),
);

it('sends each term with its weight, and each prefix with that of the best word that has it', () => {
  fc.assert(
    fc.property(document, title, (generated, named) => {
      const listing = { ...generated, title: named };
      const { weights } = JSON.parse(indexedDocument({ document: listing, checksum: 7 }, 1)) as {
        weights: Record<string, number>;
      };
      const expected: Record<string, number> = {};
      for (const [term, weight] of documentTerms(listing)) {
        expected[term] = weight;
        if (term.startsWith('#')) continue;
        for (let length = 3; length <= Math.min(12, term.length); length++) {
          const prefix = prefixTerm(term.slice(0, length));
          expected[prefix] = Math.max(expected[prefix] ?? 0, weight);
        }
      }
      expect(weights).toEqual(expected);
    }),
  );
});
