import { addMs, DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Row } from './copy.ts';
import { type Fill, range } from './fill.ts';

/** One import in ten is the largest dealer's. */
const OF_LARGEST = 10;
const DAYS = 80;
const ROWS = 1000;

/** Finished imports with their problems. */
export async function fillImports(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('imports', importRows(fill));
  await copy.rows('import_problems', problemRows(fill));
  await copy.rows('import_failed_rows', failedRows(fill));
  await copy.rows('import_retirements', retirementRows(fill));
  await copy.rows('import_pulls', pullRows(fill));
  await copy.rows('import_mappings', mappingRows(fill));
}

function importOf(fill: Fill, n: number): { id: string; at: Date } {
  const at = fill.at(n, fill.counts.imports, DAYS);
  return { id: fill.id('imp', at, n), at };
}

function* importRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.imports)) {
    const { id, at } = importOf(fill, n);
    const seller = fill.seller(n % OF_LARGEST === 0 ? 0 : n);
    yield {
      id,
      seller_id: seller.id,
      user_id: seller.ownerId,
      origin: 'upload',
      filename: 'stock.csv',
      status: 'completed_with_errors',
      preset: 'own',
      mode: 'upsert',
      dry_run: false,
      publish: 'draft',
      options: {},
      rows_total: ROWS,
      created_count: ROWS - 10,
      failed_count: 10,
      created_at: at,
      started_at: at,
      finished_at: addMs(at, MINUTE_MS),
    };
  }
}

/** A tenth of the problems are those of one import. */
function importOfProblem(fill: Fill, n: number): number {
  return n % 10 === 0 ? 0 : n % fill.counts.imports;
}

function* problemRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.importProblems)) {
    const { id } = importOf(fill, importOfProblem(fill, n));
    yield {
      import_id: id,
      row_number: n + 1,
      severity: 'error',
      code: 'INVALID_VALUE',
      message: 'is not a year',
    };
  }
}

function* failedRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.importProblems)) {
    const { id } = importOf(fill, importOfProblem(fill, n));
    yield { import_id: id, row_number: n + 1, cells: ['A-1', 'MAN TGX', 'next year'] };
  }
}

/** A hundredth of the stock was taken down because a feed left it out. */
function* retirementRows(fill: Fill): Generator<Row> {
  for (const [n, { id }] of fill.listings.entries()) {
    if (n % 100 !== 0) continue;
    const feed = importOf(fill, n % fill.counts.imports);
    yield { listing_id: id, import_id: feed.id, at: feed.at };
  }
}

/** A tenth of the dealers have a column mapping. */
function* mappingRows(fill: Fill): Generator<Row> {
  for (const [n, { id }] of fill.sellers.entries())
    if (n % 10 === 0)
      yield {
        seller_id: id,
        preset: 'own',
        columns: { hersteller: 'brand', lagerplatz: null },
        words: [{ column: 'getriebe', written: 'Schaltgetr.', meant: 'manual' }],
        updated_at: fill.now,
      };
}

/** A twentieth of the dealers have a feed that is fetched; none soon. */
function* pullRows(fill: Fill): Generator<Row> {
  for (const [n, { id, ownerId, record }] of fill.sellers.entries()) {
    if (n % 20 !== 0) continue;
    yield {
      seller_id: id,
      user_id: ownerId,
      url: `https://feeds.invalid/${n}.csv`,
      options: {},
      next_at: addMs(fill.now, DAY_MS),
      created_at: record.createdAt,
      updated_at: record.createdAt,
    };
  }
}
