/**
 * Search relevance: judged searches next to PostgreSQL's text search and MiniSearch. `--data DIR` keeps the data for
 * the next run. `--judged FILE` uses other judgments of the same form. With `--engine opensearch`, compares both
 * engines instead.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { readServerFiles } from '../support/data-directory.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { withCluster } from '../support/cluster.ts';
import { printTable } from '../support/table.ts';
import { figuresOf, type Figures, type JudgedFile, type Judgment, judgmentsOf } from './judged.ts';
import { readListings } from './listings.ts';
import { dropPostgresSearcher, miniSearcher, postgresSearcher } from './peers.ts';
import { MarketSearcher, type Searcher } from './searcher.ts';
import { BUYERS_AND_DEALERS } from './searches.ts';
import { compareEngines } from './two-engines.ts';

export interface BenchRelevanceOptions {
  readonly listings: number;
  readonly dataDir?: string | undefined;
  readonly judged?: string | undefined;
  readonly engine?: string | undefined;
}

const WORST = 12;

interface Judged {
  readonly judgment: Judgment;
  readonly figures: Figures;
  readonly ms: number;
}

export async function benchRelevance(options: BenchRelevanceOptions): Promise<void> {
  const { listings, dataDir, judged, engine } = options;
  const file =
    judged === undefined ? BUYERS_AND_DEALERS : (JSON.parse(await readFile(judged, 'utf8')) as JudgedFile);
  const server = await startServer(
    { SEARCH_CACHE: 'off', OPENSEARCH_URL: '' },
    dataDir === undefined ? {} : { dataDir },
  );
  const connectionString = await readServerFiles(server.dataDir, 'database-url');
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const { rows: lastListing } = await client.query('select from listings offset $1 limit 1', [listings]);
    if (lastListing.length === 0) await server.run('seed', '--listings', String(listings));
    const response = (await (await fetch(`${server.url}/api/currencies`)).json()) as {
      data: { rates: Record<string, number> };
    };
    const market = await readListings(client, response.data.rates);
    const judgments = judgmentsOf(file, market);
    const ownSearcher = MarketSearcher.overHttp(server.url, 'Fifthwheel, over HTTP');
    if (engine === 'opensearch')
      return await compareWithCluster(judgments, ownSearcher, server, connectionString);
    const searchers = [ownSearcher, await postgresSearcher(client, market), miniSearcher(market)];
    const rows: (string | number)[][] = [];
    for (const searcher of searchers) {
      const results = await ask(searcher, judgments);
      rows.push([searcher.name, ...summarize(results)]);
      if (searcher === searchers[0]) printWorst(results);
    }
    printTable(
      `${judgments.length} judged searches on ${market.length} listings`,
      ['', 'P@10', 'nDCG', 'precision', 'recall', 'P@10 by price', 'nothing found', 'median ms', '95 % ms'],
      rows,
    );
  } finally {
    await dropPostgresSearcher(client).catch(() => {});
    await client.end();
    await server.stop();
  }
}

/** A second server on the same database that uses a search cluster. */
async function compareWithCluster(
  judgments: readonly Judgment[],
  memory: Searcher,
  { dataDir }: BenchServer,
  databaseUrl: string,
): Promise<void> {
  await withCluster(async (cluster) => {
    const server = await startServer({
      ...cluster,
      DATABASE_URL: databaseUrl,
      APP_SECRET: await readServerFiles(dataDir, 'app-secret'),
      DEMO: 'off',
      OPENSEARCH_TIMEOUT_MS: '30000',
    });
    try {
      const { others, otherFirst, p10 } = await compareEngines(
        judgments,
        memory,
        MarketSearcher.overHttp(server.url, 'OpenSearch'),
      );
      const [ours, theirs] = p10.map((share) => share.toFixed(4));
      console.log(`${judgments.length} judged searches, by the engine in memory and by OpenSearch`);
      console.log(`P@10: ${ours} and ${theirs}`);
      console.log(`other listings found: ${others.length} searches ${JSON.stringify(others)}`);
      console.log(`another order of the first ten: ${otherFirst.length} ${JSON.stringify(otherFirst)}`);
    } finally {
      await server.stop();
    }
  });
}

async function ask(searcher: Searcher, judgments: readonly Judgment[]): Promise<Judged[]> {
  for (const { query } of judgments) await searcher.search(query.q);
  const results: Judged[] = [];
  for (const judgment of judgments) {
    const found = await searcher.search(judgment.query.q);
    results.push({ judgment, figures: figuresOf(judgment, found), ms: found.ms });
  }
  return results;
}

function summarize(results: readonly Judged[]): string[] {
  const mean = (figure: keyof Figures): number => {
    const values = results.flatMap(({ figures }) => figures[figure] ?? []);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * times.length)] ?? Number.NaN).toFixed(1);
  const shares = (['p10', 'ndcg', 'precision', 'recall', 'cheapest'] as const).map((figure) =>
    mean(figure).toFixed(2),
  );
  return [...shares, `${Math.round(100 * mean('nothing'))} %`, at(0.5), at(0.95)];
}

function printWorst(results: readonly Judged[]): void {
  const merit = ({ p10, ndcg, precision, recall = 1, cheapest }: Figures): number =>
    p10 + ndcg + precision + recall + cheapest;
  const [worst, perfect] = [
    results.toSorted((a, b) => merit(a.figures) - merit(b.figures)).slice(0, WORST),
    5,
  ];
  for (const { judgment, figures } of worst) {
    if (merit(figures) < perfect) console.log(`${judgment.query.q}: ${JSON.stringify(figures)}`);
  }
}
