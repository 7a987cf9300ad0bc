/** What files of tests in a browser share: an app, a browser on it, and their end. */
import { afterAll, beforeAll } from 'vitest';
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
  beforeAll(async () => {
    t = await createAppForBrowser(options);
    await prepare();
    b = await startBrowser(t);
  });
  afterAll(async () => {
    await b.close();
    await t.close();
  });
}
