import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  buyerForm,
  errorOf,
  lastMailTo,
  newEmail,
  newPerson,
  PASSWORD,
  register,
  resetTokenFor,
  signIn,
  verifyAddress,
} from './support.ts';
import { toMidnight } from '../../support/day.ts';
import { createApiKey, createSeller } from '../../support/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const NEW_PASSWORD = 'Another#Trailer7';
const requestReset = (email: string, headers: Record<string, string> = {}) =>
  t.post('/api/auth/forgot-password', { email }, { headers });
const reset = (token: string, password = NEW_PASSWORD, confirmPassword = password) =>
  t.post('/api/auth/reset-password', { token, password, confirmPassword });
const change = (token: string, body: Record<string, unknown>) =>
  t.post('/api/auth/change-password', body, { as: token });
const login = (email: string, password: string) => t.post('/api/auth/login', { email, password });

describe('POST /auth/forgot-password', () => {
  it('200: the same response and the same work for every address', async () => {
    const [known, suspended] = [await register(t), await register(t)];
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute();
    await t.drainJobs();
    const sent = t.mailbox.length;
    const responses = [
      await requestReset(known.email),
      await requestReset(suspended.email),
      await requestReset(newEmail()),
    ];
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(responses[0]?.body).toEqual({ success: true, message: expect.any(String) });
    const { count } = await t.db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('name', '=', 'auth.send-password-reset')
      .executeTakeFirstOrThrow();
    expect(count).toBe(3);
    await t.drainJobs();
    expect(t.mailbox.slice(sent).map((mail) => mail.to)).toEqual([known.email]);
  });

  it('200: the link begins with our own address, whatever host the request names', async () => {
    const person = await register(t);
    await requestReset(person.email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    });
    const mail = await lastMailTo(t, person.email);
    expect(mail.text).toMatch(/https:\/\/market\.example\/reset-password\?token=fwpr_[\w-]{43}/);
    expect(mail.text + (mail.html ?? '')).not.toContain('evil');
  });

  it('200: in German; and no more than five emails an hour', async () => {
    const person = await register(t, buyerForm({ language: 'de' }));
    for (let i = 0; i < 8; i++) {
      await requestReset(person.email);
      await t.drainJobs();
    }
    const letters = t.mailbox.filter((mail) => mail.to === person.email && mail.text.includes('fwpr_'));
    expect(letters).toHaveLength(5);
    expect(letters[0]?.subject).toContain('zurücksetzen');
  });

  it('200: at most ten emails a day per mailbox, whatever follows the plus', async () => {
    toMidnight(t.clock);
    const [name, host] = ['many', 'resets.example'];
    const people = [
      await register(t, buyerForm({ email: `${name}@${host}` })),
      await register(t, buyerForm({ email: `${name}+again@${host}` })),
    ];
    for (let hour = 0; hour < 4; hour++) {
      for (const { email } of people)
        for (let i = 0; i < 3; i++) {
          await requestReset(email);
          await t.drainJobs();
        }
      t.clock.advance(HOUR_MS);
    }
    const letters = t.mailbox.filter(({ to, text }) => to.endsWith(host) && text.includes('fwpr_'));
    expect(letters).toHaveLength(10);
    t.clock.advance(DAY_MS);
    await requestReset(`${name}@${host}`);
    await t.drainJobs();
    expect(t.mailbox.filter(({ to, text }) => to.endsWith(host) && text.includes('fwpr_'))).toHaveLength(11);
  });

  it('422: no address', async () => {
    expect(errorOf(await t.post('/api/auth/forgot-password', {}))).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('POST /auth/reset-password', () => {
  it('200: a new password, all sessions ended, and an email that says so', async () => {
    const person = await newPerson(t);
    await requestReset(person.email);
    const response = await reset(await resetTokenFor(t, person.email));
    expect(response.body).toEqual({ success: true, message: expect.any(String) });
    expect(errorOf(await t.get('/api/auth/me', { as: person }))).toEqual([401, 'INVALID_TOKEN']);
    const refreshed = await t.post('/api/auth/refresh', { refreshToken: person.refreshToken });
    expect(errorOf(refreshed)).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await login(person.email, PASSWORD))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await login(person.email, NEW_PASSWORD)).status).toBe(200);
    expect((await lastMailTo(t, person.email)).subject).toContain('was changed');
  });

  it('200: all API keys of the account end with the old password, and an email states their number', async () => {
    const person = await newPerson(t);
    const stranger = await newPerson(t);
    const keys = [
      await createApiKey(t, person.userId, ['messages:read']),
      await createApiKey(t, person.userId, ['listings:read']),
    ];
    const otherKey = await createApiKey(t, stranger.userId, ['listings:read']);
    await requestReset(person.email);
    await reset(await resetTokenFor(t, person.email));
    for (const key of keys)
      expect(errorOf(await t.get('/v1/auth/verify', { as: key }))).toEqual([401, 'INVALID_API_KEY']);
    expect((await t.get('/v1/auth/verify', { as: otherKey })).status).toBe(200);
    expect((await lastMailTo(t, person.email)).text).toContain('API keys revoked: 2.');
    const log = await t.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject_id', '=', person.userId)
      .execute();
    expect(log).toEqual([{ action: 'password.reset', after: { revokedKeys: 2 } }]);
  });

  it('200: webhooks and invitations created before the address was verified become inactive', async () => {
    const setUp = async (emailVerified: boolean) => {
      const owner = await createSeller(t, { plan: 'enterprise', emailVerified });
      const hook = await t.post(
        '/api/seller/webhooks',
        { url: 'https://hooks.example.com/x', events: ['*'] },
        { as: owner },
      );
      const guest = { email: newEmail(), role: 'MANAGER' };
      const invited = await t.post('/api/seller/team/invitations', guest, { as: owner });
      expect([hook.status, invited.status]).toEqual([201, 201]);
      return owner;
    };
    const readRemaining = async (email: string) => {
      const as = (await login(email, NEW_PASSWORD)).body.data.accessToken;
      const hooks = (await t.get('/api/seller/webhooks', { as })).body.data.webhooks;
      const { invitations } = (await t.get('/api/seller/team', { as })).body.data;
      return [hooks.map((hook: { status: string }) => hook.status), invitations.length];
    };
    const [unverified, verified, bystander] = [await setUp(false), await setUp(true), await setUp(false)];
    for (const { email } of [unverified, verified]) {
      await requestReset(email);
      expect((await reset(await resetTokenFor(t, email))).status).toBe(200);
    }
    expect(await readRemaining(unverified.email)).toEqual([['disabled'], 0]);
    expect(await readRemaining(verified.email)).toEqual([['active'], 1]);
    const { webhooks } = (await t.get('/api/seller/webhooks', { as: bystander })).body.data;
    expect(webhooks[0].status).toBe('active');
    expect((await t.get('/api/seller/team', { as: bystander })).body.data.invitations).toHaveLength(1);
  });

  it('a sign-in, a change and a new key with the old password that are on their way do not outlive it', async () => {
    const person = await newPerson(t);
    await verifyAddress(t, person);
    await requestReset(person.email);
    const token = await resetTokenFor(t, person.email);
    const racing = [
      () => login(person.email, PASSWORD),
      () =>
        t.post(
          '/api/account/api-keys',
          { name: 'x', scopes: ['listings:read'], password: PASSWORD },
          { as: person },
        ),
      () =>
        change(person.token, {
          currentPassword: PASSWORD,
          newPassword: 'Thief#Lorry42',
          confirmPassword: 'Thief#Lorry42',
        }),
    ];
    const [done, ...otherResults] = await Promise.all([reset(token), ...racing.map((send) => send())]);
    if (done.status === 200) {
      for (const { body } of otherResults) {
        const { accessToken, apiKey } = body.data ?? {};
        for (const as of [accessToken, apiKey?.key].filter((credential) => credential !== undefined))
          expect((await t.get('/api/auth/verify', { as })).status).toBe(401);
      }
      expect((await login(person.email, NEW_PASSWORD)).status).toBe(200);
      const { live } = await t.db
        .selectFrom('api_keys')
        .select((eb) => eb.fn.countAll<number>().as('live'))
        .where('user_id', '=', person.userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      expect(live).toBe(0);
    } else {
      // The password change came first and invalidated the token.
      expect(errorOf(done)).toEqual([400, 'INVALID_RESET_TOKEN']);
    }
  });

  it('400: of twenty at the same time one succeeds; used, unknown and outdated tokens look alike', async () => {
    const person = await register(t);
    await requestReset(person.email);
    const first = await resetTokenFor(t, person.email);
    await requestReset(person.email);
    const second = await resetTokenFor(t, person.email);
    expect(second).not.toBe(first);
    const responses = await Promise.all(Array.from({ length: 20 }, () => reset(second)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const refusals = [
      ...responses.filter((response) => response.status !== 200),
      await reset(second),
      await reset(first),
      await reset('nonsense'),
    ];
    for (const response of refusals) expect(errorOf(response)).toEqual([400, 'INVALID_RESET_TOKEN']);
    expect(new Set(refusals.map((response) => response.text)).size).toBe(1);
  });

  it('400: an hour later', async () => {
    const freshApp = await createTestApp();
    try {
      const person = await register(freshApp);
      await freshApp.post('/api/auth/forgot-password', { email: person.email });
      const token = await resetTokenFor(freshApp, person.email);
      freshApp.clock.advance(HOUR_MS + 1000);
      const body = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      expect(errorOf(await freshApp.post('/api/auth/reset-password', body))).toEqual([
        400,
        'INVALID_RESET_TOKEN',
      ]);
    } finally {
      await freshApp.close();
    }
  });

  it('422: another confirmation, a bad password, and the token stays good', async () => {
    const person = await register(t);
    await requestReset(person.email);
    const token = await resetTokenFor(t, person.email);
    const response = await reset(token, 'lorrywash7', 'lorrywash8');
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(['confirmPassword', 'password']);
    expect(fieldsOf(await t.post('/api/auth/reset-password', {})).toSorted()).toEqual([
      'confirmPassword',
      'password',
      'token',
    ]);
    const noToken = { password: 'short', confirmPassword: 'other' };
    expect(fieldsOf(await t.post('/api/auth/reset-password', noToken)).toSorted()).toEqual([
      'confirmPassword',
      'password',
      'token',
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('is kept as a hash', async () => {
    const person = await register(t);
    await requestReset(person.email);
    const token = await resetTokenFor(t, person.email);
    const rows = await t.db.selectFrom('password_resets').select('token_hash').execute();
    expect(rows.every((row) => row.token_hash.length === 32)).toBe(true);
    expect(rows.some((row) => row.token_hash.toString().includes(token))).toBe(false);
  });
});

describe('POST /auth/change-password', () => {
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

  it('200: the other sessions end, this one stays, sent reset tokens become invalid', async () => {
    const person = await newPerson(t);
    const other = await signIn(t, person);
    await requestReset(person.email);
    const token = await resetTokenFor(t, person.email);
    const response = await change(person.token, body);
    expect(response.body).toEqual({ success: true, message: expect.any(String) });
    expect((await t.get('/api/auth/me', { as: person })).status).toBe(200);
    expect(errorOf(await t.get('/api/auth/me', { as: other }))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await reset(token))).toEqual([400, 'INVALID_RESET_TOKEN']);
    expect((await login(person.email, NEW_PASSWORD)).status).toBe(200);
    expect((await lastMailTo(t, person.email)).subject).toContain('was changed');
    const log = await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', person.userId)
      .execute();
    expect(log).toEqual([{ action: 'password.changed', actor_id: person.userId }]);
  });

  it('200: API keys end too, unless they are to stay', async () => {
    for (const [keepApiKeys, status] of [
      [undefined, 401],
      [false, 401],
      [true, 200],
    ] as const) {
      const person = await newPerson(t);
      const key = await createApiKey(t, person.userId, ['listings:read']);
      expect((await change(person.token, { ...body, keepApiKeys })).status).toBe(200);
      expect([keepApiKeys, (await t.get('/v1/auth/verify', { as: key })).status]).toEqual([
        keepApiKeys,
        status,
      ]);
      const { text } = await lastMailTo(t, person.email);
      expect(text.includes('API keys revoked: 1.')).toBe(status === 401);
    }
    const response = await change((await newPerson(t)).token, { ...body, keepApiKeys: 'yes' });
    expect(fieldsOf(response).toSorted()).toEqual(['keepApiKeys']);
  });

  it('422: every field at once', async () => {
    const person = await newPerson(t);
    const response = await change(person.token, {
      currentPassword: 'Wrong#Lorry42',
      newPassword: 'Lorry1x',
      confirmPassword: 'other',
    });
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(['confirmPassword', 'currentPassword', 'newPassword']);
    expect(fieldsOf(await change(person.token, { ...body, currentPassword: 'Wrong#Lorry42' }))).toEqual([
      'currentPassword',
    ]);
    expect(
      fieldsOf(
        await change(person.token, {
          currentPassword: PASSWORD,
          newPassword: PASSWORD,
          confirmPassword: PASSWORD,
        }),
      ),
    ).toEqual(['newPassword']);
    expect((await login(person.email, PASSWORD)).status).toBe(200);
  });

  it('401: without credentials', async () => {
    expect(errorOf(await t.post('/api/auth/change-password', body))).toEqual([401, 'UNAUTHORIZED']);
  });
});
