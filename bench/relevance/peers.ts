import MiniSearch from 'minisearch';
import type pg from 'pg';
import type { BenchListing } from './listings.ts';
import type { Searcher } from './searcher.ts';

const FIRST = 10;
const SCHEMA = 'bench_relevance';

/** PostgreSQL's text search with the configuration that knows no language, all words required. */
export async function postgresSearcher(
  client: pg.Client,
  listings: readonly BenchListing[],
): Promise<Searcher> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
  await client.query(`create schema ${SCHEMA}`);
  await client.query(
    `create unlogged table ${SCHEMA}.vehicles (id text primary key, eur float8, words tsvector)`,
  );
  const vector = [
    ['title', 'A'],
    ['make', 'A'],
    ['kind', 'B'],
    ['equipment', 'C'],
    ['description', 'D'],
  ]
    .map(([field, weight]) => `setweight(to_tsvector('simple', one->'texts'->>'${field}'), '${weight}')`)
    .join(' || ');
  const BATCH = 1000;
  for (let start = 0; start < listings.length; start += BATCH) {
    const batch = listings.slice(start, start + BATCH).map(({ id, eur, texts }) => ({ id, eur, texts }));
    await client.query(
      `insert into ${SCHEMA}.vehicles select one->>'id', (one->>'eur')::float8, ${vector} from jsonb_array_elements($1::jsonb) one`,
      [JSON.stringify(batch)],
    );
  }
  await client.query(`create index on ${SCHEMA}.vehicles using gin (words)`);
  await client.query(`vacuum analyze ${SCHEMA}.vehicles`);
  const found = `from ${SCHEMA}.vehicles, plainto_tsquery('simple', $1) asked where words @@ asked`;
  const ids = async (order: string, q: string): Promise<string[]> =>
    (await client.query<{ id: string }>(`select id ${found} ${order}`, [q])).rows.map(({ id }) => id);
  return {
    name: 'PostgreSQL (simple)',
    async search(q) {
      const startedMs = performance.now();
      const ranked = await ids(`order by ts_rank(words, asked) desc, id limit ${FIRST}`, q);
      const ms = performance.now() - startedMs;
      const cheapest = await ids(`order by eur nulls last, id limit ${FIRST}`, q);
      return { ranked, cheapest, all: await ids('', q), ms };
    },
  };
}

export async function dropPostgresSearcher(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
}

/** MiniSearch as its guide has it for shops: beginnings, a few edits, names before texts, all words required. */
export function miniSearcher(listings: readonly BenchListing[]): Searcher {
  const search = new MiniSearch<BenchListing['texts'] & { id: string }>({
    fields: ['title', 'make', 'kind', 'equipment', 'description'],
    searchOptions: { combineWith: 'AND', prefix: true, fuzzy: 0.2, boost: { title: 3, make: 3, kind: 2 } },
  });
  search.addAll(listings.map(({ id, texts }) => ({ id, ...texts })));
  const priceOf = new Map(listings.map(({ id, eur }) => [id, eur ?? Infinity]));
  return {
    name: 'MiniSearch, in process',
    async search(q) {
      const startedMs = performance.now();
      const all = search.search(q).map(({ id }) => id as string);
      const ms = performance.now() - startedMs;
      const cheapest = all.toSorted((a, b) => (priceOf.get(a) ?? 0) - (priceOf.get(b) ?? 0)).slice(0, FIRST);
      return { ranked: all.slice(0, FIRST), cheapest, all, ms };
    },
  };
}
