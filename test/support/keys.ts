import type { Page } from 'playwright-core';

const PRESSES_MAX = 120;

/** Goes on with a key until what the selector names has the focus, as somebody without a mouse does. */
export async function keyTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  const condition = `document.activeElement.matches(${JSON.stringify(selector)})`;
  for (let n = 0; n < PRESSES_MAX; n++) {
    if ((await page.evaluate(condition)) === true) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} is not reached by ${key}`);
}
