/** Sends secrets to every endpoint that takes one. None may appear in log lines, the audit log or responses to other accounts. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/log.ts';
import { codeFor, newPerson, PASSWORD, register, resetTokenFor } from '../http/auth/support.ts';
import { createAdmin, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
const lines: string[] = [];
const secrets = new Map<string, string>();

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  t = await createTestApp({ asOwner: true, log: createLogger('trace', sink) });
});
afterAll(() => t.close());

it('no secret is written down', async () => {
  const NEXT = 'Canary#Password77';
  secrets.set('password', PASSWORD).set('new password', NEXT);
  const fresh = await register(t);
  const code = await codeFor(t, fresh.email);
  await t.post('/api/auth/verify-email', { email: fresh.email, code });
  const person = await newPerson(t);
  secrets.set('access token', person.token).set('refresh token', person.refreshToken);
  await t.post('/api/auth/forgot-password', { email: person.email });
  const resetToken = await resetTokenFor(t, person.email);
  secrets.set('reset token', resetToken);
  await t.post('/api/auth/reset-password', { token: resetToken, password: NEXT, confirmPassword: NEXT });

  const seller = await createSeller(t, { plan: 'enterprise' });
  secrets.set('token of the seller', seller.token);
  const created = await t.post(
    '/api/account/api-keys',
    { name: 'canary', scopes: ['listings:write'], password: TEST_PASSWORD },
    { as: seller },
  );
  const { key, signingSecret } = created.body.data.apiKey;
  secrets.set('API key', key).set('signing secret', signingSecret);
  const receiver = await startReceiver();
  const hook = await t.post('/api/webhooks', { url: receiver.url, events: ['*'] }, { as: seller });
  secrets.set('webhook secret', hook.body.data.webhook.secret);
  await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_declined' },
    { as: await createSeller(t) },
  );

  // Errors are logged too, and can quote their input.
  await t.post('/api/auth/login', { email: person.email, password: 'Canary#Wrong88' });
  secrets.set('wrong password', 'Canary#Wrong88');
  await t.post('/api/auth/refresh', { refreshToken: person.refreshToken });
  await t.get('/api/auth/me', { as: `${person.token}x` });
  await t.get('/api/listings', { headers: { 'x-api-key': `${key}x` } });
  await t.call('POST', '/api/auth/login', {
    payload: `{"password":"${NEXT}"`,
    headers: { 'content-type': 'application/json' },
  });
  await t.post('/api/seller/listings', { title: 'By key', category: 'trailers' }, { as: key });
  await t.post('/api/auth/register', {
    email: person.email,
    password: NEXT,
    name: 'Twice Here',
    role: 'BUYER',
  });
  await t.app.db.schema.alterTable('users').renameColumn('email', 'email_gone').execute();
  expect((await t.post('/api/auth/login', { email: person.email, password: NEXT })).status).toBe(500);
  await t.app.db.schema.alterTable('users').renameColumn('email_gone', 'email').execute();
  await t.drainJobs();
  await t.app.modules.webhooks.createDispatcher().deliverDue();
  await receiver.close();

  const admin = await createAdmin(t);
  const outputs = {
    log: lines.join(''),
    audit: JSON.stringify(await t.db.selectFrom('audit_log').selectAll().execute()),
    'audit for administrators': (await t.get('/api/admin/audit-log', { as: admin })).text,
    account: (await t.get(`/api/admin/users/${person.userId}`, { as: admin })).text,
    keys: (await t.get('/api/account/api-keys', { as: seller })).text,
    webhooks: (await t.get('/api/webhooks', { as: seller })).text,
    export: (await t.get('/api/auth/me/export', { as: seller })).text,
    metrics: (await t.get('/metrics')).text,
  };
  expect(outputs.log).toContain('a request failed');
  for (const [where, text] of Object.entries(outputs))
    for (const [name, secret] of secrets)
      expect(text.includes(secret) ? `${name} in ${where}` : 'nothing').toBe('nothing');
  // Six digits can also occur by chance within a longer number.
  const alone = new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`);
  expect([alone.test(outputs.log), alone.test(outputs.audit)]).toEqual([false, false]);
});
