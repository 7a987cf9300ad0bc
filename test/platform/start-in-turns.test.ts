/** That what a process does at its start is cut into pieces: probes and metrics are asked for meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { App } from '../../src/app/app.ts';
import { openApiDocuments } from '../../src/platform/http/openapi/document.ts';
import { LANGUAGES } from '../../src/storefront/texts/languages.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../support/test-app.ts';
import { turnsUntil } from '../support/turns.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it('routes, pages and documents of the API are registered some at a time', async () => {
  const { routes, platform } = t.app;
  const forDocuments = await turnsUntil(openApiDocuments(routes, platform.events.catalogue));
  const { config, log } = platform;
  const app = new App({ config, databaseUrl: t.databaseUrl, appSecret: TEST_SECRET, log });
  try {
    const turns = await turnsUntil(app.http());
    // Pages that are the same for everybody, and those of one reader.
    expect(turns - forDocuments).toBeGreaterThan(routes.length / 40 + 2 * LANGUAGES.length);
  } finally {
    await app.stop();
  }
});
