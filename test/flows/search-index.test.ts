import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findIndexedRows, streamIndexedRows } from '../../src/modules/discovery/documents.repository.ts';
import { toDocument } from '../../src/modules/discovery/documents.ts';
import { SearchIndex } from '../../src/modules/discovery/search-index.ts';
import { ChangeLogReader } from '../../src/modules/listings/change-log/change-log.repository.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { FACET_NAMES, type SearchQuery } from '@fifthwheel/search';
import { Oracle } from '../../packages/search/test/oracle.ts';
import { createListing, createSeller, type TestListing, type TestSeller } from '../support/factories.ts';
import { multiply } from '../support/multiply.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let listings: TestListing[];
let directory: string;
const started: SearchIndex[] = [];

/** A statement as the driver receives it. */
interface SentStatement {
  readonly text: string;
  readonly query_timeout?: number;
}

/** A snapshot with a single section, `{"version":1}`. */
const OF_VERSION_1 = Buffer.from('WFNXRgEAAAANAAAAo0xXPnsidmVyc2lvbiI6MX0AAAA=', 'base64');

const QUERIES: readonly SearchQuery[] = [
  { facets: FACET_NAMES, sort: 'price' },
  { text: 'actros', facets: FACET_NAMES, sort: 'views' },
  { brands: ['volvo'], facets: FACET_NAMES, sort: 'price', order: 'asc' },
  { maxPrice: 40_000, facets: FACET_NAMES, sort: 'created_at' },
];

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
  listings = [];
  for (let i = 0; i < 12; i++) {
    const brand = ['mercedes-benz', 'volvo', 'man'][i % 3] ?? 'man';
    const title = ['Mercedes-Benz Actros 1845', 'Volvo FH 500', 'MAN TGX 18.510'][i % 3] ?? '';
    listings.push(await createListing(t, seller, { title, brand, price: 20_000 + i * 5000, year: 2012 + i }));
  }
});
afterAll(() => t.close());

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-search-'));
});
afterEach(async () => {
  for (const index of started.splice(0)) await index.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Started {
  readonly index: SearchIndex;
  /** Lines that it logged. */
  readonly lines: readonly { msg: string; reason?: string; from?: string }[];
}

async function startIndex(testApp: TestApp = t, into = directory): Promise<Started> {
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as { msg: string }) });
  const { platform, modules } = testApp.app;
  const index = new SearchIndex({
    ...platform,
    log,
    settings: modules.settings,
    taxonomy: modules.demo.taxonomy,
    directory: into,
  });
  started.push(index);
  await index.start();
  return { index, lines };
}

async function resultsOf(index: SearchIndex): Promise<unknown[]> {
  const responses = [];
  for (const query of QUERIES) {
    const { total, hits, facets } = await index.search(query);
    responses.push({ total, ids: hits.map((hit) => [hit.id, Buffer.from(hit.summary).toString()]), facets });
  }
  return responses;
}

async function resultsAfterRebuild(): Promise<unknown[]> {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'fifthwheel-search-'));
  const { index } = await startIndex(t, elsewhere);
  const responses = await resultsOf(index);
  await rm(elsewhere, { recursive: true, force: true });
  return responses;
}

const file = (): string => path.join(directory, 'index.snapshot');
const idOf = (index: number): string => listings[index]?.listingId ?? '';

async function changePrice(testApp: TestApp, id: string, price: number): Promise<void> {
  await inTransaction(testApp.db, (trx) =>
    trx.updateTable('listings').set({ price }).where('id', '=', id).execute(),
  );
}

