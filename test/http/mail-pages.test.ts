import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PASSWORD = 'Longhaul24';

async function register(email: string): Promise<void> {
  const form = { email, password: PASSWORD, name: 'Anna Petersen', role: 'BUYER' };
  expect((await t.post('/api/auth/register', form)).status).toBe(201);
}

/** The path of the link in the last mail to somebody. */
async function linkTo(email: string): Promise<URL> {
  await t.drainJobs();
  const mail = t.mailbox.findLast((each) => each.to === email);
  return new URL(/https:\/\/market\.example\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

/** Opens a page as a browser would, fills its form in and sends it; what the page then says. */
async function fillIn(link: URL, values: Readonly<Record<string, string>>): Promise<string> {
  const page = await t.get(link.pathname + link.search);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  const script = await t.get(/<script src="([^"]+)">/.exec(page.text)?.[1] ?? '');
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const asked = [...page.text.matchAll(/<input name="(\w+)"/g)].map((match) => match[1]);
  expect(asked).toEqual(Object.keys(values));
  const [, task, done] = /data-task="(\w+)" data-done="([^"]+)"/.exec(page.text) ?? [];
  const output = { textContent: '' };
  let submit: ((event: unknown) => Promise<void>) | null = null;
  const form = {
    hidden: false,
    dataset: { task, done },
    addEventListener: (_name: string, listener: typeof submit) => void (submit = listener),
  };
  runInNewContext(script.text, {
    document: { querySelector: (name: string) => (name === 'form' ? form : output) },
    location: link,
    URLSearchParams,
    FormData: function entriesOf() {
      return Object.entries(values);
    },
    fetch: async (path: string, init: { method: string; headers: Record<string, string>; body: string }) => {
      const answer = await t.call(init.method, path, { headers: init.headers, payload: init.body });
      return { json: async () => answer.body };
    },
  });
  await (submit as unknown as (event: unknown) => Promise<void>)({ preventDefault: () => undefined });
  expect(form.hidden).toBe(output.textContent === done);
  return output.textContent;
}

describe('the page behind the link of a reset', () => {
  it('sets the password, once', async () => {
    const email = 'reset@example.org';
    await register(email);
    await t.post('/api/auth/forgot-password', { email });
    const link = await linkTo(email);
    const form = (password: string, confirmPassword = password) => ({ password, confirmPassword });
    expect(await fillIn(link, form('short'))).toContain('8 characters');
    expect(await fillIn(link, form('Newhaul24', 'Newhaul25'))).toContain('must match');
    expect(await fillIn(link, form('Newhaul24'))).toBe(
      'Your password has been changed. Please sign in with it.',
    );
    expect((await t.post('/api/auth/login', { email, password: 'Newhaul24' })).status).toBe(200);
    expect(await fillIn(link, form('Newhaul26'))).toContain('The reset token is wrong');
  });

  it('speaks German when asked', async () => {
    const page = await t.get('/reset-password', { headers: { 'accept-language': 'de-AT' } });
    expect(page.text).toContain('<html lang="de">');
    expect(page.headers['cache-control']).toBe('private, no-store');
  });
});

describe('the page behind the link of an invitation', () => {
  it('makes who signs in a member, and leaves no session behind', async () => {
    const email = 'member@example.org';
    await register(email);
    const owner = await createSeller(t, { plan: 'professional' });
    await t.post('/api/seller/team/invitations', { email, role: 'AGENT' }, { as: owner });
    const link = await linkTo(email);
    expect(await fillIn(link, { email, password: 'Wrong1234' })).toContain('wrong');
    expect(await fillIn(link, { email, password: PASSWORD })).toBe('You are a member of the team.');
    const team = await t.get('/api/seller/team', { as: owner });
    expect(team.body.data.members).toHaveLength(2);
    const { userId } = team.body.data.members.find((member: { role: string }) => member.role === 'AGENT');
    const live = t.db.selectFrom('sessions').select('id').where('user_id', '=', userId);
    expect(await live.where('ended_at', 'is', null).execute()).toEqual([]);
  });
});
