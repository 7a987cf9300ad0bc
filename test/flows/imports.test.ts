import { readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDuePull, savePull } from '../../src/modules/imports/pulls.repository.ts';
import { addMs, MINUTE_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { download } from '../../src/modules/imports/download.ts';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import {
  errorReport,
  eventTypes,
  importFile,
  type Job,
  problemsOf,
  readJob,
  stockOf,
  upload,
} from '../fixtures/imports/scene.ts';
import { createWorker, type OnBatch } from '../fixtures/imports/worker.ts';
import { zipOf } from '../fixtures/imports/zip.ts';
import { mobileDeCsv } from '../fixtures/imports/mobile-de-csv.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const BASE = '/api/seller/bulk-import';

/** Starts a local server for feeds and images. */
async function startSource() {
  const files = new Map<string, { status?: number; body?: Buffer | string; location?: string }>();
  const requestedUrls: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    requestedUrls.push(url);
    const file = files.get(url);
    response.writeHead(
      file?.status ?? (file === undefined ? 404 : 200),
      file?.location ? { location: file.location } : {},
    );
    response.end(file?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    files,
    requestedUrls,
    origin,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function image(red: number): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 240, channels: 3, background: { r: red, g: 60, b: 90 } } })
    .jpeg()
    .toBuffer();
}

let t: TestApp;
let source: Awaited<ReturnType<typeof startSource>>;
beforeAll(async () => {
  t = await createTestApp({ env: { IMPORTS_ALLOW_PRIVATE: '1' } });
  source = await startSource();
});
afterAll(async () => {
  await t.close();
  await source.close();
});

const rows = (count: number) => csvOf(Array.from({ length: count }, (_, i) => truck(`R-${i}`)));

describe('a worker that dies', () => {
  const worker = (onBatch?: OnBatch) => createWorker(t, onBatch);

  const killedAt = (batch: number) => (number: number) => {
    if (number === batch) throw new Error('killed');
  };

  it('is followed by one that continues where it stopped: nothing twice, nothing missing', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const { id } = (await upload(t, seller, rows(95))).body.data.job;
    await expect((await worker(killedAt(5))).run(id)).rejects.toThrow('killed');
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'running',
      progress: { processed: 40, rows: 95, percent: 42 },
      totals: { created: 40 },
    });
    expect(await stockOf(t, seller.sellerId)).toHaveLength(40);
    await (await worker()).run(id);
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'completed',
      totals: { created: 95, failed: 0 },
    });
    expect(await stockOf(t, seller.sellerId)).toHaveLength(95);
    expect(await eventTypes(t, seller.sellerId)).toHaveLength(95);
    // The queued job finds nothing left to do.
    await t.drainJobs();
    expect(await eventTypes(t, seller.sellerId)).toHaveLength(95);
  });

  it('does not write the same rows twice with another that was believed dead', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const { id } = (await upload(t, seller, rows(60))).body.data.job;
    const [a, b] = [await worker(), await worker()];
    await Promise.all([a.run(id), b.run(id)]);
    await t.drainJobs();
    expect(await readJob(t, seller, id)).toMatchObject({ status: 'completed', totals: { created: 60 } });
    expect(await eventTypes(t, seller.sellerId)).toHaveLength(60);
  });

  it('knows the keys of earlier rows when it continues', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const file = `${rows(40)}${csvOf([truck('R-3')]).split('\n')[1]}\n`;
    const { id } = (await upload(t, seller, file)).body.data.job;
    await expect((await worker(killedAt(3))).run(id)).rejects.toThrow('killed');
    await (await worker()).run(id);
    expect(await problemsOf(t, seller, id)).toMatchObject([{ row: 41, code: 'DUPLICATE_KEY' }]);
    await t.drainJobs();
  });

  it('restarts a dry run: each problem and each rejected row is reported once', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const named = Array.from({ length: 45 }, (_, i) =>
      truck(`D-${i}`, i % 9 === 4 ? { brand: 'nobody' } : {}),
    );
    const { id } = (await upload(t, seller, csvOf(named), { dryRun: true })).body.data.job;
    await expect((await worker(killedAt(4))).run(id)).rejects.toThrow('killed');
    expect(await readJob(t, seller, id)).toMatchObject({ totals: { created: 27, failed: 3 } });
    await (await worker()).run(id);
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'completed_with_errors',
      progress: { processed: 45, rows: 45, percent: 100 },
      totals: { rows: 45, created: 40, failed: 5 },
    });
    expect((await problemsOf(t, seller, id)).map(({ row }) => row)).toEqual([5, 14, 23, 32, 41]);
    const rejected = (await errorReport(t, seller, id)).trim().split('\n').slice(1);
    expect(rejected.map((line) => /D-\d+/.exec(line)?.[0])).toEqual(['D-4', 'D-13', 'D-22', 'D-31', 'D-40']);
    expect(await stockOf(t, seller.sellerId)).toEqual([]);
    await t.drainJobs();
  });

  it('gives up after its last try and says so', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const { id } = (await upload(t, seller, rows(20))).body.data.job;
    await expect((await worker(killedAt(2))).run(id, { isLastAttempt: true })).rejects.toThrow('killed');
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'failed',
      error: { code: 'INTERNAL_ERROR' },
      totals: { created: 10 },
    });
    await t.drainJobs();
  });

  it('is stopped between batches by a cancellation; written rows stay', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const { id } = (await upload(t, seller, rows(50))).body.data.job;
    // The cancellation arrives during the third batch. It takes effect after that batch, or before it and skips it.
    let canceled: Promise<unknown> = Promise.resolve();
    const busy = await worker((batch) => {
      if (batch === 3) canceled = t.post(`${BASE}/${id}/cancel`, {}, { as: seller });
    });
    await busy.run(id);
    await canceled;
    expect(await readJob(t, seller, id)).toMatchObject({ status: 'canceled' });
    const written = (await stockOf(t, seller.sellerId)).length;
    expect([20, 30, 40]).toContain(written);
    expect((await readJob(t, seller, id)).totals).toMatchObject({ created: written });
    await t.drainJobs();
  });
});

