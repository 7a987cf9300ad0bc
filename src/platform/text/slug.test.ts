import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from './slug.ts';

describe('slugOf', () => {
  it.each([
    ['Mercedes-Benz Actros 1845 LS', 'mercedes-benz-actros-1845-ls'],
    ['Kögel Größe Çelik Ñandú', 'koegel-groesse-celik-nandu'],
    ['Żuk Łódź Straße ırmak İstanbul', 'zuk-lodz-strasse-irmak-istanbul'],
    ['DAF XG+ 480 & retarder', 'daf-xg-plus-480-and-retarder'],
    ['MAN TGX 18.440 4×2, 315/70R22.5', 'man-tgx-18-440-4-2-315-70r22-5'],
    ['A\u0308pfel', 'aepfel'],
    ['КамАЗ', ''],
  ])('writes %s as %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('keeps the suffix and falls back to it', () => {
    expect(slugOf('Volvo FH', 'k3x9')).toBe('volvo-fh-k3x9');
    expect(slugOf('КамАЗ', 'k3x9')).toBe('k3x9');
  });

  it('is always a slug of bounded length that ends in its suffix', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom('', 'a1b2c3'),
        (title, suffix) => {
          const slug = slugOf(title, suffix);
          expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
          expect(slug.length).toBeLessThanOrEqual(80);
          expect(slug.endsWith(suffix)).toBe(true);
        },
      ),
    );
  });

  it('cuts long titles between words', () => {
    const slug = slugOf('semi trailer '.repeat(12), 'zz');
    expect(slug).toMatch(/-(?:semi|trailer)-zz$/);
    expect(slug.length).toBeGreaterThan(60);
  });
});
