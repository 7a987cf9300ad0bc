/** Editor and inbox without a mouse: the tests click, fill and focus nothing by its name. */
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { openDesk } from '../support/desk.ts';
import { createBuyer, createSeller } from '../support/factories.ts';
import { keyTo, keyToText } from '../support/keys.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

it('a vehicle is written, refused at its field and saved', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/today');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await page.keyboard.type('new listing');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New listing' }).waitFor();
  await page.locator('[name=category]').waitFor();
  await keyTo(page, '[name=category]');
  await page.keyboard.type('Tractor');
  await page.locator('[name=brand] option').nth(2).waitFor({ state: 'attached' });
  await keyTo(page, '[name=brand]');
  await page.keyboard.type('MAN');
  await keyTo(page, '[name=model]');
  await page.keyboard.type('TGX');
  await keyTo(page, '[name=year]');
  await page.keyboard.type('1850');
  await page.keyboard.press('Control+s');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('year');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2020');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/dealer\/listings\/lst_/);
  const id = new URL(page.url()).pathname.split('/').pop()!;
  // The list of missing details leads to the field.
  await page.getByRole('heading', { name: 'Missing details' }).waitFor();
  await keyTo(page, '.missing button');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.matches("input, select, textarea")')).toBe(true);
  const { data } = (await t.get(`/api/seller/listings/${id}`, { as: seller })).body;
  expect(data).toMatchObject({ brand: 'man', model: 'TGX', year: 2020, status: 'DRAFT' });
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  await context.close();
});

it('conversations are walked, answered from a template, archived, and a buyer is blocked', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'DAF XF 480' });
  for (const message of ['First question', 'Second question']) {
    const buyer = await createBuyer(t);
    const inquiry = await t.post('/api/messages/conversations', { listing_id: id, message }, { as: buyer });
    expect(inquiry.status).toBe(201);
    t.clock.advance(1000);
  }
  await t.post(
    '/api/seller/message-templates',
    { name: 'Viewing', content: 'Come and see the {{vehicle}}.' },
    { as: seller },
  );
  const { page, context, errors } = await openDesk(b, seller, '/dealer/today');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.locator('.conversation').nth(1).waitFor();
  await page.keyboard.press('j');
  await page.locator('.message').getByText('Second question').waitFor();
  await page.keyboard.press('j');
  await page.locator('.message').getByText('First question').waitFor();
  await page.keyboard.press('r');
  await keyToText(page, 'Template');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Viewing' }).waitFor();
  await keyToText(page, 'Viewing');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('Come and see the DAF XF 480.');
  // The list of templates is closed, and Enter moves to the text.
  expect(await page.locator('[popover]:popover-open').count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  await page.locator('.message.own').getByText('Come and see the DAF XF 480.').waitFor();
  await keyToText(page, 'Archive', 'Shift+Tab');
  await page.keyboard.press('e');
  await page.getByText('Conversation archived.').waitFor();
  // The next conversation is shown before the list has reloaded.
  await page.locator('.message').getByText('Second question').waitFor();
  await keyToText(page, 'Block buyer');
  await page.keyboard.press('Enter');
  await keyTo(page, '.dialog .danger');
  await page.keyboard.press('Enter');
  await page.getByText('Blocked', { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('keys lead on from where an archived conversation stood, however long the list takes', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'DAF XF 480' });
  for (const message of ['First question', 'Second question', 'Third question']) {
    const buyer = await createBuyer(t);
    await t.post('/api/messages/conversations', { listing_id: id, message }, { as: buyer });
    t.clock.advance(1000);
  }
  const { page, context, errors } = await openDesk(b, seller, '/dealer/inbox');
  const waitForMessage = (text: string) => page.locator('.message').getByText(text).waitFor();
  await page.locator('.conversation').nth(2).waitFor();
  // The keys are pressed faster than the pages open.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await waitForMessage('Second question');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/messages\/conversations\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('e');
  await page.keyboard.press('k');
  await waitForMessage('Third question');
  await page.keyboard.press('j');
  await waitForMessage('First question');
  await page.keyboard.press('e');
  await waitForMessage('Third question');
  await page.keyboard.press('e');
  await page.getByText('Select a conversation.').waitFor();
  release();
  await expect
    .poll(
      async () => (await t.get('/api/messages/conversations', { as: seller })).body.data.conversations.length,
    )
    .toBe(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await waitForMessage('Third question');
  expect(errors).toEqual([]);
  await context.close();
});

it('a table is sorted and walked, its rows are chosen, paused together, and acted on one by one', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  for (const [title, price] of [
    ['Middle one', 20_000],
    ['Cheap one', 10_000],
    ['Dear one', 30_000],
  ] as const)
    await publish(t, seller, { title, price });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/listings');
  const titles = (): Promise<string[]> => page.locator('tbody tr td:nth-child(2) a').allInnerTexts();
  await page.getByRole('link', { name: 'Dear one' }).waitFor();
  await keyToText(page, 'Price');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=price&order=desc/);
  await expect.poll(titles).toEqual(['Dear one', 'Middle one', 'Cheap one']);
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=price&order=asc/);
  await expect.poll(titles).toEqual(['Cheap one', 'Middle one', 'Dear one']);

  await keyTo(page, '[aria-label="Select Cheap one"]');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('2 selected').waitFor();
  await keyToText(page, 'Pause');
  await page.keyboard.press('Enter');
  await page.getByText('2 done').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { listings } = (await t.get('/api/seller/listings?sort=price&order=asc', { as: seller })).body.data;
  expect(
    listings.map(({ title, status }: { title: string; status: string }) => `${title}: ${status}`),
  ).toEqual(['Cheap one: PAUSED', 'Middle one: PAUSED', 'Dear one: ACTIVE']);

  await keyTo(page, 'tbody tr:first-child .last-cell button');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Change price' }).waitFor();
  await page.keyboard.press('Escape');
  const row = 'document.activeElement.closest("tr").querySelector("a").textContent';
  expect(await page.evaluate(row)).toBe('Dear one');
  await page.keyboard.press('Enter');
  await keyToText(page, 'Change price');
  await page.keyboard.press('Enter');
  await keyTo(page, '[name=price]');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('28500');
  await page.keyboard.press('Enter');
  await page.getByText(/^Dear one: Active, €28,500/).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