describe('the snapshot of the search index', () => {
  it('is loaded at the next start and caught up from the change log', async () => {
    const before = await startIndex();
    expect(before.lines).toContainEqual(expect.objectContaining({ reason: 'there is no snapshot' }));
    await before.index.writeSnapshot();
    await before.index.stop();
    await changePrice(t, idOf(0), 99_000);
    await createListing(t, seller, { title: 'Volvo FH 460', brand: 'volvo', price: 31_000 });
    await inTransaction(t.db, (trx) =>
      trx
        .updateTable('listings')
        .set({ status: 'SOLD', sold_at: t.clock.now() })
        .where('id', '=', idOf(1))
        .execute(),
    );
    const after = await startIndex();
    expect(after.lines.map(({ msg, from }) => [msg, from])).toEqual([
      ['the search index is loaded', 'snapshot'],
    ]);
    expect(await resultsOf(after.index)).toEqual(await resultsAfterRebuild());
    expect(after.index.snapshotAt).toEqual(before.index.snapshotAt);
    expect(await readdir(directory)).toEqual(['index.snapshot']);
  });

  it.each([
    ['a damaged byte', async () => damage((bytes) => void bytes.writeUInt8(bytes.readUInt8(bytes.length - 200) ^ 1, bytes.length - 200)), 'The snapshot is damaged'],
    ['its end missing', async () => damage((bytes) => bytes.subarray(0, bytes.length - 100)), 'The snapshot is cut short'],
    ['nothing in it', async () => damage((bytes) => bytes.subarray(0, 0)), 'The snapshot has no header'],
    ['something else in it', async () => damage(() => Buffer.from('not a snapshot at all, but long enough')), 'Not a section of a snapshot'],
    ['an older version', async () => damage(() => OF_VERSION_1), expect.stringMatching(/of version 1, not/)],
  ])('with %s is not used, and the log says why', async (_name, spoil, reason) => {
    const { index } = await startIndex();
    await index.writeSnapshot();
    await spoil();
    await expectRebuilt(reason);
  }); // prettier-ignore

  it('is not used once the change log does not reach back to it, or tells another history', async () => {
    const { index } = await startIndex();
    await changePrice(t, idOf(2), 41_000);
    await index.catchUp();
    await index.writeSnapshot();
    await sql`update listing_changes set changed_at = changed_at - interval '1 second' where seq = ${index.position}`.execute(
      t.db,
    );
    await expectRebuilt('the change log has another entry at the position of the snapshot');
    await t.db.deleteFrom('listing_changes').where('seq', '=', index.position).execute();
    await expectRebuilt('the change log does not have the position of the snapshot');
    await changePrice(t, idOf(2), 42_000);
  });

  it('is not used on another database', async () => {
    const other = await createTestApp();
    try {
      await createListing(other, await createSeller(other));
      const { index } = await startIndex(other);
      await index.writeSnapshot();
      await index.stop();
      await expectRebuilt('the snapshot is of another database');
    } finally {
      await other.close();
    }
  });

  it('keeps the file before it when a stop comes while it is written', async () => {
    const { index } = await startIndex();
    await index.writeSnapshot();
    const before = await readFile(file());
    await changePrice(t, idOf(3), 52_000);
    await index.catchUp();
    const writing = index.writeSnapshot();
    await index.stop();
    await writing;
    expect(await readdir(directory)).toEqual(['index.snapshot']);
    expect((await readFile(file())).equals(before)).toBe(true);
  });

  it('rereads view counts if it is older than their retained changes', async () => {
    const { index } = await startIndex();
    await index.writeSnapshot();
    await t.db.updateTable('listings').set({ views: 777 }).where('id', '=', idOf(4)).execute();
    t.clock.advance(2 * HOUR_MS);
    const later = await startIndex();
    await vi.waitFor(async () => {
      const { hits } = await later.index.search({ sort: 'views', limit: 1 });
      expect(hits[0]?.id).toBe(idOf(4));
    });
  });

  async function damage(change: (bytes: Buffer) => Buffer | void): Promise<void> {
    const bytes = await readFile(file());
    await writeFile(file(), change(bytes) ?? bytes);
  }

  async function expectRebuilt(reason: unknown): Promise<void> {
    const { index, lines } = await startIndex();
    expect(lines.map((line) => [line.msg, line.reason ?? line.from])).toEqual([
      ['building the search index from the listings', reason],
      ['the search index is loaded', 'listings'],
    ]);
    expect(await resultsOf(index)).toEqual(await resultsAfterRebuild());
  }
});

