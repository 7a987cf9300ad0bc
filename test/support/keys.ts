import type { Page } from 'playwright-core';

/** A form of a listing has some hundred fields and boxes. */
const PRESSES_MAX = 400;

/** Goes on with a key until what the selector names has the focus, as somebody without a mouse does. */
export function keyTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  return pressUntil(page, `document.activeElement.matches(${JSON.stringify(selector)})`, key);
}

/** The same for what says this. */
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
