/** Compares a sample of the server's responses with counts from PostgreSQL and with the plain evaluator of the tests. */
import { systemClock } from '../../src/platform/clock.ts';
import { PgNotifier } from '../../src/platform/db/pg-notifier.ts';
import { JobQueue } from '../../src/platform/jobs/queue.ts';
import type pg from 'pg';
import { Oracle } from '../../packages/search/test/oracle.ts';
import { streamIndexedRows } from '../../src/modules/discovery/documents.repository.ts';
import { toDocument } from '../../src/modules/discovery/documents.ts';
import { Taxonomy } from '../../src/modules/taxonomy/index.ts';
import { createDatabase, createPool } from '../../src/platform/db/database.ts';
import { PgListener } from '../../src/platform/db/listener.ts';
import { createLogger } from '../../src/platform/log.ts';
import { FACET_NAMES, type SearchFacets } from '@fifthwheel/search';
import { queryPeer } from './peer.ts';
import { draw, FILTERED, pathOf, type QueryParameters, type Vocabulary } from './queries.ts';

interface SearchReply {
  readonly data: {
    readonly results: readonly { readonly id: string }[];
    readonly pagination: { readonly total: number };
    readonly facets: SearchFacets;
  };
}

const EACH_KIND = 3;
const WORDS_CHECKED = 4;
const LOAD_ROWS = 5000;

async function fetchResults(url: string, query: QueryParameters): Promise<SearchReply> {
  return (await (await fetch(url + pathOf(query))).json()) as SearchReply;
}

function fail(query: QueryParameters, what: string, ours: unknown, theirs: unknown): never {
  throw new Error(
    `${pathOf(query)}: ${what} is ${JSON.stringify(ours)}, but ${JSON.stringify(theirs)} elsewhere`,
  );
}

/** Compares totals and all facet counts of queries without text. Returns their number. */
export async function checkAgainstPeer(
  url: string,
  client: pg.Client,
  vocabulary: Vocabulary,
): Promise<number> {
  const queries = Object.values(FILTERED)
    .flatMap((kind, i) => draw(kind, vocabulary, EACH_KIND, 500 + i))
    .filter((query) => query['q'] === undefined);
  for (const query of queries) {
    const ownResult = await fetchResults(url, query);
    const peerResult = await queryPeer(client, query);
    if (ownResult.data.pagination.total !== peerResult.total)
      fail(query, 'the total', ownResult.data.pagination.total, peerResult.total);
    for (const name of FACET_NAMES) {
      const counts = countsOf(ownResult.data.facets, name);
      const expected = peerResult.facets[name] ?? {};
      for (const value of new Set([...Object.keys(counts), ...Object.keys(expected)]))
        if ((counts[value] ?? 0) !== (expected[value] ?? 0))
          fail(query, `${name} ${value}`, counts[value] ?? 0, expected[value] ?? 0);
    }
  }
  return queries.length;
}

function countsOf(facets: SearchFacets, name: (typeof FACET_NAMES)[number]): Record<string, number> {
  const rows: readonly object[] = facets[name] ?? [];
  return Object.fromEntries(
    rows.map((row) => {
      const { slug, value, year, country, min, count } = row as Record<string, unknown>;
      return [String(slug ?? value ?? year ?? country ?? min), Number(count)];
    }),
  );
}

/** Compares query terms and pages sorted by price as well. Reads all listings, so it runs only if they fit into memory. */
export async function checkAgainstOracle(
  url: string,
  databaseUrl: string,
  vocabulary: Vocabulary,
  exchange: { base: string; rates: Readonly<Record<string, number>> },
): Promise<number> {
  const log = createLogger('silent');
  const pool = createPool({ url: databaseUrl, max: 2, applicationName: 'bench', onError: () => {} });
  const db = createDatabase(pool);
  const oracle = new Oracle({ rates: exchange });
  try {
    const taxonomy = new Taxonomy({
      config: { openSearch: null },
      db,
      listener: new PgListener(databaseUrl, log),
      log,
      jobs: new JobQueue({ clock: systemClock, pgNotifier: new PgNotifier({ db, log }) }),
    });
    await taxonomy.reload();
    for await (const rows of streamIndexedRows(db, LOAD_ROWS))
      oracle.apply(rows.map((row) => ({ kind: 'put', document: toDocument(row, taxonomy.current) })));
  } finally {
    await db.destroy();
  }
  const words = draw(
    (random) => ({ q: vocabulary.words[Math.floor(random() * vocabulary.words.length)] ?? '' }),
    vocabulary,
    WORDS_CHECKED,
    77,
  );
  const [category = ''] = vocabulary.categories;
  for (const { q = '' } of words) {
    const query = { q, category, facets: FACET_NAMES.join(','), sort: 'price', order: 'asc' };
    const ownResult = await fetchResults(url, query);
    // The parser may turn text into a filter, which the oracle does not do; skip such queries.
    if (JSON.stringify(ownResult).includes('"interpreted":{"')) continue;
    const oracleResult = oracle.search({
      text: q,
      categories: [category],
      facets: FACET_NAMES,
      sort: 'price',
      order: 'asc',
    });
    const ids = oracleResult.hits.map((hit) => hit.id);
    if (ownResult.data.pagination.total !== oracleResult.total)
      fail(query, 'the total', ownResult.data.pagination.total, oracleResult.total);
    if (JSON.stringify(ownResult.data.results.map(({ id }) => id)) !== JSON.stringify(ids))
      fail(query, 'the page', ownResult.data.results, ids);
    if (JSON.stringify(ownResult.data.facets) !== JSON.stringify(oracleResult.facets))
      fail(query, 'the facets', ownResult.data.facets, oracleResult.facets);
  }
  return words.length;
}