describe('view counts', () => {
  it('reach the index in one batch, also those that committed out of order', async () => {
    const { index } = await startIndex();
    const now = t.clock.now();
    const add = (views: readonly [at: number, views: number][]) =>
      t.db
        .insertInto('listing_view_changes')
        .values(views.map(([index, count]) => ({ listing_id: idOf(index), views: count, changed_at: now })))
        .execute();
    await add([
      [5, 9001],
      [5, 9003],
      [6, 9002],
    ]);
    const before = index.generation;
    await index.readViews();
    expect(index.generation).toBe(before + 1);
    const byViews = async (): Promise<string[]> =>
      (await index.search({ sort: 'views', limit: 2 })).hits.map((hit) => hit.id);
    expect(await byViews()).toEqual([idOf(5), idOf(6)]);
    await index.readViews();
    expect(index.generation).toBe(before + 1);
    const seq = (await t.db.selectFrom('listing_view_changes').select((s) => s.fn.min<number>('seq').as('seq')).executeTakeFirstOrThrow()).seq; // prettier-ignore
    await sql`insert into listing_view_changes (seq, listing_id, views, changed_at) overriding system value values (${seq + 1000}, ${idOf(7)}, 9500, ${now})`.execute(
      t.db,
    );
    await index.readViews();
    await sql`insert into listing_view_changes (seq, listing_id, views, changed_at) overriding system value values (${seq + 999}, ${idOf(8)}, 9600, ${now})`.execute(
      t.db,
    );
    await index.readViews();
    expect(await byViews()).toEqual([idOf(8), idOf(7)]);
  });
});

describe('the change log', () => {
  const entries = async (): Promise<number[]> =>
    (await t.db.selectFrom('listing_changes').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);
  const purge = async (): Promise<void> => {
    await t.app.runner.scheduleRecurring();
    t.clock.advance(2 * HOUR_MS);
    await t.drainJobs();
  };

  it('loses the entries of more than a week ago, but for the last', async () => {
    const before = await entries();
    await sql`update listing_changes set changed_at = changed_at - interval '169 hours'`.execute(t.db);
    await purge();
    const after = new Set(await entries());
    // If other work adds to the log in the meantime, even the last of the old entries can be purged.
    expect(before.slice(0, -1).filter((seq) => after.has(seq))).toEqual([]);
    expect(after.size).toBeGreaterThan(0);
  });

  it('keeps what is younger, however far the clock of a server is ahead of the one that dates it', async () => {
    const other = await createTestApp();
    try {
      const owner = await createSeller(other);
      for (const title of ['Volvo FH 500', 'MAN TGX 18.510']) await createListing(other, owner, { title });
      const written = await other.db.selectFrom('listing_changes').select('seq').execute();
      await other.app.runner.scheduleRecurring();
      other.clock.advance(30 * 24 * HOUR_MS);
      await other.drainJobs();
      const remaining = await other.db.selectFrom('listing_changes').select('seq').execute();
      expect(remaining).toEqual(expect.arrayContaining(written));
      expect(written.length).toBeGreaterThan(1);
    } finally {
      await other.close();
    }
  });
});

describe('a change of a seller', () => {
  it('reaches the index when searches show it, and passes it by when only pages do', async () => {
    const { index } = await startIndex();
    const change = async (values: { trust_score?: number; company_name?: string }): Promise<void> => {
      await inTransaction(t.db, (trx) =>
        trx.updateTable('sellers').set(values).where('id', '=', seller.sellerId).execute(),
      );
      await index.catchUp();
    };
    const { generation, position } = index;
    await change({ trust_score: 77 });
    expect(index.position).toBeGreaterThan(position);
    expect(index.generation).toBe(generation);
    await change({ company_name: 'Renamed Trucks' });
    const { hits } = await index.search({ limit: 1 });
    expect(Buffer.from(hits[0]?.summary ?? '').toString()).toContain('Renamed Trucks');
  });
});

