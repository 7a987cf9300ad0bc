import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, problemsOf, readJob, stockOf, upload } from '../../fixtures/imports/scene.ts';
import { createWorker } from '../../fixtures/imports/worker.ts';
import { publish } from '../listings/bodies.ts';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const full = { mode: 'full', publish: 'submit' } as const;
const yard = (count: number) => Array.from({ length: count }, (_, i) => truck(`S-${i}`));

async function statesOf(sellerId: string): Promise<Record<string, string>> {
  const rows = await stockOf(t, sellerId);
  return Object.fromEntries(rows.map((row) => [row.external_id ?? row.title, row.status]));
}

describe('full imports', () => {
  it('pause what the file lacks, never what has no stock number, and bring it back when it returns', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    await createListing(t, seller, { title: 'Made by hand' });
    await importFile(t, seller, csvOf(yard(4)), full);
    const shorter = await importFile(t, seller, csvOf(yard(3)), full);
    expect(shorter).toMatchObject({ status: 'completed', totals: { unchanged: 3, removed: 1 } });
    expect(await statesOf(seller.sellerId)).toEqual({
      'S-0': 'ACTIVE',
      'S-1': 'ACTIVE',
      'S-2': 'ACTIVE',
      'S-3': 'PAUSED',
      'Made by hand': 'ACTIVE',
    });
    const secondImport = await importFile(t, seller, csvOf(yard(3)), full);
    expect(secondImport.totals).toMatchObject({ unchanged: 3, removed: 0 });
    const back = await importFile(t, seller, csvOf(yard(4)), full);
    expect(back.totals).toMatchObject({ unchanged: 3, updated: 1, removed: 0 });
    expect(await statesOf(seller.sellerId)).toMatchObject({ 'S-3': 'ACTIVE' });
  });

  it('cover listings of the API before an import has touched them, unless source=import is given', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    await publish(t, seller, { externalId: 'API-1' });
    await publish(t, seller, { externalId: 'S-1' });
    const file = csvOf([...yard(2), truck('S-9')]);
    const narrow = await importFile(t, seller, file, { ...full, source: 'import' });
    expect(narrow.totals).toMatchObject({ created: 2, updated: 1, removed: 0 });
    expect((await importFile(t, seller, file, { ...full, dryRun: true })).totals).toMatchObject({
      removed: 1,
    });
    expect(await statesOf(seller.sellerId)).toMatchObject({ 'API-1': 'ACTIVE' });
    expect((await importFile(t, seller, file, full)).totals).toMatchObject({ removed: 1 });
    expect(await statesOf(seller.sellerId)).toMatchObject({ 'API-1': 'PAUSED', 'S-1': 'ACTIVE' });
  });

  it('say in a dry run how many would leave, and that this needs confirming', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(5)), full);
    const dry = await importFile(t, seller, csvOf(yard(1)), { ...full, dryRun: true });
    expect(dry).toMatchObject({ status: 'completed', totals: { unchanged: 1, removed: 4, warnings: 1 } });
    const [warning] = await problemsOf(t, seller, dry.id);
    expect(warning).toMatchObject({ row: null, severity: 'warning', code: 'MASS_REMOVAL' });
    expect(warning?.message).toContain('4 of 5 listings');
  });

  it('leave listings paused that the seller paused manually', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(2)), full);
    const [first] = await stockOf(t, seller.sellerId);
    await t.post(`/api/seller/listings/${first?.id}/unpublish`, {}, { as: seller });
    await importFile(t, seller, csvOf(yard(2)), full);
    expect(await statesOf(seller.sellerId)).toEqual({ 'S-0': 'PAUSED', 'S-1': 'ACTIVE' });
  });

  it('refuse to take away more than half, unless that is confirmed', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(5)), full);
    const small = csvOf(yard(2));
    const refused = await importFile(t, seller, small, full);
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'MASS_REMOVAL' } });
    expect(Object.values(await statesOf(seller.sellerId))).toEqual(Array(5).fill('ACTIVE'));
    expect((await importFile(t, seller, csvOf(yard(3)), { ...full, dryRun: true })).totals).toMatchObject({
      removed: 2,
    });
    const dry = await importFile(t, seller, small, { ...full, confirmMassRemoval: true, dryRun: true });
    expect(dry.totals).toMatchObject({ unchanged: 2, removed: 3 });
    expect(Object.values(await statesOf(seller.sellerId))).toEqual(Array(5).fill('ACTIVE'));
    const confirmed = await importFile(t, seller, small, { ...full, confirmMassRemoval: true });
    expect(confirmed.totals).toMatchObject({ removed: 3 });
  });

  it('may take away exactly half', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(4)), full);
    const half = await importFile(t, seller, csvOf(yard(2)), full);
    expect(half).toMatchObject({ status: 'completed', totals: { removed: 2 } });
  });

  it('refuse an empty file, whatever is confirmed', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(2)), full);
    for (const file of ['', 'external_id,category\n', '\n\n']) {
      const response = await upload(t, seller, file, { ...full, confirmMassRemoval: true });
      expect([response.status, response.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    }
    expect(Object.values(await statesOf(seller.sellerId))).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('take a broken row for a vehicle that is still there', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(3)), full);
    const broken = [truck('S-0'), truck('S-1', { price: 'broken' }), truck('S-2')];
    const job = await importFile(t, seller, csvOf(broken), full);
    expect(job.totals).toMatchObject({ failed: 1, removed: 0 });
    expect(await statesOf(seller.sellerId)).toMatchObject({ 'S-1': 'ACTIVE' });
  });

  it('take nothing away while rows without a readable key may stand for anything', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(3)), full);
    const job = await importFile(t, seller, csvOf([truck('S-0'), truck(''), truck('S-2')]), full);
    expect(job.totals).toMatchObject({ failed: 1, removed: 0 });
    const codes = (await problemsOf(t, seller, job.id)).map(({ row, code }) => [row, code]);
    expect(codes).toContainEqual([null, 'REMOVAL_SKIPPED']);
    expect(await statesOf(seller.sellerId)).toMatchObject({ 'S-1': 'ACTIVE' });
  });

  it('clear what a cell of theirs leaves empty', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf([truck('S-0', { color: 'red' })]), full);
    await importFile(t, seller, csvOf([truck('S-0', { color: '' })]), full);
    expect((await stockOf(t, seller.sellerId))[0]).toMatchObject({ color: null, status: 'ACTIVE' });
  });

  it('pause in batches, continue after a worker has died, and do not ask again whether it is plausible', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    await importFile(t, seller, csvOf(yard(700)), full);
    const stay = yard(350).map((row, i) => (i < 300 ? { ...row, status: 'sold' } : row));
    const { id } = (await upload(t, seller, csvOf(stay), full)).body.data.job;
    let batches = 0;
    const inventory = new Proxy(t.app.modules.listings.inventory, {
      get: (target, name) => {
        if (name !== 'applyAll') return Reflect.get(target, name, target) as unknown;
        return async (...args: Parameters<typeof target.applyAll>) => {
          if (++batches === 2) throw new Error('killed');
          return target.applyAll(...args);
        };
      },
    });
    const worker = await createWorker(t, () => {}, { inventory });
    await expect(worker.run(id)).rejects.toThrow('killed');
    expect(await readJob(t, seller, id)).toMatchObject({
      status: 'running',
      totals: { unchanged: 50, removed: 500 },
    });
    // Removes 150 of the 200 listings that are still live.
    await worker.run(id);
    expect(await readJob(t, seller, id)).toMatchObject({ status: 'completed', totals: { removed: 650 } });
    await t.drainJobs();
    const states = Object.values(await statesOf(seller.sellerId));
    expect(
      ['ACTIVE', 'SOLD', 'PAUSED'].map((state) => states.filter((candidate) => candidate === state).length),
    ).toEqual([50, 300, 350]);
  }, 120_000);

  it('do not expect a file to have what was made after it had been sent', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(2)), full);
    const { id } = (await upload(t, seller, csvOf(yard(2)), full)).body.data.job;
    t.clock.advance(1000);
    await publish(t, seller, { externalId: 'LATER' });
    await t.drainJobs();
    expect((await readJob(t, seller, id)).totals).toMatchObject({ removed: 0 });
    expect(await statesOf(seller.sellerId)).toMatchObject({ LATER: 'ACTIVE' });
  });

  it('take a row that cannot be read for a vehicle that is there, and a later one with its key for the vehicle', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf(yard(2)), full);
    const [head = '', first = '', second = ''] = csvOf(yard(2)).split('\n');
    const job = await importFile(t, seller, `${head}\n${first},surplus\n${second}\n${first}\n`, full);
    expect(job.totals).toMatchObject({ failed: 1, unchanged: 2, removed: 0 });
  });
});
