/** Rows and batches of an import: state that carries over to later rows and batches, and data that stays unchanged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, HOUR_MS, SECOND_MS } from '../../../src/platform/clock.ts';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, problemsOf, readJob, stockOf, upload } from '../../fixtures/imports/scene.ts';
import { createWorker } from '../../fixtures/imports/worker.ts';
import { createAdmin, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const trucks = (count: number, cells: Record<string, string> = {}) =>
  csvOf(Array.from({ length: count }, (_, n) => truck(`B-${String(n).padStart(2, '0')}`, cells)));
const begin = async (seller: TestSeller, file: string, fields: Record<string, string | boolean> = {}) => {
  const response = await upload(t, seller, file, fields);
  expect(response.status).toBe(202);
  return response.body.data.job.id as string;
};
const states = async (seller: TestSeller) =>
  (await stockOf(t, seller.sellerId)).map(({ external_id: key, status }) => [key, status]);

describe('a batch', () => {
  it('is tried three times at most while another transaction writes the same keys', async () => {
    const uniqueViolation = Object.assign(new Error('taken'), { code: '23505' });
    for (const [failures, status] of [
      [2, 'completed'],
      [3, 'running'],
    ] as const) {
      const seller = await createSeller(t, { plan: 'professional' });
      const id = await begin(seller, trucks(5));
      let tries = 0;
      const worker = await createWorker(t, () => {
        if (++tries <= failures) throw uniqueViolation;
      });
      const run = worker.run(id);
      if (status === 'running') await expect(run).rejects.toThrow('taken');
      else await run;
      expect([tries, (await readJob(t, seller, id)).status]).toEqual([3, status]);
      await t.drainJobs();
      expect(await readJob(t, seller, id)).toMatchObject({ status: 'completed', totals: { created: 5 } });
    }
  });

  it('is the last one of a worker that shuts down or lost its lease; another continues', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const id = await begin(seller, trucks(25));
    const shutdown = new AbortController();
    const worker = await createWorker(t, () => shutdown.abort());
    await expect(worker.run(id, { signal: shutdown.signal })).rejects.toThrow('shutting down');
    const readCreatedCount = async () => (await readJob(t, seller, id)).totals['created'];
    expect(await readCreatedCount()).toBe(10);
    let beats = 0;
    const slow = await createWorker(t, () => {
      t.clock.advance(11 * SECOND_MS);
    });
    await slow.run(id, {
      heartbeat: async () => {
        beats += 1;
        return false;
      },
    });
    expect([await readCreatedCount(), beats, (await readJob(t, seller, id)).status]).toEqual([
      20,
      1,
      'running',
    ]);
    await slow.run(id, {
      heartbeat: async () => {
        beats += 1;
        return true;
      },
    });
    expect([beats, await readJob(t, seller, id)]).toMatchObject([
      2,
      { status: 'completed', totals: { created: 25 } },
    ]);
    await t.drainJobs();
  });

  it('hands on the words it took for others, and the places of the plan that a dry run has used', async () => {
    const seller = await createSeller(t);
    const words = await begin(seller, trucks(25, { brand: 'Mercedes' }));
    await (await createWorker(t)).run(words);
    expect((await readJob(t, seller, words))['aliases']).toEqual([
      { field: 'brand', written: 'Mercedes', meant: 'mercedes-benz', rows: 25 },
    ]);
    await t.drainJobs();
    const other = await createSeller(t);
    const dry = await begin(other, trucks(25), { dryRun: true, publish: 'submit' });
    await (await createWorker(t)).run(dry);
    const limited = (await problemsOf(t, other, dry)).filter(({ code }) => code === 'LISTING_LIMIT_EXCEEDED');
    expect(limited.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, n) => n + 6));
    await t.drainJobs();
  });

  it('reports unknown columns once, however often it is started', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const id = await begin(seller, trucks(15, { zzqq: 'x' }));
    const killed = await createWorker(t, (number) => {
      if (number === 2) throw new Error('killed');
    });
    await expect(killed.run(id)).rejects.toThrow('killed');
    await t.drainJobs();
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'completed',
      totals: { created: 15, warnings: 1 },
    });
    expect((await problemsOf(t, seller, id)).map(({ row, code }) => [row, code])).toEqual([
      [null, 'UNKNOWN_COLUMN'],
    ]);
  });

  it('does not affect others if a dry run restarts', async () => {
    const [seller, other] = [
      await createSeller(t, { plan: 'professional' }),
      await createSeller(t, { plan: 'professional' }),
    ];
    const ids: string[] = [];
    for (const owner of [seller, other]) {
      const rows = Array.from({ length: 15 }, (_, n) => truck(`D-${n}`, n === 3 ? { brand: 'nobody' } : {}));
      const id = await begin(owner, csvOf(rows), { dryRun: true });
      ids.push(id);
      const killed = await createWorker(t, (number) => {
        if (number === 2) throw new Error('killed');
      });
      await expect(killed.run(id)).rejects.toThrow('killed');
    }
    const [ownId = '', otherId = ''] = ids;
    const before = [await readJob(t, other, otherId), await problemsOf(t, other, otherId)];
    await (await createWorker(t)).run(ownId);
    expect(await readJob(t, seller, ownId)).toMatchObject({ totals: { created: 14, failed: 1 } });
    expect([await readJob(t, other, otherId), await problemsOf(t, other, otherId)]).toEqual(before);
    await t.drainJobs();
  });
});

describe('a row', () => {
  it('is compared once if it equals its listing: storing its digest is not a change of the listing', async () => {
    const seller = await createSeller(t);
    const rows = [truck('Q-1'), truck('Q-2'), truck('Q-3', { year: '1066' })];
    await importFile(t, seller, csvOf(rows));
    const { db } = t.app.platform;
    await db
      .updateTable('listings')
      .set({ row_hash: null })
      .where('seller_id', '=', seller.sellerId)
      .execute();
    const readState = async () => {
      const stock = await db
        .selectFrom('listings')
        .select(['external_id', 'version', 'updated_at', 'row_hash'])
        .where('seller_id', '=', seller.sellerId)
        .orderBy('external_id')
        .execute();
      const entries = await db
        .selectFrom('listing_changes')
        .select('seq')
        .orderBy('seq', 'desc')
        .limit(1)
        .execute();
      return {
        stock: stock.map(({ row_hash: _hash, ...rest }) => rest),
        entries,
        hashed: stock.map(({ row_hash }) => row_hash !== null),
      };
    };
    const before = await readState();
    expect((await importFile(t, seller, csvOf(rows), { dryRun: true })).totals).toMatchObject({
      unchanged: 3,
    });
    expect(await readState()).toEqual(before);
    const compared = await importFile(t, seller, csvOf(rows));
    expect(compared.totals).toMatchObject({ unchanged: 3, warnings: 1 });
    // The third row stays without a digest, so that the next import repeats its warning.
    expect(await readState()).toEqual({ ...before, hashed: [true, true, false] });
    expect((await importFile(t, seller, csvOf(rows))).totals).toMatchObject({ unchanged: 3, warnings: 1 });
  });

  it('adds no second job if its images replace others: the waiting job downloads them immediately', async () => {
    const seller = await createSeller(t);
    const worker = await createWorker(t);
    const importWithImage = async (image: string) =>
      worker.run(
        await begin(
          seller,
          csvOf(['J-1', 'J-2'].map((key) => truck(key, { image_urls: `http://127.0.0.1:9/${image}.jpg` }))),
        ),
      );
    const { db } = t.app.platform;
    const ids = async () => (await stockOf(t, seller.sellerId)).map(({ id }) => id).toSorted();
    const listWaiting = () =>
      db
        .selectFrom('jobs')
        .select(['dedupe_key', 'attempts', 'run_at'])
        .where('name', '=', 'imports.fetch-pictures')
        .where('account', '=', seller.sellerId)
        .orderBy('dedupe_key')
        .execute();
    await importWithImage('first');
    // The jobs have failed once and wait for the next attempt.
    const later = addMs(t.clock.now(), HOUR_MS);
    await db
      .updateTable('jobs')
      .set({ attempts: 3, run_at: later, turn: null })
      .where('account', '=', seller.sellerId)
      .where('name', '=', 'imports.fetch-pictures')
      .execute();
    await importWithImage('second');
    const jobs = await listWaiting();
    expect(jobs.map(({ dedupe_key: key, attempts }) => [key, attempts])).toEqual(
      (await ids()).map((id) => [id, 0]),
    );
    expect(jobs.filter(({ run_at: runAt }) => runAt >= later)).toEqual([]);
    await t.drainJobs({ mayFail: ['imports.fetch-pictures'] });
  });

  it('finds the listing that it names by ID once and creates none', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf([truck('I-1')]));
    const [listing] = await stockOf(t, seller.sellerId);
    const unknownId = 'lst_01JQ8Z6M3V0K9T2B7C4D5E6F7G';
    const rows = [
      { listing_id: listing?.id ?? '', price: '1000' },
      { listing_id: listing?.id ?? '', price: '2000' },
      { listing_id: unknownId, price: '3000' },
    ];
    const job = await importFile(t, seller, csvOf(rows));
    expect(job.totals).toMatchObject({ updated: 1, created: 0, failed: 2 });
    const errors = await problemsOf(t, seller, job.id, 'severity=error&limit=100');
    expect(errors.map(({ row, code, field, value, message }) => [row, code, field, value, message])).toEqual([
      [2, 'DUPLICATE_KEY', 'id', listing?.id, 'Row 1 has the same listing.'],
      [3, 'REQUIRED', 'id', unknownId, 'There is no such listing; a new one needs a stock number.'],
      [3, 'REQUIRED', 'category', null, 'A new listing needs a category.'],
      [3, 'REQUIRED', 'brand', null, 'A new listing needs a brand.'],
    ]);
    expect((await stockOf(t, seller.sellerId)).map(({ price }) => price)).toEqual([1000]);
  });

  it('is rejected with the reason if another listing has its VIN; a new one without a model is accepted with a warning', async () => {
    const seller = await createSeller(t);
    const vin = 'WDB96340310123456';
    const rows = [truck('V-1', { vin }), truck('V-2', { vin }), truck('V-3', { model: '' })];
    const job = await importFile(t, seller, csvOf(rows));
    expect(job.totals).toMatchObject({ created: 2, failed: 1, warnings: 1 });
    expect(
      (await problemsOf(t, seller, job.id)).map(({ row, severity, code, field, value, message }) => [
        row,
        severity,
        code,
        field,
        value,
        message,
      ]),
    ).toEqual([
      [2, 'error', 'DUPLICATE_KEY', 'vin', vin, 'Row 1 has the same VIN.'],
      [3, 'warning', 'REQUIRED', 'model', null, 'The model is missing; buyers search for it.'],
    ]);
    // An update does not warn about values that the listing already has.
    const secondImport = await importFile(t, seller, 'external_id,price\nV-3,1\n');
    expect(secondImport.totals).toMatchObject({ updated: 1, warnings: 0 });
  });

  it('is found by its stock number first; a VIN finds only what has no other stock number', async () => {
    const seller = await createSeller(t);
    const [vin, other] = ['WDB96340310123456', 'WDB96340310123457'];
    await importFile(t, seller, csvOf([truck('F-1', { vin }), truck('F-2', { vin: other })]));
    const runImport = async (cells: Record<string, string>) => {
      const { id, totals } = await importFile(t, seller, csvOf([cells]));
      const problems = await problemsOf(t, seller, id, 'severity=error');
      return [totals['updated'], problems.map(({ code, field }) => `${code} ${field}`)];
    };
    expect(await runImport({ external_id: '', vin, price: '1' })).toEqual([1, []]);
    expect(await runImport(truck('F-3', { vin }))).toEqual([0, ['DUPLICATE_KEY vin']]);
    expect(await runImport({ external_id: 'F-2', vin, price: '2' })).toEqual([0, ['DUPLICATE_KEY vin']]);
    expect((await stockOf(t, seller.sellerId)).map((row) => [row.external_id, row.vin, row.price])).toEqual([
      ['F-1', vin, 1],
      ['F-2', other, 45_900],
    ]);
  });

  it('beyond the drafts of the plan is rejected, and the others are taken', async () => {
    const freshApp = await createTestApp();
    try {
      const admin = await createAdmin(freshApp);
      await freshApp.patch('/api/admin/plans/free', { limits: { drafts: 2 } }, { as: admin });
      const seller = await createSeller(freshApp);
      const job = await importFile(freshApp, seller, trucks(3));
      expect(job.totals).toMatchObject({ created: 2, failed: 1 });
      expect(
        (await problemsOf(freshApp, seller, job.id)).map(({ row, code, field }) => [row, code, field]),
      ).toEqual([[3, 'PLAN_LIMIT_EXCEEDED', 'status']]);
    } finally {
      await freshApp.close();
    }
  });

  it('stays paused if it returned in a full import and its seller pauses it afterwards', async () => {
    const seller = await createSeller(t);
    const full = { mode: 'full', publish: 'submit' };
    await importFile(t, seller, trucks(2), full);
    await importFile(t, seller, trucks(1), full);
    expect(await states(seller)).toEqual([
      ['B-00', 'ACTIVE'],
      ['B-01', 'PAUSED'],
    ]);
    await importFile(t, seller, trucks(2), full);
    expect((await states(seller))[1]).toEqual(['B-01', 'ACTIVE']);
    const [, second] = await stockOf(t, seller.sellerId);
    await t.post(`/api/seller/listings/${second?.id}/unpublish`, {}, { as: seller });
    await importFile(t, seller, trucks(2, { color: 'red' }), full);
    expect((await states(seller))[1]).toEqual(['B-01', 'PAUSED']);
  });

  it('gets the currency of the import if it has a price without one, once', async () => {
    const seller = await createSeller(t);
    const file = (price: string) =>
      csvOf([truck('P-1', { price, currency: '' }), truck('P-2', { price, currency: 'SEK' })]);
    const currencies = async () => (await stockOf(t, seller.sellerId)).map(({ currency }) => currency);
    await importFile(t, seller, file('1000'), { currency: 'PLN' });
    expect(await currencies()).toEqual(['PLN', 'SEK']);
    await importFile(t, seller, file('2000'), { currency: 'CZK' });
    expect(await currencies()).toEqual(['PLN', 'SEK']);
    await importFile(t, seller, csvOf([truck('P-3', { currency: '' })]));
    expect(await currencies()).toEqual(['PLN', 'SEK', 'EUR']);
  });

  it('without images any more finishes together with its rows', async () => {
    const seller = await createSeller(t);
    const { finishedAt, picturesFinishedAt, images } = await importFile(
      t,
      seller,
      csvOf([
        truck('N-1', { image_urls: '\\N' }),
        truck('N-2', { brand: 'nobody', image_urls: 'https://p.example/1' }),
      ]),
    );
    expect(picturesFinishedAt).toBe(finishedAt);
    expect(images).toEqual({ total: 0, stored: 0, failed: 0, replaced: 0 });
    const tasks = await t.db.selectFrom('import_pictures').select('listing_id').execute();
    expect(tasks).toEqual([]);
  });
});
