import { performance } from 'node:perf_hooks';
import {
  FACET_NAMES,
  SavedQueryIndex,
  SearchEngine,
  type SearchChange,
  type SearchQuery,
} from '@fifthwheel/search';
import {
  benchDocument,
  BENCH_BRANDS,
  BENCH_NOW_MS,
  BENCH_RATES,
  seeded,
  type Random,
} from './search-documents.ts';

// The engine alone on one thread, with writes running between the searches.

export interface BenchSearchOptions {
  documents: number;
  // Searches of each kind.
  searches?: number;
  summaries?: boolean;
  // Where the table goes.
  print?: (line: string) => void;
}

const UPDATES_PER_SEARCH = 1;
const ALL = { facets: FACET_NAMES, limit: 20 } as const;

const slug = (random: Random) =>
  (BENCH_BRANDS[Math.floor(BENCH_BRANDS.length ** random()) - 1] ?? 'Volvo').toLowerCase();
const between = (random: Random, low: number, high: number) => Math.round(low + random() * (high - low));
const category = (random: Random) =>
  ['tractor-units', 'trucks', 'vans', 'semi-trailers'][between(random, 0, 3)] as string;
const wordOf = (random: Random) => {
  const { title, description } = benchDocument(between(random, 0, 5000));
  const words = (random() < 0.5 ? title : description).split(' ');
  return words[between(random, 0, words.length - 1)] ?? 'volvo';
};

const KINDS: Readonly<Record<string, (random: Random) => SearchQuery>> = {
  'no filter': () => ({ ...ALL }),
  'brand': (random) => ({ ...ALL, brands: [slug(random)] }),
  'brand, price': (random) => ({ ...ALL, brands: [slug(random)], minPrice: 10_000, maxPrice: between(random, 30_000, 90_000) }),
  'price': (random) => ({ ...ALL, maxPrice: between(random, 15_000, 60_000) }),
  'category, year, country': (random) => ({ ...ALL, categories: [category(random)], minYear: between(random, 2012, 2022), countries: ['DE', 'PL'] }),
  'six filters': (random) => ({
    ...ALL, categories: [category(random)], brands: [slug(random), slug(random)], minYear: 2014, maxMileage: 500_000,
    maxPrice: between(random, 30_000, 90_000), values: { fuelType: ['diesel'], euroStandard: ['euro6'] },
  }),
  'two features': () => ({ ...ALL, features: ['retarder', 'feature_7'] }),
  'radius 150 km': (random) => ({ ...ALL, geo: { lat: 40 + random() * 18, lng: random() * 25, radiusKm: 150 }, sort: 'distance' }),
  'one word': (random) => ({ ...ALL, text: wordOf(random) }),
  'brand word': (random) => ({ ...ALL, text: slug(random).split('-')[0] ?? '' }),
  'two words': (random) => ({ ...ALL, text: `${slug(random).split('-')[0]} ${wordOf(random)}` }),
  'word, filters': (random) => ({ ...ALL, text: wordOf(random), categories: [category(random)], maxPrice: 60_000 }),
  'prefix of 3': (random) => ({ ...ALL, text: wordOf(random).slice(0, 3) }),
  'typo': (random) => ({ ...ALL, text: `${slug(random).split('-')[0]?.slice(0, -2)}xq` }),
  'sort price, filter': (random) => ({ ...ALL, sort: 'price', order: 'asc', values: { fuelType: ['diesel'] }, minYear: between(random, 2010, 2020) }),
  'page 50, sort year': () => ({ ...ALL, sort: 'year', offset: 980 }),
  'seller': (random) => ({ sellerId: `sel_${between(random, 0, 500)}`, sort: 'created_at' }),
}; // prettier-ignore

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function row(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const figures = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? 0];
  return name.padEnd(26) + figures.map((figure) => figure.toFixed(2).padStart(10)).join('');
}

function load(engine: SearchEngine, documents: number): { seconds: number; slowestMs: number } {
  let spent = 0;
  let slowestMs = 0;
  for (let i = 0; i < documents; i += 50) {
    const changes: SearchChange[] = [];
    for (let number = i; number < Math.min(documents, i + 50); number++) {
      changes.push({ kind: 'put', document: benchDocument(number) });
    }
    const start = performance.now();
    engine.apply(changes);
    const took = performance.now() - start;
    spent += took;
    slowestMs = Math.max(slowestMs, took);
  }
  while (engine.compact());
  return { seconds: spent / 1000, slowestMs };
}

