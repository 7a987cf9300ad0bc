/** An administrator's morning: review what came in overnight, decide, and find the decisions in the audit log. */
import { expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let newcomer: TestSeller;

testInBrowser(async () => {
  admin = await createAdmin(t);
  const known = await createSeller(t, { companyName: 'Hansa Trucks', verified: true, plan: 'premium' });
  newcomer = await createSeller(t, { companyName: 'Newcomer Trucks', verified: false });
  const { slug } = await publish(t, known, { title: 'Stolen lorry' });
  await t.put('/api/admin/settings/listings.moderation', { value: 'manual' }, { as: admin });
  await publish(t, known, { title: 'Honest lorry' });
  await publish(t, newcomer, { title: 'Doubtful lorry' });
  const report = { reason: 'stolen', details: 'It was taken from our yard.' };
  await t.post(`/api/listings/${slug}/report`, report, { as: await createBuyer(t) });
  const id = newId('doc', t.clock.now());
  await t.db
    .insertInto('seller_documents')
    .values({
      id,
      seller_id: newcomer.sellerId,
      user_id: newcomer.userId,
      filename: 'register.pdf',
      content_type: 'application/pdf',
      bytes: 2048,
      storage_key: `private/documents/${newcomer.sellerId}/${id}`,
      created_at: t.clock.now(),
    })
    .execute();
  await t.app.settle();
  await t.drainJobs();
});

it('starts with the pending work, and ends with empty queues and a log of it', async () => {
  const { page, context, errors } = await openDesk(b, admin, '/admin');
  await page.getByRole('link', { name: /dealers to verify/ }).waitFor();
  await page.getByRole('link', { name: /listings to review/ }).click();
  await page.getByRole('heading', { name: 'Honest lorry' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Doubtful lorry' }).waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('Reason', { exact: true }).selectOption('incomplete');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('This queue is empty.').waitFor();

  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('It was taken from our yard.').waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('Take down the reported content').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Take action' }).click();
  await page.getByText('This queue is empty.').waitFor();

  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByText('register.pdf', { exact: true }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('This queue is empty.').waitFor();

  // Leaving the page sends the pending decisions, so the log contains all of them.
  await page.goto(`${b.origin}/admin/audit`);
  const done = [
    'listing.approved',
    'listing.rejected',
    'listing.suspended',
    'report.resolved',
    'seller.verified',
  ];
  await expect
    .poll(async () => {
      const { rows } = await t.db
        .selectFrom('audit_log')
        .select('action')
        .where('actor_id', '=', admin.userId)
        .execute()
        .then((found) => ({ rows: found.map(({ action }) => action) }));
      return done.filter((action) => !rows.includes(action));
    })
    .toEqual([]);
  await page.reload();
  for (const action of done) await page.getByText(action, { exact: true }).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press('g');
  await page.keyboard.press('y');
  await page.getByText('Counted from the audit log.', { exact: false }).waitFor();
  await page.getByText('Show as table').first().click();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^moderation-\d{4}\.csv$/);

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByText('You’re all caught up. All queues are empty.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
