/** A process splits its start into steps, because it must respond to probes and metrics requests in the meantime. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { App } from '../../src/app/app.ts';
import { LANGUAGES } from '../../src/storefront/texts/languages.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../support/test-app.ts';
import { countTicksUntil } from '../support/ticks.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it('routes and pages are registered some at a time', async () => {
  const { routes, platform } = t.app;
  const { config, log } = platform;
  const app = new App({ config, databaseUrl: t.databaseUrl, appSecret: TEST_SECRET, log });
  try {
    const turns = await countTicksUntil(app.http());
    // Pages that are the same for all readers, and pages for a signed-in reader.
    expect(turns).toBeGreaterThan(routes.length / 40 + 2 * LANGUAGES.length);
  } finally {
    await app.stop();
  }
});
