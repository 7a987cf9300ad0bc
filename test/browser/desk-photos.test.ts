import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create } from '../http/listings/bodies.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createSeller } from '../support/factories.ts';
import { keyTo } from '../support/keys.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

const COLOURS = ['#0b4f7d', '#ffb000', '#a8231c'] as const;
const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName');

it.each([
  { name: 'on a desktop', phone: false, dark: true },
  { name: 'on a phone', phone: true, dark: false },
])('photos are chosen, ordered, made the first and deleted by keys alone, $name', async (kind) => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await create(t, seller, { title: 'By keys' });
  const { page, context, errors } = await openDesk(b, seller, `/dealer/listings/${id}`, kind);
  const order = async (): Promise<string[]> =>
    (await t.get(`/api/seller/listings/${id}/images`, { as: seller })).body.data.images.map(
      (image: { id: string }) => image.id,
    );
  await page.locator('.drop-zone').waitFor();
  // Start waiting before the click, so that the event is not missed.
  const chosen = page.waitForEvent('filechooser');
  await keyTo(page, '.drop-zone input');
  await page.keyboard.press('Enter');
  const chooser = await chosen;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles(
    await Promise.all(
      COLOURS.map(async (background, n) => ({
        name: `photo-${n}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      })),
    ),
  );
  await expect.poll(() => page.locator('.photo').count()).toBe(3);
  const [first, second, third] = await order();

  // Moves the last photo forward twice. The focus follows the photo and stays on it where it cannot move further.
  await keyTo(page, '[aria-label="Move photo 3 forward"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([first, third, second]);
  await expect.poll(() => focused(page)).toBe('Move photo 2 forward');
  await page.getByText('Photo moved to position 2.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(order).toEqual([third, first, second]);
  await expect.poll(() => focused(page)).toBe('Move photo 1 back');

  // Makes another photo the cover in one step.
  await keyTo(page, '[aria-label="Make photo 3 the cover"]');
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([second, third, first]);
  await expect.poll(() => focused(page)).toBe('Move photo 1 back');
  await noProblems(page);

  const remove = async (): Promise<void> => {
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('You can’t undo this.').waitFor();
    await keyTo(page, '.dialog .danger');
    await page.keyboard.press('Enter');
  };
  await keyTo(page, '[aria-label="Delete photo 2"]');
  await remove();
  await expect.poll(() => page.locator('.photo').count()).toBe(2);
  expect(await order()).toEqual([second, first]);
  await expect.poll(() => focused(page)).toBe('Delete photo 2');
  await remove();
  await expect.poll(() => focused(page)).toBe('Delete photo 1');
  await remove();
  await expect.poll(order).toEqual([]);
  // With no photos left, the focus moves to the drop zone.
  await expect.poll(() => page.evaluate('document.activeElement.matches(".drop-zone input")')).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});
