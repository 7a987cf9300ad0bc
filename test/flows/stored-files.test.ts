// No file without a row: what uploads leave behind when they are rejected, fail or crash, in every directory of the storage.
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { importFile, upload } from '../fixtures/imports/scene.ts';
import { mobileDeCsv } from '../fixtures/imports/mobile-de-csv.ts';
import { zipOf } from '../fixtures/imports/zip.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { expectOnly } from '../http/media/support/stored-files.ts';
import { CONVERSATIONS, createScene } from '../http/messaging/scene.ts';
import {
  createAdmin,
  createListing,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;

afterEach(() => t.close());

const MARK = 'private/market';

/** Returns the keys of all stored files except the mark of the instance. */
async function storedKeys(): Promise<string[]> {
  const root = path.join(t.dataDir, 'media');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((key) => key !== MARK)
    .toSorted();
}

/** Advances the clock, and runs the recurring jobs that become due. */
async function passTime(ms: number): Promise<void> {
  await t.app.runner.scheduleRecurring();
  t.clock.advance(ms);
  await t.drainJobs();
}

function replacePut(
  replacement: (put: Storage['put'], ...call: Parameters<Storage['put']>) => Promise<void>,
) {
  const { storage } = t.app.platform;
  const put: Storage['put'] = storage.put.bind(storage);
  Object.assign(storage, { put: (...call: Parameters<Storage['put']>) => replacement(put, ...call) });
  return () => Object.assign(storage, { put });
}

const MEGABYTE = 1024 * 1024;

/** Builds a ZIP with images of one name in many directories, each a megabyte when unpacked. */
function zipOfSameNames(count: number, feed = csvOf([truck('A-1')])): Buffer {
  const content = Buffer.alloc(MEGABYTE, 'x');
  const folders = Array.from({ length: count }, (_, i) => [`${i}/A-1_1.jpg`, content] as const);
  return zipOf({ 'stock.csv': feed, ...Object.fromEntries(folders) });
}

/** Sets the limits of a plan as an administrator. */
async function setLimits(limits: Record<string, number | null>, plan = 'free'): Promise<void> {
  const admin = await createAdmin(t);
  const response = await t.patch(`/api/admin/plans/${plan}`, { limits }, { as: admin });
  expect(response.status).toBe(200);
}

async function uploadedMegabytes(seller: TestUser): Promise<unknown> {
  const { body } = await t.get('/api/subscriptions', { as: seller });
  return body.data.usage.uploadMegabytesPerDay;
}

describe('archives of imports', () => {
  it('leave no file if their images have equal names, and their dry runs store only the feed', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    const dryRun = await upload(t, seller, zipOfSameNames(8), { dryRun: true }, 'stock.zip');
    expect(dryRun.status).toBe(202);
    expect(await storedKeys()).toHaveLength(1);
    await t.drainJobs();
    expect(await storedKeys()).toEqual([]);
    const real = await upload(t, seller, zipOfSameNames(8), {}, 'stock.zip');
    expect(real.status).toBe(202);
    expect(await storedKeys()).toHaveLength(2);
    await t.drainJobs();
    await passTime(20 * MINUTE_MS);
    await expectOnly(t, { stored: [], temporary: [] });
  });

  it('are checked without their images, which use no space and count against no limit', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    const archive = zipOf({ 'A-1_1.jpg': Buffer.alloc(9 * MEGABYTE), 'stock.csv': csvOf([truck('A-1')]) });
    const inspect = '/api/seller/bulk-import/inspect';
    const response = await upload(t, seller, archive, {}, 'stock.zip', inspect);
    expect([response.status, response.body.data?.inspection.format]).toEqual([200, 'csv']);
    await expectOnly(t, { stored: [], temporary: [] });
  });

  it('take the last of equal names, as before', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    const archive = zipOf({
      'stock.csv': mobileDeCsv(1),
      'small/N1_1.jpg': await jpeg(64, 48),
      'large/N1_1.jpg': await jpeg(128, 96),
    });
    const job = await importFile(t, seller, archive, { preset: 'mobile_de_csv' }, 'stock.zip');
    expect(job['images']).toEqual({ total: 1, stored: 1, failed: 0, replaced: 0 });
    const image = await t.db.selectFrom('listing_images').select('width').executeTakeFirstOrThrow();
    expect(image.width).toBe(128);
  });

  it('leave nothing if they are rejected or if storing fails half-way', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    const images = { 'A-1_1.jpg': await jpeg(), 'A-1_2.jpg': await jpeg() };
    const archive = zipOf({ 'stock.csv': csvOf([truck('A-1')]), ...images });
    let writes = 0;
    const restore = replacePut(async (put, ...call) => {
      if (++writes === 3) throw new Error('the disk is on fire');
      await put(...call);
    });
    expect((await upload(t, seller, archive, {}, 'stock.zip')).status).toBe(500);
    restore();
    await expectOnly(t, { stored: [], temporary: [] });
    const many = csvOf(Array.from({ length: 501 }, (_, i) => truck(`B-${i}`)));
    const refused = await upload(t, seller, zipOf({ 'stock.csv': many, ...images }), {}, 'stock.zip');
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    await expectOnly(t, { stored: [], temporary: [] });
    // Two concurrent uploads: one is accepted, and the files of the other one are removed.
    const both = await Promise.all([1, 2].map(() => upload(t, seller, archive, {}, 'stock.zip')));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([202, 409]));
    expect(await storedKeys()).toHaveLength(3);
    expect(await t.db.selectFrom('file_removals').selectAll().execute()).toEqual([]);
  });

  it('let images go that still wait when a newer import replaces them, or their listing goes', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    const images = { 'A-1_1.jpg': await jpeg(), 'A-1_2.jpg': await jpeg() };
    const archive = zipOf({ 'stock.csv': csvOf([truck('A-1')]), ...images });
    const { id } = (await upload(t, seller, archive, {}, 'stock.zip')).body.data.job;
    const { archived_pictures } = await t.db
      .selectFrom('imports')
      .select('archived_pictures')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [first, second] = Object.values(archived_pictures);
    const { listingId } = await createListing(t, seller);
    const wait = (keys: readonly (string | undefined)[]) =>
      JSON.stringify(keys.map((key) => ({ key, name: 'a.jpg' })));
    await t.db
      .insertInto('import_pictures')
      .values({
        listing_id: listingId,
        import_id: id,
        row_number: 1,
        external_id: null,
        sources: wait([first, second]),
        publish: false,
        created_at: t.clock.now(),
      })
      .execute();
    const released = async () =>
      (await t.db.selectFrom('file_removals').select('key').execute()).map(({ key }) => key).toSorted();
    await t.db
      .updateTable('import_pictures')
      .set({ sources: wait([second]) })
      .execute();
    expect(await released()).toEqual([first]);
    await t.db.deleteFrom('listings').where('id', '=', listingId).execute();
    expect(new Set(await released())).toEqual(new Set([first, second]));
  });
});

