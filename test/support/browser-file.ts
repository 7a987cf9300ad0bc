/** Set-up and tear-down of test files that run in a browser: an app and a browser that opens it. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type BrowserForTests, createAppForBrowser, startBrowser } from './browser.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

/** The app of the current file. It can be shared, because files run one after the other. */
export let t: TestApp;
export let b: BrowserForTests;

/** Registers the hooks; call it once per file. `prepare` fills the marketplace before the browser starts. */
export function testInBrowser(
  prepare: () => Promise<unknown> = () => Promise.resolve(),
  options?: TestAppOptions,
): void {
  const start = async (): Promise<void> => {
    t = await createAppForBrowser(options);
    await prepare();
    b = await startBrowser(t);
  };
  const end = async (): Promise<void> => {
    await b.close();
    await t.close();
  };
  beforeAll(start);
  // A retried test starts with a new marketplace, without the data that its first attempt wrote.
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    await end();
    await start();
  });
  afterAll(end);
}