describe('feeds at an address', () => {
  it('are fetched, redirects included', async () => {
    const seller = await createSeller(t);
    source.files.set('/old.csv', { status: 302, location: '/new.csv' });
    source.files.set('/new.csv', { body: rows(3) });
    const { id } = (await t.post(BASE, { url: `${source.origin}/old.csv` }, { as: seller })).body.data.job;
    await t.drainJobs();
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'completed',
      source: 'url',
      totals: { rows: 3, created: 3 },
    });
  });

  it.each([
    ['is not there', '/nowhere.csv', 'FETCH_FAILED'],
    ['is empty', '/empty.csv', 'EMPTY_FILE'],
    ['is too large', '/large.csv', 'FETCH_FAILED'],
    ['has more rows than the day', '/many.csv', 'PLAN_LIMIT_EXCEEDED'],
  ])('fail with a word when the file %s', async (_name, path, code) => {
    const seller = await createSeller(t);
    source.files.set('/empty.csv', { body: '' });
    source.files.set('/large.csv', { body: Buffer.alloc(20 * 1024 * 1024 + 1, 'x') });
    source.files.set('/many.csv', { body: rows(501) });
    const { id } = (await t.post(BASE, { url: source.origin + path }, { as: seller })).body.data.job;
    await t.drainJobs();
    expect(await readJob(t, seller, id)).toMatchObject({ status: 'failed', error: { code } });
  });

  it('are fetched behind three redirects, and behind no more', async () => {
    const seller = await createSeller(t);
    for (let hop = 0; hop < 4; hop++)
      source.files.set(`/hop${hop}`, { status: 307, location: hop === 3 ? '/hops.csv' : `/hop${hop + 1}` });
    source.files.set('/hops.csv', { body: rows(1) });
    source.files.set('/away', { status: 301, location: 'ftp://feeds.example/a.csv' });
    source.files.set('/nowhere-to-go', { status: 302 });
    const outcome = async (start: string) => {
      const { id } = (await t.post(BASE, { url: source.origin + start }, { as: seller })).body.data.job;
      await t.drainJobs();
      const { status, error } = await readJob(t, seller, id);
      return [status, (error as { message: string } | null)?.message];
    };
    source.files.set('/other', { status: 303, location: '/for-good' });
    source.files.set('/for-good', { status: 308, location: '/moved' });
    source.files.set('/moved', { status: 301, location: '/hops.csv' });
    source.files.set('/choices', { status: 300, location: '/hops.csv' });
    source.files.set('/unchanged', { status: 304, location: '/hops.csv' });
    expect(await outcome('/hop1')).toEqual(['completed', undefined]);
    expect(await outcome('/other')).toEqual(['completed', undefined]);
    for (const status of [300, 304])
      expect(await outcome(status === 300 ? '/choices' : '/unchanged')).toEqual([
        'failed',
        `The address responded with status ${status}.`,
      ]);
    expect(await outcome('/hop0')).toEqual(['failed', 'The address redirects too often.']);
    expect(await outcome('/away')).toEqual([
      'failed',
      'The address redirects to something that is not a web address.',
    ]);
    expect(await outcome('/nowhere-to-go')).toEqual(['failed', 'The address responded with status 302.']);
  });

  it.each([
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [404, false],
    [410, false],
    [428, false],
  ])('are requested again after a response of %i: %s', async (status, isAgain) => {
    source.files.set('/moody.csv', { status });
    const file = path.join(t.dataDir, 'moody');
    const failure = download({ url: `${source.origin}/moody.csv`, file, bytesMax: 10, allowPrivate: true });
    await expect(failure).rejects.toMatchObject({ code: 'FETCH_FAILED', isTransient: isAgain });
  });

  it('wait a minute while another import runs, and a day where the plan has no feeds any more', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    source.files.set('/stock.csv', { body: rows(2) });
    await t.put(`${BASE}/pull`, { url: `${source.origin}/stock.csv` }, { as: seller });
    const { id: other } = await importFile(t, seller, rows(1));
    const setOther = (status: 'running' | 'completed') =>
      t.db.updateTable('imports').set({ status }).where('id', '=', other).execute();
    await setOther('running');
    await t.app.runner.scheduleRecurring();
    const due = async (changes: object = {}) => {
      await t.db
        .updateTable('import_pulls')
        .set({ next_at: t.clock.now(), ...changes })
        .execute();
      const before = t.clock.now().getTime();
      await t.db
        .updateTable('jobs')
        .set({ run_at: t.clock.now() })
        .where('name', '=', 'imports.start-pulls')
        .execute();
      await t.drainJobs();
      const pull = await t.db.selectFrom('import_pulls').selectAll().executeTakeFirstOrThrow();
      return { ...pull, minutes: Math.round((pull.next_at.getTime() - before) / MINUTE_MS) };
    };
    expect(await due()).toMatchObject({ minutes: 1, last_import_id: null, last_error: null });
    await setOther('completed');
    const firstPull = await due({ last_error: 'An earlier one.' });
    expect(firstPull).toMatchObject({ minutes: 60, last_error: null });
    expect(await readJob(t, seller, firstPull.last_import_id ?? '')).toMatchObject({ source: 'pull' });
    await t.drainJobs();
    await sql`update subscriptions set plan_id = (select id from plans where slug = 'free')
      where seller_id = ${seller.sellerId}`.execute(t.db);
    expect(await due()).toMatchObject({
      minutes: 1440,
      last_error: 'The plan does not include fetching feeds.',
    });
    expect((await t.get(`${BASE}/pull`, { as: seller })).body.data.pull.everyMinutes).toBeNull();
    await t.db.deleteFrom('import_pulls').execute();
  });

  it('are started from the moment at which they are due, the longest due first, each by one worker', async () => {
    const [first, second] = [await createSeller(t), await createSeller(t)];
    const due = t.clock.now();
    for (const [{ sellerId, userId }, nextAt] of [
      [second, due],
      [first, addMs(due, -1)],
    ] as const)
      await inTransaction(t.db, (trx) =>
        savePull(trx, { sellerId, userId, url: source.origin, options: {}, nextAt, now: due }),
      );
    const claimDuePull = async (now: Date, next = async (): Promise<readonly unknown[]> => []) =>
      inTransaction(t.db, async (trx): Promise<readonly unknown[]> => {
        const pull = await lockDuePull(trx, now);
        return [pull?.seller_id, ...(await next())];
      });
    expect(await claimDuePull(addMs(due, -2))).toEqual([undefined]);
    expect(await claimDuePull(addMs(due, -1), () => claimDuePull(addMs(due, -1)))).toEqual([
      first.sellerId,
      undefined,
    ]);
    expect(await claimDuePull(due, () => claimDuePull(due, () => claimDuePull(due)))).toEqual([
      first.sellerId,
      second.sellerId,
      undefined,
    ]);
    await t.db.deleteFrom('import_pulls').execute();
  });

  it('are fetched again and again, as often as the plan has it', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    source.files.set('/stock.csv', { body: rows(2) });
    const body = { url: `${source.origin}/stock.csv`, mode: 'full', publish: 'draft' };
    const set = await t.put(`${BASE}/pull`, body, { as: seller });
    expect([set.status, set.body.data.pull]).toMatchObject([
      200,
      { everyMinutes: 60, mode: 'full', lastImportId: null },
    ]);
    await t.app.runner.scheduleRecurring();
    const before = source.requestedUrls.length;
    for (const minutes of [1, 1, 61]) {
      t.clock.advance(minutes * MINUTE_MS);
      await t.drainJobs();
    }
    expect(source.requestedUrls.slice(before)).toEqual(['/stock.csv', '/stock.csv']);
    const pulled = await t.db
      .selectFrom('imports')
      .select(['origin', 'status'])
      .where('seller_id', '=', seller.sellerId)
      .execute();
    expect(pulled).toEqual(Array(2).fill({ origin: 'pull', status: 'completed' }));
    await t.db.deleteFrom('import_pulls').execute();
  });

  it('are pulled for plans that include it only', async () => {
    const seller = await createSeller(t);
    const response = await t.put(`${BASE}/pull`, { url: 'https://feed.example.org/a.csv' }, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
  });

  it('are never fetched from the own network', async () => {
    const guarded = await createTestApp({ databaseUrl: t.databaseUrl });
    const seller = await createSeller(guarded);
    const requestsBefore = source.requestedUrls.length;
    for (const url of [
      source.origin,
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/',
      'http://10.0.0.1/a.csv',
    ]) {
      expect((await guarded.post(BASE, { url }, { as: seller })).status).toBe(422);
      // Simulates a redirect there, or an address that was accepted under laxer rules.
      const accepted = await guarded.post(BASE, { url: 'https://feed.example/a.csv' }, { as: seller });
      const { id } = accepted.body.data.job;
      await guarded.db.updateTable('imports').set({ url }).where('id', '=', id).execute();
      await guarded.drainJobs();
      expect(await readJob(guarded, seller, id)).toMatchObject({
        status: 'failed',
        error: { code: 'FETCH_FAILED', message: 'The address could not be fetched: blocked_address.' },
      });
    }
    expect(source.requestedUrls).toHaveLength(requestsBefore);
    await guarded.close();
  });
});

