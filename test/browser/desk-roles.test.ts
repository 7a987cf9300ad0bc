/** Each team role in each area: permitted controls are shown, others are disabled or missing, and no page fails. */
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { insertConversation } from '../http/sellers/talk.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createBuyer, createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

const ROLES = ['VIEWER', 'AGENT', 'MANAGER', 'OWNER'] as const;
type Role = (typeof ROLES)[number];

interface AreaPage {
  readonly path: string;
  /** Name of the button, or of the element of kind `as`, that only this role and higher ones have. */
  readonly control: string | RegExp;
  readonly as?: 'checkbox' | 'combobox' | 'heading' | 'textbox';
  readonly least: Role;
  /** Text that shows that the page has loaded its data, for roles without the control. */
  readonly without?: string;
}

const TITLE = 'Volvo FH 500';
const REFUSED = 'You don’t have access to this page';

const pagesWith = (listingId: string): readonly AreaPage[] => [
  { path: 'today', control: /^Renew/, least: 'AGENT' },
  { path: 'listings', control: 'Select all on this page', as: 'checkbox', least: 'AGENT', without: TITLE },
  { path: 'listings/new', control: 'Save as draft', least: 'AGENT' },
  { path: `listings/${listingId}`, control: /^Model/, as: 'textbox', least: 'AGENT' },
  { path: 'templates', control: 'New template', least: 'AGENT', without: 'Templates' },
  { path: 'imports', control: 'Export your stock', least: 'VIEWER' },
  { path: 'imports', control: 'New import', least: 'MANAGER' },
  { path: 'feed', control: 'Save schedule', least: 'MANAGER' },
  { path: 'statistics', control: 'Download vehicles (CSV)', least: 'VIEWER' },
  { path: `statistics/${listingId}`, control: 'Period', as: 'combobox', least: 'VIEWER' },
  { path: 'reviews', control: 'Reply', least: 'AGENT' },
  { path: 'company', control: 'Save', least: 'MANAGER' },
  { path: 'team', control: 'Leave team', least: 'VIEWER' },
  { path: 'team', control: 'Invite', least: 'MANAGER' },
  { path: 'plan', control: 'Yearly', least: 'MANAGER', without: REFUSED },
  { path: 'plan', control: 'Choose Starter', least: 'OWNER', without: REFUSED },
  {
    path: 'invoices',
    control: 'No invoices yet.',
    as: 'heading',
    least: 'MANAGER',
    without: REFUSED,
  },
  { path: 'developer/keys', control: 'New API key', least: 'VIEWER' },
  { path: 'developer/webhooks', control: 'New webhook', least: 'MANAGER' },
];

let seller: TestSeller;
let listingId: string;

testInBrowser(async () => {
  seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true, plan: 'premium' });
  ({ id: listingId } = await publish(t, seller, { title: TITLE }));
  const buyer = await createBuyer(t, { name: 'Ben Buyer' });
  await insertConversation(t, buyer, seller);
  const review = { rating: 4, title: 'Fair', text: 'As described.' };
  expect((await t.post(`/api/sellers/${seller.slug}/reviews`, review, { as: buyer })).status).toBe(201);
  await t.app.settle();
});

it.each(ROLES)('%s has exactly the rights of the role in each area', { timeout: 240_000 }, async (role) => {
  const member = role === 'OWNER' ? seller : await createTeamMember(t, seller.sellerId, role);
  const { page, context, errors } = await openDesk(b, member, '/dealer/today');
  const { origin } = new URL(page.url());
  for (const { path, control, as = 'button', least, without } of pagesWith(listingId)) {
    await page.goto(`${origin}/dealer/${path}`);
    await page.locator('main h1').waitFor();
    const found = page.locator('main').getByRole(as, { name: control, exact: true }).first();
    const may = ROLES.indexOf(role) >= ROLES.indexOf(least);
    if (may || without === undefined) {
      await found.waitFor({ timeout: 10_000 });
      // The content of the page may still be loading.
      await expect
        .poll(async () => [path, String(control), await found.isEnabled()])
        .toEqual([path, String(control), may]);
    } else {
      await page.locator('main').getByText(without).or(found).first().waitFor();
      // The page does not offer a retry, because the response would be the same.
      if (without === REFUSED && !(await found.isVisible()))
        expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect([path, String(control), await found.isEnabled({ timeout: 1 }).catch(() => false)]).toEqual([
        path,
        control,
        false,
      ]);
    }
    await noProblems(page);
  }
  // The server rejects what a role cannot read, and the page reports it; a feed that is not set up is 404.
  expect(errors.filter((error) => !/status of 40[34]/.test(error))).toEqual([]);
  await context.close();
});