function measure(
  engine: SearchEngine,
  documents: number,
  searches: number,
  makeQuery: (random: Random) => SearchQuery,
) {
  const random = seeded(42);
  const times: number[] = [];
  const writes: number[] = [];
  for (let at = -10; at < searches; at++) {
    const changes = Array.from({ length: UPDATES_PER_SEARCH }, (): SearchChange => {
      const number = Math.floor(random() * documents);
      return { kind: 'put', document: benchDocument(number, at + 11) };
    });
    const query = makeQuery(random);
    const write = performance.now();
    engine.apply(changes);
    const start = performance.now();
    engine.search(query);
    const end = performance.now();
    engine.compact();
    if (at < 0) continue;
    times.push(end - start);
    writes.push(start - write);
  }
  return { times, writes };
}

// A saved search as people make them: around a vehicle they have in mind.
function savedQuery(random: Random): SearchQuery {
  const wished = benchDocument(between(random, 0, 1_000_000));
  const { brand, model, category: kind, price, year, country } = wished;
  const share = (chance: number) => random() < chance;
  return {
    ...(share(0.9) && { brands: [brand?.slug ?? ''] }),
    ...(share(0.5) && model !== null && { models: [model] }),
    ...(share(0.7) && { categories: [kind.slug] }),
    ...(share(0.15) && { text: wordOf(random) }),
    ...(share(0.7) &&
      price !== null && { minPrice: price * 0.7, maxPrice: price * 1.2, currency: wished.currency }),
    ...(share(0.6) && year !== null && { minYear: year - 2 }),
    ...(share(0.4) && { countries: [country, 'DE'] }),
    ...(share(0.1) && {
      geo: { lat: wished.lat ?? 0, lng: wished.lng ?? 0, radiusKm: between(random, 50, 300) },
    }),
    ...(share(0.1) && { features: ['retarder'] }),
  };
}

// One listing against many saved searches.
export function benchSavedQueries({
  queries,
  print = console.log,
}: {
  queries: number;
  print?: (line: string) => void;
}): void {
  const random = seeded(11);
  const index = new SavedQueryIndex({ rates: BENCH_RATES });
  const start = performance.now();
  for (let i = 0; i < queries; i++) index.put(`ssr_${i}`, savedQuery(random));
  print(`${queries} saved searches: filed in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  let matches = 0;
  const times = Array.from({ length: 300 }, (_, i) => {
    const listed = benchDocument(i * 31);
    const began = performance.now();
    matches += index.match(listed).length;
    return performance.now() - began;
  });
  print(row('match of one listing', times.slice(50)) + `   ${Math.round(matches / times.length)} matches`);
}

// Restart from a snapshot.
function benchSnapshot(engine: SearchEngine, print: (line: string) => void): void {
  const start = performance.now();
  const parts = [...engine.snapshot('bench')];
  const taken = performance.now();
  const megabytes = parts.reduce((sum, part) => sum + part.length, 0) / 2 ** 20;
  SearchEngine.restore(parts);
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  print(
    `snapshot of ${megabytes.toFixed(0)} MB in ${seconds(start, taken)} s, restored in ${seconds(taken, performance.now())} s`,
  );
}

export function benchSearchEngine(options: BenchSearchOptions): void {
  const { documents, searches = 200, summaries = true, print = console.log } = options;
  globalThis.gc?.();
  const before = process.memoryUsage();
  const engine = new SearchEngine({ rates: BENCH_RATES, rankedAtMs: BENCH_NOW_MS, summaries });
  const loaded = load(engine, documents);
  globalThis.gc?.();
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers) / 2 ** 20;
  print(
    `${documents} documents: loaded in ${loaded.seconds.toFixed(1)} s (slowest batch of 50: ${loaded.slowestMs.toFixed(1)} ms), ${megabytes.toFixed(0)} MB${summaries ? ' with summaries' : ''}`,
  );
  print(JSON.stringify(engine.stats().bytes));
  print(`${'milliseconds'.padEnd(26)}${'p50'.padStart(10)}${'p99'.padStart(10)}${'worst'.padStart(10)}`);
  const writes: number[] = [];
  for (const [name, makeQuery] of Object.entries(KINDS)) {
    const measured = measure(engine, documents, searches, makeQuery);
    writes.push(...measured.writes);
    print(row(name, measured.times));
  }
  print(row('write of one', writes));
  const random = seeded(7);
  const suggested = Array.from({ length: searches * 5 }, () => {
    const typed = wordOf(random).slice(0, between(random, 1, 6));
    const start = performance.now();
    engine.suggest(typed, 10);
    return performance.now() - start;
  });
  print(row('suggestion', suggested));
  benchSnapshot(engine, print);
}
