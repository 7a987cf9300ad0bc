import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchIndex } from '../../src/modules/discovery/search-index.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let directory: string;

beforeAll(async () => {
  t = await createTestApp();
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-index-'));
});
afterAll(async () => {
  await t.close();
  await rm(directory, { recursive: true, force: true });
});

it('changes whose listings could not be read are read again, and not forgotten', async () => {
  const { platform, modules } = t.app;
  let isBroken = false;
  // The index refreshes the taxonomy before it reads the listings.
  const taxonomy = new Proxy(modules.demo.taxonomy, {
    get(target, name) {
      if (name === 'refresh' && isBroken)
        return () => Promise.reject(new Error('Connection terminated unexpectedly'));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const index = new SearchIndex({ ...platform, settings: modules.settings, taxonomy, directory });
  await index.start();
  isBroken = true;
  await createListing(t, await createSeller(t), { title: 'Scania R 450 in a bad moment' });
  await expect(index.catchUp()).rejects.toThrow(/terminated/);
  isBroken = false;
  await index.catchUp();
  expect((await index.search({ text: 'scania r 450' })).total).toBe(1);
  await index.stop();
});
