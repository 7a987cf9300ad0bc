import type { Page } from 'playwright-core';

/** Above the number of controls on the largest page: a listing form has a few hundred. */
const PRESSES_MAX = 400;

/** Presses a key until the element of the selector has the focus, as keyboard users do. */
export function keyTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  return pressUntil(page, `document.activeElement.matches(${JSON.stringify(selector)})`, key);
}

/** Presses a key until the element with this text has the focus. */
export function keyToText(page: Page, text: string, key = 'Tab'): Promise<void> {
  return pressUntil(page, `document.activeElement.textContent.trim() === ${JSON.stringify(text)}`, key);
}

async function pressUntil(page: Page, condition: string, key: string): Promise<void> {
  for (let n = 0; n < PRESSES_MAX; n++) {
    if ((await page.evaluate(condition)) === true) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${condition} is not reached by ${key}`);
}
