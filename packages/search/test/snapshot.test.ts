import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SearchDocument, SearchEngine, SnapshotError } from '@fifthwheel/search';
import { section } from '../src/snapshot/snapshot-format.ts';
import { Dictionary } from '../src/store/dictionary.ts';
import { StringTable } from '../src/store/string-table.ts';
import { Lexicon } from '../src/words/lexicon.ts';
import {
  change,
  document,
  NOW_MS,
  PROPERTY_TIMEOUT_MS,
  query,
  RATES,
  repriced,
  repricing,
  RUNS,
} from './generators.ts';

const OPTIONS = { rates: RATES, rankedAtMs: NOW_MS, blockDocuments: 32 };
const written = fc.array(change, { maxLength: 120 });

function joined(parts: Iterable<Uint8Array>): Uint8Array {
  return Uint8Array.from([...parts].flatMap((part) => [...part]));
}

function sameAnswers(
  a: SearchEngine,
  b: SearchEngine,
  queries: readonly Parameters<SearchEngine['search']>[0][],
): void {
  for (const request of queries) {
    expect({ ...a.search(request), generation: 0 }).toEqual({ ...b.search(request), generation: 0 });
  }
}

describe('a snapshot', () => {
  test(
    'a restored index returns the same results as the engine, before and after further changes',
    () => {
      fc.assert(
        fc.property(
          written,
          written,
          fc.array(query, { minLength: 1, maxLength: 5 }),
          fc.boolean(),
          (changes, later, queries, otherRates) => {
            const engine = new SearchEngine(OPTIONS);
            engine.apply(changes);
            const parts = [...engine.snapshot('change 17')];
            const rates = otherRates ? { base: 'EUR', rates: { USD: 0.5, PLN: 8 } } : RATES;
            const { engine: restored, label } = SearchEngine.restore(parts, { rates });
            expect(label).toBe('change 17');
            engine.setRates(rates);
            sameAnswers(engine, restored, queries);
            for (const index of [engine, restored]) {
              index.apply(later);
              while (index.compact());
            }
            sameAnswers(engine, restored, queries);
            expect(restored.suggest('v')).toEqual(engine.suggest('v'));
          },
        ),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test(
    'holds the moment it was begun at, whatever is written while it is taken',
    () => {
      fc.assert(
        fc.property(
          written,
          written,
          fc.array(repricing, { maxLength: 20 }),
          fc.array(query, { minLength: 1, maxLength: 5 }),
          (changes, later, repricings, queries) => {
            const engine = new SearchEngine(OPTIONS);
            engine.apply(changes);
            const before = SearchEngine.restore(engine.snapshot('')).engine;
            const parts: Uint8Array[] = [];
            engine.isCatchingUp = repricings.length > 0;
            let rest = [...repriced(changes, repricings), ...later];
            for (const part of engine.snapshot('')) {
              parts.push(part);
              if (part.length === 0) continue;
              engine.apply(rest.slice(0, 10));
              engine.compact();
              rest = rest.slice(10);
            }
            sameAnswers(SearchEngine.restore(parts).engine, before, queries);
          },
        ),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test('seals with breaks what is written while it seals, too', () => {
    const listings = fc
      .sample(document, { numRuns: 1000, seed: 5 })
      .map((listing, index) => ({ ...listing, id: `l${index}` }));
    const breaksWith = (meanwhile: readonly SearchDocument[]): number => {
      const engine = new SearchEngine({ ...OPTIONS, blockDocuments: 4096 });
      const put = (batch: readonly SearchDocument[]) =>
        engine.apply(batch.map((listing) => ({ kind: 'put', document: listing })));
      put(listings.slice(0, 500));
      let breaks = 0;
      for (const part of engine.snapshot('x')) {
        if (part.length > 0) return breaks;
        if (breaks++ === 0) put(meanwhile);
      }
      throw new Error('the snapshot has no parts');
    };
    const before = breaksWith([]);
    expect(before).toBeGreaterThan(5);
    expect(breaksWith(listings.slice(500))).toBeGreaterThan(before);
  });

  test('is restored with a break at each piece that is read from the disk', () => {
    const engine = new SearchEngine(OPTIONS);
    engine.apply(fc.sample(change, { numRuns: 120, seed: 3 }));
    const bytes = joined(engine.snapshot('x'));
    const stepsOf = (pieceBytes: number): number => {
      const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
        bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
      );
      return [...SearchEngine.restoring(pieces)].length;
    };
    // A section can begin and end in the middle of a piece.
    expect(stepsOf(64) - stepsOf(bytes.length)).toBeGreaterThan(bytes.length / 64 / 2);
  });

  test(
    'is either rejected or correct if it is damaged anywhere, truncated or read in other chunks',
    () => {
      const engine = new SearchEngine(OPTIONS);
      engine.apply(fc.sample(change, { numRuns: 120, seed: 3 }));
      const bytes = joined(engine.snapshot('x'));
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: bytes.length - 1 }),
          fc.integer({ min: 1, max: 255 }),
          (offset, flip) => {
            const damaged = bytes.slice();
            damaged[offset] = (damaged[offset] ?? 0) ^ flip;
            expect(() => SearchEngine.restore([damaged])).toThrow(SnapshotError);
            expect(() => SearchEngine.restore([bytes.subarray(0, offset)])).toThrow(SnapshotError);
            const pieces = [bytes.subarray(0, offset), new Uint8Array(0), bytes.subarray(offset)];
            sameAnswers(SearchEngine.restore(pieces).engine, engine, [{}]);
          },
        ),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test('is rejected if it has another version, or lacks the required summaries', () => {
    const bare = new SearchEngine({ summaries: false });
    expect(() => SearchEngine.restore(bare.snapshot(''), { summaries: true })).toThrow(/without summaries/);
    expect(SearchEngine.restore(bare.snapshot('')).engine.stats().documents).toBe(0);
    expect(() => SearchEngine.restore([])).toThrow(SnapshotError);
    const later = section(1, [new TextEncoder().encode(JSON.stringify({ version: 999 }))]);
    expect(() => SearchEngine.restore([later])).toThrow(/version 999/);
  });

  test('is read with breaks, also where a section has thousands of strings', () => {
    const [table, read] = [new StringTable(), new StringTable()];
    for (let n = 0; n < 2000; n++) table.add(`lst_${n}`);
    const runs = [...table.packed(table.size)];
    expect(runs).toHaveLength(1);
    expect(runs.flatMap((run) => [...read.addPacked(run)])).toHaveLength(4);
    expect([read.size, read.get(1999), read.find('lst_1234')]).toEqual([2000, 'lst_1999', 1234]);
  });

  test('is read with breaks, also where its terms are put in order, and its values into dictionaries', () => {
    const [lexicon, dictionary] = [new Lexicon(), new Dictionary()];
    const texts = Array.from({ length: 20_000 }, (_, n) => `term${n}`);
    for (const text of texts) lexicon.table.add(text);
    expect([...lexicon.restore(Uint32Array.from(texts.keys()))]).toHaveLength(4);
    expect([...dictionary.restore(texts, texts)]).toHaveLength(4);
    expect(dictionary.find('term19999')).toBe(20_000);
  });
});
