import type { BrowserForTests, OpenPage } from './browser.ts';
import { TEST_PASSWORD, type TestUser } from './factories.ts';

/** Opens a URL of the app and signs in on the page to which it redirects. */
export async function openDesk(
  b: BrowserForTests,
  user: TestUser,
  url: string,
  options: Parameters<BrowserForTests['open']>[1] = {},
): Promise<OpenPage> {
  // The form works as soon as it is there.
  const opened = await b.open(url, { ...options, waitUntil: 'load' });
  await opened.page.getByLabel('Email').fill(user.email);
  await opened.page.getByLabel('Password').fill(TEST_PASSWORD);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.locator('main h1').waitFor();
  return opened;
}
