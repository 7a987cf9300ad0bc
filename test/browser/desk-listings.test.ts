import sharp from 'sharp';
import { expect, it } from 'vitest';
import { create, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let photo: Buffer;

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#0b4f7d' } })
    .jpeg()
    .toBuffer();
});

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('the table keeps its filters in the address and acts on many at once, $name', async (kind) => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  await publish(t, owner, { title: 'Cheap one', price: 10_000 });
  await publish(t, owner, { title: 'Dear one', price: 90_000 });
  await create(t, owner, { title: 'Not priced', price: null, priceType: 'on_request' });
  const { page, context, errors } = await openDesk(b, owner, '/dealer/listings', kind);
  await page.getByRole('link', { name: 'Dear one' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.getByRole('button', { name: /^Draft/ }).click();
  await page.waitForURL(/status=DRAFT/);
  await page.getByRole('link', { name: 'Cheap one' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'Not priced' }).waitFor();
  expect(await page.locator('tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('searchbox').fill('dear');
  await page.waitForURL(/q=dear/);
  await page.getByRole('link', { name: 'Cheap one' }).waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('zzz');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Cheap one' }).waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('2 done').waitFor();
  await page.getByText('1 rejected').waitFor();
  expect(await page.locator('.results li').innerText()).toContain('Not priced');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  // The rejected listings stay selected.
  await page.getByText('1 selected').waitFor();
  await page.getByText('Paused').filter({ visible: true }).first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('columns are chosen, sorted and walked by keys', async () => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  await publish(t, owner, { title: 'Old one', price: 20_000 });
  await publish(t, owner, { title: 'New one', price: 90_000 });
  const { page, context } = await openDesk(b, owner, '/dealer/listings');
  await page.getByRole('button', { name: 'Price' }).click();
  await page.waitForURL(/sort=price&order=desc/);
  await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain('New one');
  expect(await page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  // Titles take the width of less important columns until the user chooses the columns.
  expect(await page.getByRole('columnheader', { name: 'Year' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Photos' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Photos' }).waitFor();
  await page.getByRole('columnheader', { name: 'Year' }).waitFor();
  await page.getByRole('link', { name: 'New one' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Old one');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Old one' }).waitFor();
  await page.goBack();
  await page.getByRole('columnheader', { name: 'Photos' }).waitFor();
  await context.close();
});

it.each([
  { name: 'on a desktop', phone: false, dark: true },
  { name: 'on a phone', phone: true, dark: false },
])('what the table shows gets a name, by keys, and is shown again, $name', async (kind) => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  await publish(t, owner, { title: 'On the market', externalId: 'A-1' });
  await create(t, owner, { title: 'A draft', externalId: 'B-2' });
  await create(t, owner, { title: 'Another draft', externalId: 'B-3' });
  const { page, context, errors } = await openDesk(b, owner, '/dealer/listings', kind);
  await page.getByRole('button', { name: 'Filters' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Draft', exact: true }).press('Space');
  await page.getByRole('checkbox', { name: 'Paused', exact: true }).press('Space');
  await page.getByLabel('Changed since').fill('2020-01-31');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Stock no.').press('Enter');
  await page.waitForURL(/status=DRAFT%2CPAUSED&changed=2020-01-31/);
  await page.getByRole('link', { name: 'On the market' }).waitFor({ state: 'detached' });
  expect(await page.locator('tbody tr').count()).toBe(2);
  await page.getByRole('button', { name: /Remove filter Changed since/ }).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('View name').fill('Unfinished');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Unfinished', exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto(`${b.origin}/dealer/listings?externalId=B-3`);
  await page.getByRole('link', { name: 'Another draft' }).waitFor();
  expect(await page.locator('tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Unfinished', exact: true }).click();
  await page.getByRole('link', { name: 'A draft', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?changed=2020-01-31&status=DRAFT%2CPAUSED');
  await page.getByRole('button', { name: 'View: Unfinished' }).click();
  await page.getByRole('button', { name: 'Delete view Unfinished' }).click();
  await page.getByText('No saved views yet.').waitFor();
  await page.getByText('View Unfinished deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'View: Unfinished' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('a vehicle is written by keys, refused at its field, kept over a reload and published', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/listings/new');
  await page.getByLabel('Category').focus();
  await page.keyboard.type('Tractor');
  await page.getByLabel('Make').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Type', { exact: true }).selectOption('standard-tractor-units');
  await page.getByLabel('Make').selectOption('man');
  await page.getByLabel('Model', { exact: true }).fill('TGX');
  await page.getByLabel('Year', { exact: true }).fill('1850');
  await page.getByLabel('Price', { exact: true }).fill('45 900');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('Mileage (km)').fill('412000');
  await page.getByLabel('Fuel', { exact: true }).selectOption('diesel');
  await page.reload();
  await page.getByText('have been restored').waitFor();
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('TGX');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('year');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2020');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/dealer\/listings\/lst_/);
  await page.getByRole('heading', { name: 'Missing details' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const id = new URL(page.url()).pathname.split('/').pop()!;
  const { data } = (await t.get(`/api/seller/listings/${id}`, { as: seller })).body;
  expect(data).toMatchObject({ brand: 'man', model: 'TGX', year: 2020, price: 45_900, status: 'DRAFT' });
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  await context.close();
});

it('tyres, texts in other languages and bodies are written, changed and taken away again', async () => {
  const { id } = await create(t, seller, {
    title: 'With tyres',
    contact: { name: 'Ida', phone: '+49 421 123456' },
  });
  const { page, context, errors } = await openDesk(b, seller, `/dealer/listings/${id}`, { dark: true });
  const read = async () => (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data;
  const save = async (): Promise<void> => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').last().waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  };
  await page.getByLabel('Body', { exact: true }).selectOption({ index: 1 });
  await page.getByText('Tyres', { exact: true }).click();
  const rear = page.getByRole('group', { name: 'Tyres, axle 2' });
  await rear.getByLabel('Tyre size').fill('315/70R22.5');
  await rear.getByLabel('Tread depth (mm)').fill('8,5');
  await page.getByText('Translations').click();
  await page.getByLabel('Add language').selectOption('de');
  await page.getByLabel('Title (German)').fill('Mit Reifen');
  expect(await accessibilityProblems(page)).toEqual([]);
  await save();
  expect(await read()).toMatchObject({
    bodyType: expect.any(String),
    tyres: [{ axle: 2, size: '315/70R22.5', treadMm: 8.5 }],
    translations: { de: { title: 'Mit Reifen' } },
  });
  await page.getByLabel('Tread depth (mm)').first().fill('');
  await page.getByLabel('Tyre size').first().fill('');
  await page.getByLabel('Title (German)').fill('');
  await page.getByLabel('Contact: phone').fill('');
  await save();
  const { tyres, translations, contact } = await read();
  expect([tyres ?? [], translations ?? {}]).toEqual([[], {}]);
  expect([contact.name, contact.phone ?? null]).toEqual(['Ida', null]);
  // The history lists the changes, without the texts.
  await page.getByText('History', { exact: true }).click();
  await page.getByText('Created').waitFor();
  await page
    .getByText(/Tyres: changed/)
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

it('photos are sent together, refused one by one, and ordered by buttons and by dragging', async () => {
  const { id } = await create(t, seller, { title: 'With photos' });
  const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`, { phone: true });
  await page.locator('input[type=file]').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'side.jpg', mimeType: 'image/jpeg', buffer: await sharp(photo).negate().jpeg().toBuffer() },
    { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
  ]);
  await page.getByText('letter.jpg couldn’t be added').waitFor();
  await expect.poll(() => page.locator('.photo').count()).toBe(2);
  expect(await accessibilityProblems(page)).toEqual([]);
  const order = async (): Promise<string[]> =>
    (await t.get(`/api/seller/listings/${id}/images`, { as: seller })).body.data.images.map(
      (image: { id: string }) => image.id,
    );
  const before = await order();
  await page.getByRole('button', { name: 'Move photo 2 forward' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(before.toReversed());
  await page.locator('.photo').nth(1).dragTo(page.locator('.photo').nth(0));
  await expect.poll(order).toEqual(before);
  await page.getByRole('button', { name: 'Delete photo 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await order()).toEqual(before);
  await page.getByRole('button', { name: 'Delete photo 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(order).toEqual(before.slice(1));
  await context.close();
});

it('photos that a reload has cut off are named', async () => {
  const { id } = await create(t, seller, { title: 'Cut off' });
  const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`);
  await page.route('**/images', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page
    .locator('.drop-zone input[type=file]')
    .setInputFiles({ name: 'rear.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText(/rear\.jpg, \d+%/).waitFor();
  await page.reload();
  await page.getByText(/weren’t uploaded because you left the page: rear\.jpg\./).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.reload();
  await page.getByRole('heading', { name: /Photos/ }).waitFor();
  expect(await page.getByText('weren’t uploaded').count()).toBe(0);
  await context.close();
});

it('two people change one listing, and nothing is overwritten silently', async () => {
  const { id } = await create(t, seller, { title: 'Contested', price: 50_000 });
  const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`);
  await page.getByLabel('Price', { exact: true }).fill('48000');
  await t.call('PATCH', `/api/seller/listings/${id}`, {
    as: seller,
    body: { price: 47_000, mileage: 400_000 },
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await dialog.getByRole('row', { name: /Price/ }).innerText()).toMatch(/48,000\s+47,000/);
  expect(await dialog.getByRole('row', { name: /Mileage/ }).innerText()).toContain('400,000');
  await dialog.getByRole('button', { name: 'Keep my version' }).click();
  await page.getByText('Saved.').waitFor();
  const { data } = (await t.get(`/api/seller/listings/${id}`, { as: seller })).body;
  expect(data).toMatchObject({ price: 48_000, mileage: 400_000 });
  await context.close();
});

it.each([
  { role: 'VIEWER', mayWrite: false, mayDelete: false },
  { role: 'AGENT', mayWrite: true, mayDelete: false },
  { role: 'MANAGER', mayWrite: true, mayDelete: true },
] as const)('$role sees what the role may do', async ({ role, mayWrite, mayDelete }) => {
  const { id } = await create(t, seller, { title: `For ${role}` });
  const member = await createTeamMember(t, seller.sellerId, role);
  const { page, context } = await openDesk(b, member, '/dealer/listings');
  await page.getByRole('link', { name: `For ${role}` }).waitFor();
  expect(await page.getByRole('link', { name: 'New listing' }).count()).toBe(mayWrite ? 1 : 0);
  expect(await page.locator('tbody input').count()).toBeGreaterThanOrEqual(mayWrite ? 1 : 0);
  await page.goto(`${b.origin}/dealer/listings/${id}`);
  await page.getByRole('heading', { level: 1, name: `For ${role}` }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(!mayWrite);
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(!mayDelete);
  await context.close();
});
