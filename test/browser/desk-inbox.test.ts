import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import {
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

interface Inquiry {
  readonly seller: TestSeller;
  readonly buyer: TestUser;
  readonly id: string;
}

async function inquire(message: string): Promise<Inquiry> {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const buyer = await createBuyer(t);
  const { id } = await publish(t, seller, { title: 'DAF XF 480', price: 61_000 });
  const response = await t.post('/api/messages/conversations', { listing_id: id, message }, { as: buyer });
  return { seller, buyer, id: response.body.data.conversation.id };
}

const messagesOf = async ({ id, buyer }: Inquiry): Promise<string[]> =>
  (await t.get(`/api/messages/conversations/${id}`, { as: buyer })).body.data.messages.map(
    ({ content }: { content: string }) => content,
  );

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('an inquiry is read, answered from a template and archived, $name', async (kind) => {
  const inquiry = await inquire('Is the price negotiable?');
  const { seller, buyer, id } = inquiry;
  await t.post(
    '/api/seller/message-templates',
    { name: 'Viewing', content: 'Dear {{name}}, come on {{day}} to see the {{vehicle}} for {{price}}.' },
    { as: seller },
  );
  const { page, context, errors } = await openDesk(b, seller, '/dealer/inbox', kind);
  await page.locator('.conversation.unread').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page
    .getByRole('link', { name: /DAF XF 480/ })
    .first()
    .click();
  await page.locator('.message').getByText('Is the price negotiable?').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  // The message is marked as read when it is displayed, so the badge disappears.
  await expect
    .poll(async () => (await t.get('/api/messages/unread', { as: seller })).body.data.unreadCount)
    .toBe(0);
  await page.getByRole('button', { name: 'Template' }).click();
  await page.getByRole('button', { name: 'Viewing' }).click();
  await page.getByLabel('day').fill('Friday');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Insert' }).click();
  // A draft survives a reload.
  await page.reload();
  const field = page.getByLabel('Your reply');
  await expect
    .poll(() => field.inputValue())
    .toMatch(/come on Friday to see the DAF XF 480 for €61,000 incl\. VAT\.$/);
  await field.press('Control+Enter');
  await expect.poll(() => field.inputValue()).toBe('');
  expect((await messagesOf(inquiry))[0]).toMatch(/come on Friday/);
  // The buyer's next message appears without a reload.
  await t.post(`/api/messages/conversations/${id}`, { content: 'Friday is fine.' }, { as: buyer });
  await page.locator('.message').getByText('Friday is fine.').waitFor();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText('Conversation archived.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('a message brings an archived conversation back into the open list, by itself', async () => {
  const { seller, buyer, id } = await inquire('First question');
  await t.put(`/api/messages/conversations/${id}/read`, undefined, { as: seller });
  await t.put(`/api/messages/conversations/${id}/archive`, undefined, { as: seller });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/inbox');
  await page.getByText('No conversations').waitFor();
  await t.post(`/api/messages/conversations/${id}`, { content: 'Are you there?' }, { as: buyer });
  await page.locator('.conversation.unread').getByText('Are you there?').waitFor();
  await page.getByRole('button', { name: 'Archived', exact: true }).click();
  await page.getByText('No conversations').waitFor();
  // An archived conversation that is open when the message arrives.
  await t.put(`/api/messages/conversations/${id}/archive`, undefined, { as: seller });
  await page.goto(`${b.origin}/dealer/inbox/${id}?show=archived`);
  await page.getByRole('button', { name: 'Move to inbox' }).waitFor();
  await t.post(`/api/messages/conversations/${id}`, { content: 'Hello?' }, { as: buyer });
  await page.locator('.message').getByText('Hello?').waitFor();
  await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
  await page.locator('.conversation').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await context.close();
});

it('keys walk the conversations, answer and send; a file goes along', async () => {
  const inquiry = await inquire('First question');
  const { seller } = inquiry;
  const { page, context } = await openDesk(b, seller, '/dealer/inbox');
  await page.locator('.conversation').waitFor();
  await page.keyboard.press('j');
  await page.locator('.message').getByText('First question').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.type('Here it is.');
  await page.locator('.composer input[type=file]').setInputFiles({
    name: 'papers.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  });
  await page.getByText('papers.pdf').waitFor();
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect.poll(async () => (await messagesOf(inquiry)).length).toBe(2);
  await page.locator('.message.own').getByRole('link', { name: 'papers.pdf' }).waitFor();
  await context.close();
});

it('a message is reported and its sender blocked; a viewer may only read', async () => {
  const inquiry = await inquire('Pay me in advance abroad, please.');
  const { seller, id, buyer } = inquiry;
  const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
  const reading = await openDesk(b, viewer, `/dealer/inbox/${id}`);
  await reading.page.locator('.message').waitFor();
  expect(await reading.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  expect((await t.get('/api/messages/unread', { as: seller })).body.data.unreadCount).toBe(1);
  await reading.context.close();
  const { page, context } = await openDesk(b, seller, `/dealer/inbox/${id}`);
  await page.locator('.message').waitFor();
  await page.getByRole('button', { name: 'Report last message' }).click();
  await page.getByLabel('Reason').selectOption('fraud');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send report', exact: true }).click();
  await page.getByText('An administrator will review it.').waitFor();
  const block = async (response: string): Promise<void> => {
    await page.getByRole('button', { name: 'Block buyer' }).click();
    await page.getByRole('dialog').getByText('Neither side can send messages').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: response }).click();
  };
  const blocks = async (): Promise<unknown[]> =>
    (await t.get('/api/messages/blocks', { as: seller })).body.data.blocks;
  await block('Cancel');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await blocks()).toEqual([]);
  await block('Block buyer');
  await page.getByText('is blocked. Your team won’t receive their messages').waitFor();
  // Undo reverts an accidental press.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/ unblocked\./).waitFor();
  await block('Block buyer');
  await page.getByText('Blocked', { exact: true }).waitFor();
  const write = () => t.post(`/api/messages/conversations/${id}`, { content: 'Hello?' }, { as: buyer });
  expect((await write()).status).toBe(403);
  await page.reload();
  await page.getByText('Blocked', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Unblock' }).press('Enter');
  await page.getByText(/ unblocked\./).waitFor();
  expect((await write()).status).toBe(201);
  await context.close();
});

it('what can be done with a conversation fits a phone, in German, too', async () => {
  const { seller, id } = await inquire('Is it still there?');
  const { page, context } = await openDesk(b, seller, `/dealer/inbox/${id}`, { phone: true });
  await page.evaluate("localStorage.setItem('fw-language', 'de')");
  await page.reload();
  await page.getByRole('button', { name: 'Käufer blockieren' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await context.close();
});

it('a phone shows the newest message of a long conversation above the reply field', async () => {
  const { seller, buyer, id } = await inquire('Message 1');
  for (let i = 2; i <= 12; i++)
    await t.post(`/api/messages/conversations/${id}`, { content: `Message ${i}` }, { as: buyer });
  const { page, context } = await openDesk(b, seller, '/dealer/inbox', { phone: true });
  await page
    .getByRole('link', { name: /DAF XF 480/ })
    .first()
    .click();
  const newest = page.locator('.message').getByText('Message 12', { exact: true });
  await newest.waitFor();
  await expect
    .poll(async () => {
      const message = (await newest.boundingBox())!;
      const composer = (await page.locator('.composer').boundingBox())!;
      return message.y > 0 && message.y + message.height <= composer.y;
    })
    .toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.close();
});

it('templates are written, refused at the field, changed and deleted with a way back', async () => {
  const { seller } = await inquire('Hello');
  const { page, context } = await openDesk(b, seller, '/dealer/templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Text').fill('Dear {{name');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Name').fill('Greeting');
  await page.getByLabel('Text').fill('Dear {{name}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Greeting' }).waitFor();
  await page.getByRole('button', { name: 'Delete Greeting' }).click();
  await page.getByRole('heading', { name: 'Greeting' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Greeting' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.close();
});

it('a message is shown even if it arrives before the page opens its event stream', async () => {
  const inquiry = await inquire('Is it still there?');
  const { page, context } = await openDesk(b, inquiry.seller, `/dealer/inbox/${inquiry.id}`);
  let openStream = (): void => undefined;
  const mayOpen = new Promise<void>((resolve) => {
    openStream = resolve;
  });
  await page.route('**/notifications/stream', async (route) => {
    await mayOpen;
    await route.continue();
  });
  await page.reload();
  await page.locator('.message').getByText('Is it still there?').waitFor();
  await t.post(
    `/api/messages/conversations/${inquiry.id}`,
    { content: 'I can come today.' },
    { as: inquiry.buyer },
  );
  openStream();
  await page.locator('.message').getByText('I can come today.').waitFor();
  await context.close();
});