describe('images', () => {
  it('are fetched once, whatever the number of imports; missing ones are named', async () => {
    const seller = await createSeller(t);
    source.files.set('/1.jpg', { body: await image(10) });
    source.files.set('/2.jpg', { body: await image(20) });
    source.files.set('/page.html', { body: '<html></html>' });
    const urls = ['/1.jpg', '/2.jpg', '/gone.jpg', '/page.html'].map((path) => source.origin + path);
    const file = (price: string) =>
      csvOf([truck('P-1', { price, image_urls: urls.join('|'), status: 'active' })]);
    const before = source.requestedUrls.length;
    const job = await importFile(t, seller, file('1000'));
    expect(job['images']).toEqual({ total: 4, stored: 2, failed: 2, replaced: 0 });
    const codes = (await problemsOf(t, seller, job.id)).map(({ code, value }) => [code, value]);
    expect(codes).toContainEqual(['IMAGE_FETCH_FAILED', `${source.origin}/gone.jpg`]);
    const [row] = await stockOf(t, seller.sellerId);
    expect(row).toMatchObject({ status: 'ACTIVE', images_count: 2 });
    await importFile(t, seller, file('1000'));
    await importFile(t, seller, file('900'));
    expect((await stockOf(t, seller.sellerId))[0]?.images_count).toBe(2);
    const imageRequests = source.requestedUrls
      .slice(before)
      .filter((url) => url === '/1.jpg' || url === '/2.jpg');
    expect(imageRequests.toSorted()).toEqual(['/1.jpg', '/2.jpg']);
  });

  it('are downloaded again with the same file after a failure, and are complete once they are available', async () => {
    const seller = await createSeller(t);
    source.files.set('/here.jpg', { body: await image(30) });
    const urls = ['/here.jpg', '/late.jpg'].map((path) => source.origin + path);
    const file = csvOf([truck('P-7', { image_urls: urls.join('|'), status: 'active' })]);
    expect((await importFile(t, seller, file))['images']).toMatchObject({ stored: 1, failed: 1 });
    const [listing] = await stockOf(t, seller.sellerId);
    const before = source.requestedUrls.length;
    const second = await importFile(t, seller, file);
    expect(second.totals).toMatchObject({ unchanged: 1, updated: 0 });
    expect([second['images'], source.requestedUrls.slice(before)]).toEqual([
      { total: 2, stored: 1, failed: 1, replaced: 0 },
      ['/late.jpg'],
    ]);
    source.files.set('/late.jpg', { body: await image(40) });
    const third = await importFile(t, seller, file);
    expect(third['images']).toMatchObject({ stored: 2, failed: 0 });
    const [complete] = await stockOf(t, seller.sellerId);
    expect(complete).toMatchObject({ images_count: 2, status: 'ACTIVE', price: listing?.price });
    const after = source.requestedUrls.length;
    expect((await importFile(t, seller, file)).totals).toMatchObject({ unchanged: 1 });
    expect(source.requestedUrls.slice(after)).toEqual([]);
  });

  it('follow the order of the feed; what it no longer names goes, what was uploaded by hand stays', async () => {
    const seller = await createSeller(t);
    const urls = ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'].map((name) => source.origin + name);
    for (const [i, name] of ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'].entries())
      source.files.set(name, { body: await image(100 + i * 20) });
    const feed = (...named: number[]) =>
      csvOf([truck('O-1', { image_urls: named.map((i) => urls[i]).join('|'), status: 'active' })]);
    const images = () =>
      t.db
        .selectFrom('listing_images as i')
        .innerJoin('listings as l', 'l.id', 'i.listing_id')
        .select(['i.source_url', 'l.images_count'])
        .where('l.seller_id', '=', seller.sellerId)
        .orderBy('i.position')
        .execute();
    const inOrder = async () => (await images()).map((image) => urls.indexOf(image.source_url ?? ''));
    await importFile(t, seller, feed(0, 1, 2));
    await t.db
      .updateTable('listing_images')
      .set({ source_url: null })
      .where('source_url', '=', urls[1] ?? '')
      .execute();
    await importFile(t, seller, feed(2, 3, 0));
    // The second image now counts as uploaded by hand.
    expect(await inOrder()).toEqual([2, 3, 0, -1]);
    await importFile(t, seller, feed(3));
    expect(await inOrder()).toEqual([3, -1]);
    expect((await images())[0]?.images_count).toBe(2);
    // While an image of the feed is unavailable, no existing image is removed for it.
    source.files.set('/c.jpg', { status: 404 });
    await importFile(t, seller, feed(2));
    expect(await inOrder()).toEqual([-1, 3]);
    await importFile(t, seller, csvOf([truck('O-1', { image_urls: '\\N', status: 'active' })]));
    expect(await inOrder()).toEqual([-1]);
  });

  it("are removed if they come from an earlier feed and the plan's limit requires it", async () => {
    const seller = await createSeller(t, { plan: 'free' });
    const ten = (from: number) => Array.from({ length: 10 }, (_, i) => `/full-${from + i}.jpg`);
    for (const [i, name] of [...ten(0), ...ten(10)].entries())
      source.files.set(name, { body: await image(i * 12) });
    const feed = (names: readonly string[]) =>
      csvOf([truck('F-1', { image_urls: names.map((name) => source.origin + name).join('|') })]);
    await importFile(t, seller, feed(ten(0)));
    const job = await importFile(t, seller, feed(ten(10)));
    expect(job['images']).toEqual({ total: 10, stored: 10, failed: 0, replaced: 0 });
    const left = await t.db
      .selectFrom('listing_images')
      .select('source_url')
      .where('source_url', 'like', '%/full-%')
      .execute();
    expect(left.map((image) => image.source_url ?? '').toSorted()).toEqual(
      ten(10)
        .map((name) => source.origin + name)
        .toSorted(),
    );
  });

  it('finish some time after the rows, which is reported; those replaced by a later order are counted as such', async () => {
    const seller = await createSeller(t);
    for (const name of ['/e1.jpg', '/e2.jpg', '/e3.jpg']) source.files.set(name, { body: await image(33) });
    source.files.set('/e2.jpg', { status: 503 });
    const completedImports = async () =>
      (
        await t.db
          .selectFrom('events')
          .select('data')
          .where('seller_id', '=', seller.sellerId)
          .where('type', '=', 'import.completed')
          .orderBy('id')
          .execute()
      ).map(({ data }) => (data as { import: Record<string, unknown> }).import);
    const first = await importWithFailures(
      seller,
      csvOf([
        truck('E-1', { image_urls: `${source.origin}/e1.jpg` }),
        truck('E-2', { image_urls: `${source.origin}/e2.jpg|${source.origin}/e3.jpg` }),
      ]),
    );
    expect(first).toMatchObject({
      status: 'completed',
      images: { total: 3, stored: 1, failed: 0, replaced: 0 },
      picturesFinishedAt: null,
    });
    expect(first['finishedAt']).not.toBeNull();
    expect(await completedImports()).toEqual([]);
    // The second listing waits for a retry when a request sets other images.
    const [, second] = await stockOf(t, seller.sellerId);
    const address = `/api/seller/listings/${second?.id}`;
    const body = { imageUrls: [`${source.origin}/e3.jpg`] };
    expect((await t.patch(address, body, { as: seller })).status).toBe(200);
    const ended = await readJob(t, seller, first.id);
    expect(ended).toMatchObject({ images: { total: 3, stored: 1, failed: 0, replaced: 2 } });
    expect(ended['picturesFinishedAt']).not.toBeNull();
    expect(await completedImports()).toMatchObject([
      {
        id: first.id,
        status: 'completed',
        totals: { rows: 2, created: 2 },
        images: { total: 3, stored: 1, failed: 0, replaced: 2 },
        pictures_finished_at: ended['picturesFinishedAt'],
      },
    ]);
    await t.drainJobs({ mayFail: ['imports.fetch-pictures'] });
    const without = await importFile(t, seller, csvOf([truck('E-3')]));
    expect(without['picturesFinishedAt']).toBe(without['finishedAt']);
    expect(without['progress']).toEqual({ processed: 1, rows: 1, percent: 100 });
    expect((await completedImports()).map(({ id }) => id)).toEqual([first.id, without.id]);
  });

  it('end with the last try of the last of them, also when they end at the same moment', async () => {
    const seller = await createSeller(t);
    source.files.set('/late.jpg', { status: 503 });
    const keys = ['L-1', 'L-2', 'L-3'];
    const file = csvOf(keys.map((key) => truck(key, { image_urls: `${source.origin}/late.jpg` })));
    const { id } = await importWithFailures(seller, file);
    for (let tries = 0; tries < 4; tries++) {
      t.clock.advance(60 * MINUTE_MS);
      await t.drainJobs({ mayFail: ['imports.fetch-pictures'] });
    }
    // Read from the database, because the owner's token has expired by now.
    const ended = await t.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(ended).toMatchObject({ images_total: 3, images_stored: 0, images_failed: 3, images_replaced: 0 });
    expect(ended.pictures_finished_at).not.toBeNull();
    expect(
      (await eventTypesOfAll(seller.sellerId)).filter((type) => type === 'import.completed'),
    ).toHaveLength(1);
  });

  /** Imports a file while image jobs may fail; jobs that will be retried count as failed until then. */
  async function importWithFailures(as: TestSeller, file: string): Promise<Job> {
    const response = await upload(t, as, file);
    if (response.status !== 202) throw new Error(response.text);
    const { id } = response.body.data.job as Job;
    await t.drainJobs({ mayFail: ['imports.fetch-pictures'] });
    return readJob(t, as, id);
  }

  async function eventTypesOfAll(sellerId: string): Promise<string[]> {
    const found = await t.db.selectFrom('events').select('type').where('seller_id', '=', sellerId).execute();
    return found.map(({ type }) => type);
  }

  it('are no larger than 8 MB', async () => {
    const seller = await createSeller(t);
    const jpeg = await image(77);
    for (const [name, bytes] of [
      ['/fits.jpg', 8 * 1024 * 1024],
      ['/too-large.jpg', 8 * 1024 * 1024 + 1],
    ] as const)
      source.files.set(name, { body: Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]) });
    const urls = `${source.origin}/fits.jpg|${source.origin}/too-large.jpg`;
    const job = await importFile(t, seller, csvOf([truck('L-1', { image_urls: urls })]));
    expect(job['images']).toEqual({ total: 2, stored: 1, failed: 1, replaced: 0 });
    const [problem] = await problemsOf(t, seller, job.id);
    expect([problem?.value, problem?.message]).toEqual([
      `${source.origin}/too-large.jpg`,
      'The address could not be fetched: response_too_large.',
    ]);
  });

  it('hold no listing back that is on the market, and bring to it as many as the plan has room for', async () => {
    const seller = await createSeller(t);
    source.files.set('/4.jpg', { body: await image(44) });
    const fields = { publish: 'submit', dontPublishOnFailedImages: true };
    const file = (price: string) =>
      csvOf(
        Array.from({ length: 6 }, (_, n) =>
          truck(`H-${n}`, { price, image_urls: n === 0 ? '' : `${source.origin}/4.jpg` }),
        ),
      );
    const job = await importFile(t, seller, file('1000'), fields);
    const states = async () => (await stockOf(t, seller.sellerId)).map(({ status }) => status).toSorted();
    expect(await states()).toEqual([...Array<string>(5).fill('ACTIVE'), 'DRAFT']);
    const limited = await problemsOf(t, seller, job.id);
    expect(limited.map(({ severity, code, field }) => [severity, code, field])).toEqual([
      ['warning', 'LISTING_LIMIT_EXCEEDED', 'status'],
    ]);
    const secondImport = await importFile(t, seller, file('900'), fields);
    expect(secondImport.totals).toMatchObject({ updated: 6, failed: 0 });
    expect(await states()).toEqual([...Array<string>(5).fill('ACTIVE'), 'DRAFT']);
  });

  it('delay publishing of a listing until they are stored, if requested', async () => {
    const seller = await createSeller(t);
    source.files.set('/3.jpg', { body: await image(30) });
    const listing = (key: string, path: string) => truck(key, { image_urls: source.origin + path });
    const file = csvOf([listing('W-1', '/3.jpg'), listing('W-2', '/gone.jpg')]);
    await importFile(t, seller, file, { publish: 'submit', dontPublishOnFailedImages: true });
    const states = (await stockOf(t, seller.sellerId)).map((row) => [row.external_id, row.status]);
    expect(states).toEqual([
      ['W-1', 'ACTIVE'],
      ['W-2', 'DRAFT'],
    ]);
  });

  it('are not downloaded again if they are stored: importing an exported stock changes nothing', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    source.files.set('/r.jpg?a%7Cb', { body: await image(35) });
    await importFile(
      t,
      seller,
      csvOf([truck('A1', { image_urls: `${source.origin}/r.jpg?a%7Cb` }), truck('A3')]),
    );
    const zip = zipOf({
      'stock.csv': mobileDeCsv(2),
      'N2_1.jpg': await image(45),
      'N2_2.jpg': await image(55),
    });
    await importFile(t, seller, zip, { preset: 'mobile_de_csv', mode: 'upsert' }, 'stock.zip');
    const images = () =>
      t.db
        .selectFrom('listing_images as i')
        .innerJoin('listings as l', 'l.id', 'i.listing_id')
        .select(['l.external_id', 'i.position', 'i.source_url', 'i.id'])
        .where('l.seller_id', '=', seller.sellerId)
        .orderBy('l.external_id')
        .orderBy('i.position')
        .execute();
    // Simulates addresses that were stored under another rule for splitting them; the last image counts as uploaded by hand.
    const update = t.db.updateTable('listing_images');
    await update
      .set({ source_url: `${source.origin}/r.jpg?a|b` })
      .where('source_url', 'like', '%r.jpg?a%')
      .execute();
    await update.set({ source_url: null }).where('source_url', '=', 'archive:N2_2.jpg').execute();
    const before = await images();
    expect(before.map(({ source_url: address }) => address)).toEqual([
      `${source.origin}/r.jpg?a|b`,
      'archive:N2_1.jpg',
      null,
    ]);
    source.files.delete('/r.jpg?a%7Cb');
    const { text } = await t.get(`${BASE}/export`, { as: seller });
    const { id } = (await upload(t, seller, text, { mode: 'full' })).body.data.job as Job;
    const worker = await createWorker(t);
    await worker.run(id);
    const job = await readJob(t, seller, id);
    expect(job).toMatchObject({
      totals: { rows: 4, unchanged: 4, removed: 0, failed: 0 },
      images: { total: 1, stored: 1, failed: 0, replaced: 0 },
    });
    expect(job['picturesFinishedAt']).toBe(job['finishedAt']);
    await t.drainJobs();
    expect(await images()).toEqual(before);
    // A changed file removes the images that it no longer lists, except those that it could not list.
    const bare = text.replace(`${source.origin}/r.jpg?a%7Cb`, '');
    await importFile(t, seller, bare, { mode: 'full' });
    expect(await images()).toEqual(before.slice(1));
  });

  it('come along in a ZIP', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const archive = zipOf({
      'stock.csv': mobileDeCsv(2),
      'N1_1.jpg': await image(40),
      'N1_2.jpg': await image(50),
      'N2_1.jpg': await image(60),
      'N11_1.jpg': await image(70),
      'N1_10.jpg': await image(80),
      '__MACOSX/._N1_1.jpg': 'x',
    });
    const job = await importFile(t, seller, archive, { preset: 'mobile_de_csv' }, 'stock.zip');
    expect(job).toMatchObject({
      totals: { created: 2, failed: 0 },
      images: { total: 4, stored: 4, failed: 0, replaced: 0 },
    });
    expect((await stockOf(t, seller.sellerId)).map((row) => row.images_count)).toEqual([3, 1]);
    const ordered = await t.db
      .selectFrom('listing_images as i')
      .innerJoin('listings as l', 'l.id', 'i.listing_id')
      .select('i.source_url')
      .where('l.seller_id', '=', seller.sellerId)
      .orderBy('l.external_id')
      .orderBy('i.position')
      .execute();
    expect(ordered.map((image) => image.source_url)).toEqual(
      ['N1_1', 'N1_2', 'N1_10', 'N2_1'].map((name) => `archive:${name}.jpg`),
    );
    const importDirectory = path.join(t.dataDir, 'media', 'private', 'imports', job.id);
    expect(await readdir(importDirectory)).toEqual([]);
  });

  it.each([
    ['without a feed', () => zipOf({ 'a.jpg': 'x' })],
    ['with two', () => zipOf({ 'a.csv': 'external_id\n1\n', 'b.csv': 'external_id\n1\n' })],
    ['that unpacks to far more', () => zipOf({ 'a.csv': Buffer.alloc(60 * 1024 * 1024, 'a') })],
    ['that is cut off', () => zipOf({ 'a.csv': rows(50) }).subarray(0, 300)],
    ['that climbs', () => zipOf({ '../../a.csv': 'external_id\n1\n' })],
  ])('a ZIP %s is rejected', async (_name, archive) => {
    const seller = await createSeller(t);
    const response = await upload(t, seller, archive(), {}, 'stock.zip');
    expect([413, 422]).toContain(response.status);
  });

  it.runIf(process.platform === 'linux')('a ZIP is closed again, whether it was taken or not', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const taken = { 'stock.csv': mobileDeCsv(1), 'N1_1.jpg': await image(40) };
    await importFile(t, seller, zipOf(taken), { preset: 'mobile_de_csv' }, 'stock.zip');
    const refused = await upload(t, seller, zipOf({ 'a.jpg': 'x' }), {}, 'stock.zip');
    expect(refused.status).toBe(422);
    const descriptors = await readdir('/proc/self/fd');
    const open = await Promise.all(
      descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
    );
    // A file that was deleted while open keeps its path as the start of the link target.
    expect(open.filter((file) => file.startsWith(path.join(t.dataDir, 'tmp')))).toEqual([]);
  });
});
