// Stored files when requests race, fail or are interrupted.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { expectOnly, filesOf } from '../http/media/support/stored-files.ts';
import { createListing, createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';

let t: TestApp;

afterEach(() => t.close());

async function start(
  options: TestAppOptions = {},
): Promise<{ seller: TestSeller; listingId: string; url: string }> {
  t = await createTestApp(options);
  const seller = await createSeller(t);
  const { listingId } = await createListing(t, seller);
  return { seller, listingId, url: `/api/seller/listings/${listingId}/images` };
}

async function sweep(minutes: number): Promise<void> {
  await t.app.runner.scheduleRecurring();
  t.clock.advance(minutes * MINUTE_MS);
  await t.drainJobs();
}

function notes() {
  return t.db.selectFrom('file_removals').selectAll().execute();
}

/** Replaces the `put` of the storage. Returns a function that restores it. */
function replacePut(
  replacement: (put: Storage['put'], ...parameters: Parameters<Storage['put']>) => Promise<void>,
): () => void {
  const { storage } = t.app.platform;
  const put: Storage['put'] = storage.put.bind(storage);
  Object.assign(storage, {
    put: (...parameters: Parameters<Storage['put']>) => replacement(put, ...parameters),
  });
  return () => Object.assign(storage, { put });
}

describe('races', () => {
  it('eight uploads for the last place: one wins, and the others leave nothing behind', async () => {
    const { seller, listingId, url } = await start();
    const nine = await Promise.all(Array.from({ length: 9 }, () => jpeg(64, 48)));
    await sendFiles(
      t,
      url,
      nine.map((content) => ({ content })),
      { as: seller },
    );
    // The maximum number of concurrent uploads of an account.
    const rivals = await Promise.all(Array.from({ length: 8 }, () => jpeg(64, 48)));
    const responses = await Promise.all(
      rivals.map((content) => sendFiles(t, url, [{ content }], { as: seller })),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(7);
    const row = await t.db
      .selectFrom('listings')
      .select('images_count')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow();
    expect(row.images_count).toBe(10);
    expect((await filesOf(t)).stored).toHaveLength(60);
    expect(await notes()).toEqual([]);
  });

  it('eight uploads of the same file are eight images', async () => {
    const { seller, url } = await start();
    const content = await jpeg();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sendFiles(t, url, [{ content }], { as: seller })),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(201));
    expect(new Set(responses.map((response) => response.body.data.images[0].id)).size).toBe(8);
    expect((await filesOf(t)).stored).toHaveLength(48);
    expect(await notes()).toEqual([]);
  });

  it('deleting and reordering at once keep positions without gaps', async () => {
    const { seller, url } = await start();
    const files = await Promise.all(Array.from({ length: 8 }, () => jpeg(64, 48)));
    const added = await sendFiles(
      t,
      url,
      files.map((content) => ({ content })),
      { as: seller },
    );
    const ids = added.body.data.images.map((image: { id: string }) => image.id) as string[];
    await Promise.all([
      ...ids.slice(0, 4).map((id) => t.del(`${url}/${id}`, { as: seller })),
      t.patch(url, { order: ids.toReversed() }, { as: seller }),
      sendFiles(t, url, [{ content: await jpeg(64, 48) }], { as: seller }),
    ]);
    const { images } = (await t.get(url, { as: seller })).body.data;
    expect(images.map((image: { position: number }) => image.position)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('failures', () => {
  it('a storage that fails half-way leaves neither rows nor files', async () => {
    const { seller, url } = await start();
    let writes = 0;
    const restore = replacePut(async (put, ...parameters) => {
      if (++writes === 8) throw new Error('the disk is on fire');
      await put(...parameters);
    });
    const two = [{ content: await jpeg() }, { content: await jpeg() }];
    const response = await sendFiles(t, url, two, { as: seller });
    expect(response.status).toBe(500);
    await expectOnly(t, { stored: [], temporary: [] });
    expect(await notes()).toEqual([]);
    restore();
    expect((await sendFiles(t, url, two, { as: seller })).status).toBe(201);
  });

  it('files of a process that died before its commit go after an hour', async () => {
    const { seller, url } = await start();
    const key = 'media/listings/aa/left-behind.jpg';
    await t.app.platform.storage.put(key, randomBytes(100), 'image/jpeg');
    const soon = new Date(t.clock.now().getTime() + 60 * MINUTE_MS);
    await t.db.insertInto('file_removals').values({ key, remove_after: soon }).execute();
    await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
    await sweep(20);
    expect((await filesOf(t)).stored).toHaveLength(7);
    await sweep(50);
    expect((await filesOf(t)).stored).toHaveLength(6);
    expect(await notes()).toEqual([]);
  });

  it('a file that became due is not committed any more', async () => {
    const { seller, url } = await start();
    const member = await createTeamMember(t, seller.sellerId, 'AGENT');
    replacePut(async (put, ...parameters) => {
      await put(...parameters);
      t.clock.advance(11 * MINUTE_MS);
    });
    const response = await sendFiles(t, url, [{ content: await jpeg() }], { as: member });
    expect([response.status, response.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await expectOnly(t, { stored: [], temporary: [] });
  });
});

describe('what rows leave behind', () => {
  it('is kept for seven days where nothing is served from, then removed', async () => {
    const { seller, listingId, url } = await start({ env: { DELETED_FILES_DAYS: '7' } });
    await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
    const keys = async () =>
      (await filesOf(t)).stored
        .map((file) => path.relative(path.join(t.dataDir, 'media'), file))
        // The mark that identifies the instance that owns the storage.
        .filter((key) => key !== 'private/market');
    const stored = await keys();
    await t.db.deleteFrom('listings').where('id', '=', listingId).execute();
    await sweep(16);
    expect(await keys()).toEqual(stored.map((key) => `private/deleted/${key}`));
    for (const key of stored) expect((await t.get(`/${key}`)).status).toBe(404);
    expect((await t.get(`/media/../private/deleted/${stored[0]}`)).status).toBe(404);
    await sweep(7 * 24 * 60 - 60);
    expect(await keys()).toEqual(stored.map((key) => `private/deleted/${key}`));
    await sweep(120);
    expect(await keys()).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('the files of a purged listing go with the next sweep', async () => {
    const { seller, listingId, url } = await start();
    await sendFiles(t, url, [{ content: await jpeg() }, { content: await jpeg() }], { as: seller });
    await t.db.deleteFrom('listings').where('id', '=', listingId).execute();
    expect(await notes()).toHaveLength(12);
    await sweep(16);
    expect((await filesOf(t)).stored).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('thumbnails follow the address of the server, and their files stay', async () => {
    const { seller, listingId, url } = await start();
    await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
    const moved = 'https://before.example/media';
    const row = () =>
      t.db.selectFrom('listings').select('thumbnail').where('id', '=', listingId).executeTakeFirstOrThrow();
    const { thumbnail } = await row();
    await t.db
      .updateTable('listings')
      .set({ thumbnail: (thumbnail ?? '').replace('https://market.example/media', moved) })
      .execute();
    const second = await createTestApp({ databaseUrl: t.databaseUrl });
    await second.drainJobs();
    await second.close();
    expect(await row()).toEqual({ thumbnail });
    expect(await notes()).toEqual([]);
  });
});
