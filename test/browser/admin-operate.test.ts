import { expect, it } from 'vitest';
import { noProblems } from '../support/axe.ts';
import { type BrowserForTests } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createListing, createSeller, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;

testInBrowser(async () => {
  admin = await createAdmin(t);
  await createListing(t, await createSeller(t), { title: 'MAN TGX' });
  await t.app.settle();
});

const open = (url: string, options?: Parameters<BrowserForTests['open']>[1]) =>
  openDesk(b, admin, url, options);

it('a setting is changed by its form, and rolled back from its history', async () => {
  const { page, context, errors } = await open('/admin/settings');
  await page.getByLabel('Search name or description').fill('moderation');
  await noProblems(page);
  await page.getByRole('button', { name: /Edit\W+listings\.moderation/ }).click();
  await page.getByLabel('Value').selectOption('manual');
  await noProblems(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const read = async () =>
    (await t.get('/api/admin/settings/listings.moderation', { as: admin })).body.data.value;
  expect(await read()).toBe('manual');
  await page.getByRole('button', { name: /Edit\W+listings\.moderation/ }).click();
  await page.getByRole('button', { name: 'Restore the default' }).click();
  await page.getByText('Previous value restored.').waitFor();
  expect(await read()).toBe('auto');
  expect(errors).toEqual([]);
  await context.close();
});

it('the import of implausible exchange rates asks for confirmation', async () => {
  const { page, context, errors } = await open('/admin/settings?name=exchangeRates');
  await page.getByText('Import rates').first().click();
  await page.getByLabel('One currency and rate per line').fill('USD,108\nGBP,0.85');
  await page.getByLabel('Date of the rates').fill('2026-11-20');
  await page.getByRole('button', { name: 'Import rates' }).click();
  await page.getByText('USD: 1.08 before, 108 now. Is this correct?').waitFor();
  await noProblems(page);
  await page.getByLabel('One currency and rate per line').fill('USD,1.09\nGBP,0.85');
  await page.getByRole('button', { name: 'Import rates' }).click();
  await page.getByText('Saved.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('a text is checked against the English one before it is saved', async () => {
  const { page, context, errors } = await open('/admin/translations?language=fr&q=desk.table.page');
  const field = page.getByLabel('ui.desk.table.page (fr)', { exact: true });
  await field.fill('Page {seite}');
  await page.getByText('{page} is missing.').waitFor();
  await page.getByText('{seite} is not a placeholder of this text.').waitFor();
  await noProblems(page);
  await field.fill('Page {page} sur {pages}');
  await page.getByRole('button', { name: /Save\W+ui\.desk\.table\.page$/ }).click();
  await page.getByText('Saved.').waitFor();
  expect((await t.get('/api/translations/fr')).body.data.texts['ui.desk.table.page']).toBe(
    'Page {page} sur {pages}',
  );
  expect(errors).toEqual([]);
  await context.close();
});

it('categories are put in order by keys; a brand is merged after a preview', async () => {
  const { page, context, errors } = await open('/admin/taxonomy/categories');
  const names = page.locator('.panel > .tree > li > .tree-row .link');
  await names.first().waitFor();
  await noProblems(page);
  const [first = '', second = ''] = await names.allTextContents();
  await names.first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await names.allTextContents())[0]).toBe(second);
  expect(await names.allTextContents()).toContain(first);
  await t.post('/api/admin/brands', { name: 'Mann Trucks', classes: ['TR'] }, { as: admin });
  await page.getByRole('link', { name: 'Brands', exact: true }).click();
  await page.getByLabel('Search brand or alias').fill('mann trucks');
  await page.getByRole('button', { name: /Merge\W+Mann Trucks/ }).click();
  await page.getByLabel('Merge into', { exact: true }).selectOption('man');
  await page.getByText('mann-trucks redirects to man.').waitFor();
  await noProblems(page);
  await page.getByLabel('Type mann-trucks to confirm').fill('mann-trucks');
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Merging in the background.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('an administrator makes one attribute of a category required and hides another', async () => {
  const { page, context, errors } = await open('/admin/taxonomy/categories');
  await page.getByRole('button', { name: 'Tractor units', exact: true }).click();
  await page.getByText('Listing fields').click();
  await page.getByLabel('Gears').selectOption('hidden');
  await page.getByLabel('Consumption').selectOption('required');
  await noProblems(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { attributes } = (await t.get('/api/categories/tractor-units')).body.data;
  const isRequired = (wanted: string) =>
    attributes.find(({ name }: { name: string }) => name === wanted)?.required;
  expect([isRequired('gears'), isRequired('fuelConsumption'), isRequired('powerKw')]).toEqual([
    undefined,
    true,
    false,
  ]);
  expect(errors).toEqual([]);
  await context.close();
});

it('the chain of the audit log is verified and compared with a head that was kept', async () => {
  const { page, context, errors } = await open('/admin/audit');
  await noProblems(page);
  await page.getByRole('button', { name: 'Verify integrity' }).click();
  await page.getByText(/entr(?:y|ies) verified\. No changes found\./).waitFor();
  await page.getByText('Compare with stored checkpoints').first().click();
  await page.getByLabel('Checkpoints', { exact: true }).fill(`1 ${'0'.repeat(64)}`);
  await page.getByRole('button', { name: 'Compare with stored checkpoints' }).click();
  await page.getByText('The log does not contain these checkpoints: 1.').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  expect(errors).toEqual([]);
  await context.close();
});

it.each([
  ['/admin/plans', 'Subscribers'],
  ['/admin/info', 'The built-in text is live.'],
  ['/admin/info/terms/en', 'Versions'],
  ['/admin/operations/jobs', 'Jobs'],
  ['/admin/operations/webhooks', 'Longest wait'],
  ['/admin/taxonomy/features', 'Vehicle types'],
  ['/admin/listings', 'MAN TGX'],
  ['/admin/review/documents', 'This queue is empty.'],
  ['/admin/review/reviews', 'This queue is empty.'],
])('%s is shown, on a phone in the dark too', async (url, text) => {
  for (const kind of [{}, { phone: true, dark: true }]) {
    const { page, context, errors } = await open(url, kind);
    await page.getByText(text).first().waitFor({ state: 'attached' });
    await noProblems(page);
    expect(errors).toEqual([]);
    await context.close();
  }
});