describe('a plan’s megabytes a day', () => {
  it('count what is stored, dry runs and removed files included, and come back the next day', async () => {
    t = await createTestApp();
    await setLimits({ uploadMegabytesPerDay: 3 });
    const seller = await createSeller(t);
    const other = await createSeller(t);
    // The feed is slightly larger than one megabyte.
    const padded = csvOf([truck('A-1', { description: 'x'.repeat(MEGABYTE) })]);
    for (const dryRun of [true, false]) {
      expect((await upload(t, seller, padded, { dryRun })).status).toBe(202);
      await t.drainJobs();
    }
    expect(await uploadedMegabytes(seller)).toEqual({ used: 3, limit: 3 });
    const over = await upload(t, seller, padded, { dryRun: true });
    expect([over.status, over.body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(over.body.error.message).toContain('allows 3 MB of stored files per day');
    await passTime(20 * MINUTE_MS);
    await expectOnly(t, { stored: [], temporary: [] });
    expect((await upload(t, other, padded, { dryRun: true })).status).toBe(202);
    t.clock.advance(DAY_MS);
    await t.drainJobs();
    // Another member of the same seller, because yesterday's token has expired.
    const colleague = await createTeamMember(t, seller.sellerId, 'MANAGER');
    expect((await upload(t, colleague, padded, { dryRun: true })).status).toBe(202);
    expect(await uploadedMegabytes(colleague)).toEqual({ used: 2, limit: 3 });
  });

  it('are charged for the whole unpacked archive before it is unpacked, with no refund for a dry run', async () => {
    t = await createTestApp();
    await setLimits({ uploadMegabytesPerDay: 10 });
    const seller = await createSeller(t);
    const send = (archive: Buffer) => upload(t, seller, archive, { dryRun: true }, 'stock.zip');
    const during: { used: unknown; second: unknown[] }[] = [];
    const restore = replacePut(async (put, ...call) => {
      if (during.length === 0) {
        during.push({ used: await uploadedMegabytes(seller), second: [] });
        const { status, body } = await send(zipOfSameNames(8));
        during[0]?.second.push(status, body.error?.code);
      }
      await put(...call);
    });
    expect((await send(zipOfSameNames(8))).status).toBe(202);
    restore();
    expect(during).toEqual([{ used: { used: 9, limit: 10 }, second: [403, 'PLAN_LIMIT_EXCEEDED'] }]);
    expect(await uploadedMegabytes(seller)).toEqual({ used: 9, limit: 10 });
    await t.drainJobs();
    expect((await send(zipOfSameNames(8))).status).toBe(403);
    await setLimits({ uploadMegabytesPerDay: 30 });
    // A ZIP with two feeds, and one with an entry that is larger than its header claims.
    const refused = zipOf({ 'a.csv': 'external_id\n1\n', 'b.csv': Buffer.alloc(5 * MEGABYTE, 'x') });
    const lying = zipOfSameNames(8);
    lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    for (const archive of [refused, lying]) expect((await send(archive)).status).toBe(422);
    expect(await uploadedMegabytes(seller)).toEqual({ used: 16, limit: 30 });
    await passTime(20 * MINUTE_MS);
    await expectOnly(t, { stored: [], temporary: [] });
  });

  it('are credited for files that an import unpacks and does not keep', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    expect((await upload(t, seller, zipOfSameNames(8), {}, 'stock.zip')).status).toBe(202);
    expect(await uploadedMegabytes(seller)).toMatchObject({ used: 2 });
  });

  it('hold against uploads at once, of images too', async () => {
    t = await createTestApp();
    await setLimits({ uploadMegabytesPerDay: 1, imagesPerListing: 40 });
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const url = `/api/seller/listings/${listingId}/images`;
    const first = await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
    expect(first.status).toBe(201);
    const stored = await storedKeys();
    await t.db
      .updateTable('upload_bytes')
      .set((eb) => ({ bytes: eb.val(MEGABYTE - 1) }))
      .execute();
    const rivals = await Promise.all(
      Array.from({ length: 4 }, async () => sendFiles(t, url, [{ content: await jpeg() }], { as: seller })),
    );
    expect(rivals.map(({ status, body }) => [status, body.error?.code])).toEqual(
      Array(4).fill([403, 'PLAN_LIMIT_EXCEEDED']),
    );
    expect(await storedKeys()).toEqual(stored);
  });

  it('are charged to the sender of attachments', async () => {
    t = await createTestApp();
    const admin = await createAdmin(t);
    const changed = await t.patch(
      '/api/admin/settings',
      { settings: { 'messaging.attachmentMegabytesPerDay': 1 } },
      { as: admin },
    );
    expect(changed.status).toBe(200);
    const { buyer, seller, conversationId } = await createScene(t);
    const url = `${CONVERSATIONS}/${conversationId}`;
    const file = { content: await jpeg(), field: 'attachment' };
    expect((await sendFiles(t, url, [file], { as: buyer })).status).toBe(201);
    await t.db
      .updateTable('upload_bytes')
      .set((eb) => ({ bytes: eb.val(MEGABYTE - 1) }))
      .execute();
    const over = await sendFiles(t, url, [file], { as: buyer });
    expect([over.status, over.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    // The limit resets at midnight UTC; fractions of a second are rounded.
    const secondsAfterMidnight = (Number(over.headers['x-ratelimit-reset']) + 1) % 86_400;
    expect(secondsAfterMidnight).toBeLessThanOrEqual(2);
    expect((await sendFiles(t, url, [file], { as: seller })).status).toBe(201);
    expect(await storedKeys()).toHaveLength(2);
  });
});

describe('files that no row names', () => {
  /** Creates one file in every directory, each referenced by a row. */
  async function fillEveryFolder(): Promise<string[]> {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const images = `/api/seller/listings/${listingId}/images`;
    expect((await sendFiles(t, images, [{ content: await jpeg() }], { as: seller })).status).toBe(201);
    const logo = { content: await jpeg(), field: 'logo' };
    expect(
      (await sendFiles(t, '/api/seller/profile/logo', [logo], { as: seller, method: 'PUT' })).status,
    ).toBe(200);
    const { buyer, conversationId } = await createScene(t);
    const attachment = { content: await jpeg(), field: 'attachment' };
    const sent = await sendFiles(t, `${CONVERSATIONS}/${conversationId}`, [attachment], { as: buyer });
    expect(sent.status).toBe(201);
    const documentKey = `private/documents/${seller.sellerId}/doc_1`;
    await t.app.platform.storage.put(documentKey, Buffer.from('paper'), 'application/pdf');
    await t.db
      .insertInto('seller_documents')
      .values({
        id: 'doc_1',
        seller_id: seller.sellerId,
        user_id: seller.userId,
        filename: 'a.pdf',
        content_type: 'application/pdf',
        bytes: 5,
        storage_key: documentKey,
        created_at: t.clock.now(),
      })
      .execute();
    const archive = zipOf({ 'stock.csv': csvOf([truck('A-1')]), 'A-1_1.jpg': await jpeg() });
    expect((await upload(t, seller, archive, {}, 'stock.zip')).status).toBe(202);
    // Delete the job, so that the import does not run and its files stay.
    await t.db.deleteFrom('jobs').where('name', '=', 'imports.run-import').execute();
    return storedKeys();
  }

  const ORPHANS = [
    'media/listings/aa/0123456789abcdef-large.jpg',
    'media/logos/bb/0123456789abcdef-logo.webp',
    'private/attachments/att_0',
    'private/documents/sel_0/doc_0',
    'private/imports/imp_0/req_0',
    'private/imports/imp_0/req_1.req_2.part',
    // Directories that no module uses.
    'media/private/cc/0123456789abcdef.jpg',
    'media/stray.jpg',
    'private/reports/rep_0',
    'private/stray',
  ];

  it('are found in every folder within a day and deleted an hour later; referenced files stay', async () => {
    t = await createTestApp();
    const named = await fillEveryFolder();
    expect(new Set(named.map((key) => key.split('/').slice(0, 2).join('/'))).size).toBe(5);
    for (const key of ORPHANS) await t.app.platform.storage.put(key, Buffer.from('x'), 'image/jpeg');
    // The first sweep marks the storage as belonging to this instance.
    await passTime(DAY_MS);
    await passTime(DAY_MS);
    expect(await storedKeys()).toEqual([...named, ...ORPHANS].toSorted());
    await passTime(50 * MINUTE_MS);
    expect(await storedKeys()).toEqual([...named, ...ORPHANS].toSorted());
    await passTime(30 * MINUTE_MS);
    expect(await storedKeys()).toEqual(named);
    expect(await t.db.selectFrom('file_removals').selectAll().execute()).toEqual([]);
  });

  it('stay when their row comes within the hour, as that of an upload under way', async () => {
    t = await createTestApp();
    const seller = await createSeller(t);
    await passTime(DAY_MS);
    const key = `private/documents/${seller.sellerId}/doc_2`;
    await t.app.platform.storage.put(key, Buffer.from('paper'), 'application/pdf');
    await passTime(DAY_MS);
    expect(await t.db.selectFrom('file_removals').select('key').execute()).toEqual([{ key }]);
    await t.db
      .insertInto('seller_documents')
      .values({
        id: 'doc_2',
        seller_id: seller.sellerId,
        user_id: seller.userId,
        filename: 'a.pdf',
        content_type: 'application/pdf',
        bytes: 5,
        storage_key: key,
        created_at: t.clock.now(),
      })
      .execute();
    await passTime(2 * HOUR_MS);
    expect(await storedKeys()).toEqual([key]);
    expect(await t.db.selectFrom('file_removals').selectAll().execute()).toEqual([]);
  });

  it('are left alone in a storage that another market has marked', async () => {
    t = await createTestApp();
    const { storage } = t.app.platform;
    await storage.put(MARK, Buffer.from('another market'), 'text/plain');
    for (const key of ORPHANS) await storage.put(key, Buffer.from('x'), 'image/jpeg');
    for (let day = 0; day < 3; day++) await passTime(DAY_MS);
    expect(await storedKeys()).toEqual(ORPHANS.toSorted());
    expect(await t.db.selectFrom('file_removals').selectAll().execute()).toEqual([]);
  });

  it('temporary files of killed processes go after six hours, those of running ones stay', async () => {
    t = await createTestApp();
    const directory = path.join(t.dataDir, 'tmp');
    await mkdir(path.join(directory, 'import-old'), { recursive: true });
    for (const name of ['import-old/image', 'req_old', 'req_new'])
      await writeFile(path.join(directory, name), 'x');
    const longAgo = new Date(Date.now() - 7 * HOUR_MS);
    for (const name of ['import-old', 'req_old']) await utimes(path.join(directory, name), longAgo, longAgo);
    await passTime(DAY_MS);
    expect(await readdir(directory)).toEqual(['req_new']);
  });
});