describe('two processes on one database', () => {
  it('agree with each other and with the plain evaluation after a storm of writes', async () => {
    const other = await createTestApp({ databaseUrl: t.databaseUrl });
    try {
      const storm = async (testApp: TestApp, seed: number): Promise<void> => {
        for (let i = 0; i < 24; i++) {
          const number = (i * 7 + seed * 5) % listings.length;
          await inTransaction(testApp.db, async (trx) => {
            await trx
              .updateTable('listings')
              .set({
                price: 10_000 + ((i * 977 + seed * 331) % 90_000),
                status: (i + seed) % 5 === 0 ? 'PAUSED' : 'ACTIVE',
              })
              .where('id', '=', idOf(number))
              .execute();
            // Simulates a sequence number that is assigned early and commits late.
            if (i % 4 === 0) await sql`select pg_sleep(0.003)`.execute(trx);
          });
          if (i % 8 === seed) await testApp.get('/api/search?facets=brands');
        }
      };
      await Promise.all([storm(t, 0), storm(other, 1), storm(t, 2), storm(other, 3)]);
      await Promise.all([t.app.settle(), other.app.settle()]);
      const oracle = new Oracle();
      for await (const rows of streamIndexedRows(t.db, 1000))
        oracle.apply(
          rows.map((row) => ({
            kind: 'put',
            document: toDocument(row, t.app.modules.demo.taxonomy.current),
          })),
        );
      for (const query of [
        'sort=price',
        'q=actros&sort=price&order=asc',
        'brand=volvo,man&sort=created_at',
      ]) {
        const url = `/api/search?${query}&facets=${FACET_NAMES.join(',')}`;
        const [response, otherResponse] = [await t.get(url), await other.get(url)];
        expect(otherResponse.text).toBe(response.text);
      }
      const sorted = await t.get(`/api/search?sort=price&limit=100&facets=${FACET_NAMES.join(',')}`);
      const plain = oracle.search({ sort: 'price', limit: 100, facets: FACET_NAMES });
      expect(sorted.body.data.pagination.total).toBe(plain.total);
      expect(sorted.body.data.facets).toEqual(plain.facets);
      expect(sorted.body.data.results.map((hit: { id: string }) => hit.id)).toEqual(
        plain.hits.map((hit) => hit.id),
      );
    } finally {
      await other.close();
    }
  });

  it('hear of each other again after the listening connection was lost', async () => {
    const { index } = await startIndex();
    const catchUp = vi.spyOn(index, 'catchUp');
    const reconnected = new Promise<void>((resolve) => {
      void t.app.platform.listener.subscribe('listing_changes', {
        onMessage: () => {},
        onReconnect: resolve,
      });
    });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'fifthwheel-listener'`.execute(
      t.db,
    );
    // Simulates a write by another process, of which this one is not notified.
    await t.db.updateTable('listings').set({ price: 123_456 }).where('id', '=', idOf(9)).execute();
    await reconnected;
    expect(catchUp).toHaveBeenCalled();
    await catchUp.mock.results.at(-1)?.value;
    const rows = await findIndexedRows(t.db, [idOf(9)]);
    expect((await index.search({ minPrice: 123_456, maxPrice: 123_456 })).total).toBe(rows.length);
  });

  it('read once more if requested while reading', async () => {
    const { index } = await startIndex();
    await index.stop();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reading = vi.spyOn(ChangeLogReader.prototype, 'read');
    const hasRead = new Promise<void>((resolve) => {
      reading.mockImplementationOnce(async function (this: ChangeLogReader) {
        // The original method, because the mock replaces it only once.
        const result = await this.read();
        resolve();
        await held;
        return result;
      });
    });
    try {
      const first = index.catchUp();
      await hasRead;
      await t.db.updateTable('listings').set({ price: 234_567 }).where('id', '=', idOf(10)).execute();
      const second = index.catchUp();
      release();
      await Promise.all([first, second]);
      expect((await index.search({ minPrice: 234_567, maxPrice: 234_567 })).total).toBe(1);
    } finally {
      reading.mockRestore();
    }
  });
});

describe('the modes of the search index', () => {
  it('are entered once, in their order', async () => {
    const { index } = await startIndex();
    await expect(index.start()).rejects.toThrow('cannot go from serving to loading');
    await index.stop();
    await index.stop();
    await expect(index.start()).rejects.toThrow('cannot go from stopped to loading');
  });

  it('leave no timer behind when a stop comes during the start', async () => {
    const { platform, modules } = t.app;
    const index = new SearchIndex({
      ...platform,
      settings: modules.settings,
      taxonomy: modules.demo.taxonomy,
      directory,
    });
    expect(index.notReady()).toBe('loading');
    const timers = vi.spyOn(globalThis, 'setInterval');
    try {
      const starting = index.start();
      await index.stop();
      await starting;
      expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(30_000);
    } finally {
      timers.mockRestore();
    }
  });
});

it('reports its progress while it is built from the listings, but not afterwards', async () => {
  const empty = await mkdtemp(path.join(tmpdir(), 'fifthwheel-search-'));
  const { platform, modules } = t.app;
  const index = new SearchIndex({
    ...platform,
    settings: modules.settings,
    taxonomy: modules.demo.taxonomy,
    directory: empty,
  });
  started.push(index);
  // A setter records every value; polling would miss one that lasts less than a tick of the event loop.
  const progressUpdates: unknown[] = [];
  Object.defineProperty(index, 'progress', {
    set: (progress: unknown) => {
      progressUpdates.push(progress);
    },
  });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await index.start();
  const statements = query.mock.calls.map(([config]) => config as unknown as SentStatement);
  query.mockRestore();
  const { documents } = index.stats();
  expect(documents).toBeGreaterThan(0);
  // A count reads all live listings. On a slow disk, it would run out of time and end the start; so would a batch of rows,
  // which therefore gets more time, from the server as well as from the driver.
  expect(statements.filter(({ text }) => /count\(/i.test(text))).toEqual([]);
  const batches = statements.filter(({ text }) => text.startsWith('fetch '));
  expect(batches.length).toBeGreaterThan(0);
  for (const { query_timeout } of batches) expect(query_timeout).toBeGreaterThan(MINUTE_MS);
  expect(progressUpdates.slice(-2)).toEqual([{ done: documents, total: documents }, null]);
  await rm(empty, { recursive: true, force: true });
});

it('starts although a statement of the catch-up runs out of time', async () => {
  const before = await startIndex();
  await before.index.writeSnapshot();
  await before.index.stop();
  await createListing(t, seller, { title: 'Read at the second attempt' });
  const { platform, modules } = t.app;
  let failures = 1;
  // The index refreshes the taxonomy before it reads the listings.
  const taxonomy = new Proxy(modules.demo.taxonomy, {
    get(target, name) {
      if (name === 'refresh' && failures-- > 0)
        return () => Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' }));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const index = new SearchIndex({ ...platform, settings: modules.settings, taxonomy, directory });
  started.push(index);
  await index.start();
  expect((await index.search({ text: 'second attempt' })).total).toBe(1);
});

it('follows what has changed since the snapshot in one go before it serves, and piece by piece afterwards', async () => {
  const model = await createListing(t, seller, { title: 'Changed by hundreds' });
  await multiply(t, model, 450);
  const { platform, modules } = t.app;
  const start = async () => {
    const pieces = { count: 0 };
    // The index refreshes the taxonomy before each batch.
    const taxonomy = new Proxy(modules.demo.taxonomy, {
      get(target, name) {
        if (name === 'refresh') pieces.count++;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const index = new SearchIndex({ ...platform, settings: modules.settings, taxonomy, directory });
    started.push(index);
    await index.start();
    return { index, pieces };
  };
  const change = (price: number): Promise<unknown> =>
    inTransaction(t.db, (trx) =>
      trx.updateTable('listings').set({ price }).where('title', '=', 'Changed by hundreds').execute(),
    );
  const total = async (index: SearchIndex, price: number): Promise<number> =>
    (await index.search({ minPrice: price, maxPrice: price, limit: 0 })).total;
  const before = await start();
  await before.index.writeSnapshot();
  await before.index.stop();
  await change(71_000);
  const { index, pieces } = await start();
  expect(await total(index, 71_000)).toBe(451);
  expect(pieces.count).toBe(1);
  await change(72_000);
  await index.catchUp();
  expect(await total(index, 72_000)).toBe(451);
  expect(pieces.count).toBe(1 + 5);
  expect(index.waiting).toBe(0);
});

it('has the current names of the taxonomy, although its snapshot has others', async () => {
  const { index } = await startIndex();
  await index.writeSnapshot();
  await index.stop();
  const { modules } = t.app;
  const names = JSON.stringify({ en: 'Prime movers', de: 'Zugpferde' });
  await inTransaction(t.db, async (trx) => {
    await sql`update categories set names = ${names}::jsonb where slug = 'tractor-units'`.execute(trx);
    await sql`update taxonomy_version set version = version + 1`.execute(trx);
  });
  await modules.demo.taxonomy.refresh();
  const later = await startIndex();
  expect(later.lines).toContainEqual(expect.objectContaining({ from: 'snapshot' }));
  const { documents } = later.index.stats();
  expect((await later.index.search({ text: 'zugpferde', limit: 0 })).total).toBe(documents);
});

it('reads changed listings some at a time, however many there are', async () => {
  const model = await createListing(t, seller, { title: 'Read in pieces' });
  await multiply(t, model, 450);
  const ids = (
    await t.db.selectFrom('listings').select('id').where('title', '=', 'Read in pieces').execute()
  ).map(({ id }) => id);
  const read: number[] = [];
  const counted = t.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.push(result.rows.length);
      return result;
    },
  });
  const rows = await findIndexedRows(counted, ids);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(ids).toHaveLength(451);
  expect(read.length).toBeGreaterThan(1);
  expect(Math.max(...read)).toBeLessThanOrEqual(200);
});
