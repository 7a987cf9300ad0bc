/** Unsaved input in the listing editor. */
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { openDesk } from '../support/desk.ts';
import { createSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

it('stays when the listing is paused meanwhile, and is saved then', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'DAF XF 480' });
  const { page, context, errors } = await openDesk(b, seller, `/dealer/listings/${id}`);
  const model = page.locator('[name=model]');
  await model.fill('TGX 4');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.locator('.state', { hasText: 'Paused' }).first().waitFor();
  expect(await model.inputValue()).toBe('TGX 4');
  await model.press('Control+s');
  await expect
    .poll(async () => (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data.model)
    .toBe('TGX 4');
  expect(errors).toEqual([]);
  await context.close();
});
