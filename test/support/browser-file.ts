/** What files of tests in a browser share: an app, a browser on it, and their end. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type BrowserForTests, createAppForBrowser, startBrowser } from './browser.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

/** Of the file that runs; files run one after the other. */
export let t: TestApp;
export let b: BrowserForTests;

/** Called once by a file: `prepare` fills the market before the browser starts. */
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
  // A test that is repeated begins in a market without what its first attempt has written.
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    await end();
    await start();
  });
  afterAll(end);
}
