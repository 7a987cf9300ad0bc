/** Only the server's account can read the files that it writes: images, documents, feeds, emails. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OffsetClock } from '../../src/platform/clock.ts';
import { fileMailer } from '../../src/platform/mail/mailer.ts';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { upload } from '../fixtures/imports/scene.ts';
import { createScene, formOf } from '../http/messaging/scene.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let directory: string;
let umask: number;
beforeAll(async () => {
  // The most permissive umask with which a process can start.
  umask = process.umask(0);
  t = await createTestApp();
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-modes-'));
});
afterAll(async () => {
  process.umask(umask);
  await rm(directory, { recursive: true, force: true });
  await t.close();
});

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Returns the files that accounts other than the owner can read or write. */
async function findAccessibleFiles(root: string): Promise<string[]> {
  const files = await filesBelow(root);
  const modes = await Promise.all(files.map(async (file) => (await stat(file)).mode & 0o777));
  return files.filter((_file, i) => modes[i] !== 0o600).map((file) => path.relative(root, file));
}

it('files that people send are closed to other accounts of the machine', async () => {
  const seller = await createSeller(t, { plan: 'professional' });
  const { listingId } = await createListing(t, seller);
  const { buyer, conversationId } = await createScene(t);
  const picture = { name: 'truck.jpg', type: 'image/jpeg', content: await jpeg(800, 600) };
  const sent = [
    await t.call('POST', `/api/seller/listings/${listingId}/images`, {
      as: seller,
      ...formOf({}, { ...picture, field: 'images' }),
    }),
    await t.call('POST', `/v1/messages/conversations/${conversationId}`, {
      as: buyer,
      ...formOf({ content: 'Like this one?' }, picture),
    }),
    await upload(t, seller, csvOf([truck('M-1')])),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 202]);
  expect((await filesBelow(t.dataDir)).length).toBeGreaterThan(3);
  expect(await findAccessibleFiles(t.dataDir)).toEqual([]);
  await t.drainJobs();
  expect(await findAccessibleFiles(t.dataDir)).toEqual([]);
});

it('emails that are written instead of sent are, too', async () => {
  const mailer = fileMailer(directory, 'market@example.org', new OffsetClock());
  await mailer.send({
    to: 'jan@example.org',
    subject: 'Reset',
    text: 'https://x/?token=1',
    html: '<p>1</p>',
  });
  expect(await filesBelow(directory)).toHaveLength(1);
  expect(await findAccessibleFiles(directory)).toEqual([]);
});
