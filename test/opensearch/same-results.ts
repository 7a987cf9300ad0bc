import { Client } from '@opensearch-project/opensearch';
import { expect, vi } from 'vitest';
import { createListing, type TestSeller } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';

/** Long, because the cluster may share the CPU with many other processes. */
export const POLL = { timeout: 120_000, interval: 200 };

export const ADDRESSES = [
  '/api/search?q=actros+under+60k&facets=brands,price_ranges,years,categories,locations',
  '/api/search?q=volvo+fh+500',
  '/api/search?brand=volvo,man&sort=price&order=asc&currency=PLN&facets=brands,price_ranges&max_price=250000',
  '/api/search?sort=year&order=desc&limit=5&page=2',
  '/api/search?q=muenchen&facets=locations',
  '/api/search?q=retardr+18.510',
  '/api/search?q=nothing-of-the-kind',
  '/api/listings?sort=price&order=asc&limit=100',
  '/api/search/suggestions?q=vol&types=brand,model,category,body',
  '/api/search/suggestions?q=tgx',
  '/api/categories',
  '/api/brands?category=tractor-units',
];

interface Result {
  readonly id: string;
  readonly score?: number;
}

/** Removes the scores and sorts by ID, because scores and their order can differ in the last digit. */
export function comparable(body: { readonly data: unknown }): unknown {
  const { results, ...rest } = body.data as { results?: Result[] };
  return {
    ...rest,
    results: results
      ?.map(({ score: _score, ...result }) => result)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

interface ClusterResponse {
  readonly status: number;
  readonly body: { readonly data: unknown };
}

/** Waits until an instance on a search cluster returns the same results as the in-memory engine. */
export async function expectSameResults(
  memory: TestApp,
  cluster: { get(address: string): Promise<ClusterResponse> },
): Promise<void> {
  for (const address of ADDRESSES)
    await vi.waitFor(async () => {
      const [expected, found] = [await memory.get(address), await cluster.get(address)];
      expect(found.status).toBe(200);
      expect(comparable(found.body)).toEqual(comparable(expected.body));
    }, POLL);
}

const KINDS = [
  { brand: 'mercedes-benz', model: 'Actros', title: 'Mercedes-Benz Actros 1845' },
  { brand: 'volvo', model: 'FH', title: 'Volvo FH 500 Retarder' },
  { brand: 'man', model: 'TGX', title: 'MAN TGX 18.510' },
] as const;
const CURRENCIES = ['EUR', 'PLN', 'USD', 'EUR', 'SEK'] as const;

/** Creates listings of three brands in four currencies, a third of each brand. */
export async function fillMarket(t: TestApp, seller: TestSeller, listings: number): Promise<void> {
  for (let i = 0; i < listings; i++) {
    const kind = KINDS[i % KINDS.length] ?? KINDS[0];
    const currency = CURRENCIES[i % CURRENCIES.length] ?? 'EUR';
    await createListing(t, seller, { ...kind, currency, price: 20_000 + i * 5000, year: 2010 + i });
  }
}

/** Deletes the indices of a test file from the shared cluster. */
export async function dropIndices(url: string, prefix: string): Promise<void> {
  const client = new Client({ node: url, requestTimeout: 120_000 });
  const { body } = await client.indices.get({ index: `${prefix}-*` });
  for (const index of Object.keys(body)) await client.indices.delete({ index });
  await client.close();
}
