import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireVerifiedEmail, createSeller, createUser } from '../../src/modules/auth/index.ts';
import { Settings } from '../../src/modules/settings/index.ts';
import type { UserActor } from '../../src/platform/actor.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { checkSchema } from '../../src/platform/http/request/schema-check.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  buyerForm,
  codeFor,
  errorOf,
  newEmail,
  newPerson,
  PASSWORD,
  resetTokenFor,
  sellerForm,
  verifyAddress,
  purgeExpired,
} from '../http/auth/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it("a seller's way: register, verify, forget, reset, make a key, leave", async () => {
  const form = sellerForm();
  const email = String(form['email']);
  expect((await t.post('/v1/auth/register', form)).status).toBe(201);
  expect((await t.post('/v1/auth/verify-email', { email, code: await codeFor(t, email) })).status).toBe(200);
  await t.post('/v1/auth/forgot-password', { email });
  const password = 'Forgetful#Lorry7';
  const reset = { token: await resetTokenFor(t, email), password, confirmPassword: password };
  expect((await t.post('/v1/auth/reset-password', reset)).status).toBe(200);
  const login = await t.post('/v1/auth/login', { email, password });
  expect(login.body.data.user.emailVerified).toBe(true);
  const token = login.body.data.accessToken;
  const created = await t.post(
    '/v1/account/api-keys',
    { name: 'ERP', scopes: ['listings:write'], password },
    { as: token },
  );
  const verified = await t.get('/v1/auth/verify', { as: created.body.data.apiKey.key });
  expect(verified.body.data).toEqual({ valid: true, scopes: ['listings:write'], expires_at: null });
  expect((await t.call('DELETE', '/v1/auth/me', { as: token, body: { password } })).status).toBe(204);
  expect(errorOf(await t.post('/v1/auth/login', { email, password }))).toEqual([401, 'INVALID_CREDENTIALS']);
});

it('no secret reaches the database in clear', async () => {
  const person = await newPerson(t, buyerForm());
  await verifyAddress(t, person);
  const created = await t.post(
    '/api/account/api-keys',
    { name: 'x', scopes: ['listings:read'], password: PASSWORD },
    { as: person },
  );
  const { key, signingSecret } = created.body.data.apiKey;
  const tables = ['users', 'sessions', 'refresh_tokens', 'api_keys', 'audit_log', 'events'] as const;
  for (const table of tables) {
    const text = JSON.stringify(
      await t.db.selectFrom(table).selectAll().execute(),
      (_name, value: unknown) =>
        value instanceof Object && 'type' in value && value.type === 'Buffer'
          ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
          : value,
    );
    for (const secret of [key, signingSecret, person.token, person.refreshToken, PASSWORD])
      expect([table, text.includes(secret)]).toEqual([table, false]);
  }
});

it('the samples of events fit their schemas', () => {
  const userEvents = t.app.platform.events.catalogue.filter((event) => event.type.startsWith('user.'));
  expect(userEvents.map((event) => event.type)).toEqual([
    'user.created',
    'user.verified',
    'user.erased',
    'user.reclaimed',
  ]);
  for (const event of userEvents)
    expect([event.type, checkSchema(event.data, event.sample)]).toEqual([event.type, []]);
});

describe('functions for other modules', () => {
  it('many accounts can share one hash', async () => {
    const createdAt = t.clock.now();
    const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$notreal';
    const { slug, user } = await inTransaction(t.db, async (trx) => {
      await createUser(trx, { email: newEmail(), name: 'B', role: 'BUYER', passwordHash: hash, createdAt });
      return createSeller(
        trx,
        { email: newEmail(), name: 'S', passwordHash: hash, emailVerified: true, createdAt },
        { companyName: 'Alpen Trucks', city: 'Innsbruck', country: 'AT', verified: true },
      );
    });
    expect(slug).toBe('alpen-trucks');
    expect(user).toMatchObject({ role: 'SELLER', email_verified: true });
  });

  it('a verified address is required once the setting is on', async () => {
    const settings = new Settings(t.app.platform);
    const actor: UserActor = {
      kind: 'user',
      userId: 'usr_x',
      email: 'a@example.org',
      emailVerified: false,
      role: 'BUYER',
      language: 'en',
      seller: null,
      credential: { kind: 'session', sessionId: 'ses_x' },
    };
    expect(() => requireVerifiedEmail(settings, actor)).not.toThrow();
    await inTransaction(t.db, (trx) => settings.change(trx, 'auth.requireVerifiedEmail', true, null));
    await settings.reload();
    expect(() => requireVerifiedEmail(settings, actor)).toThrow(/verified email/);
    expect(() => requireVerifiedEmail(settings, { ...actor, emailVerified: true })).not.toThrow();
  });
});

describe('the hourly purge', () => {
  it('deletes what has ended, in batches, and nothing that is still needed', async () => {
    const separateApp = await createTestApp();
    try {
      const person = await newPerson(separateApp);
      const rows = Array.from({ length: 1200 }, (_, i) => ({
        key_id: 'key_x',
        signature: Buffer.from(String(i)),
        seen_at: separateApp.clock.now(),
      }));
      await separateApp.db.insertInto('seen_signatures').values(rows).execute();
      await separateApp.post('/api/auth/forgot-password', { email: person.email });
      await separateApp.post('/api/auth/refresh', { refreshToken: person.refreshToken });
      await separateApp.drainJobs();
      const counts = async (): Promise<Record<string, number>> => {
        const tables = [
          'seen_signatures',
          'password_resets',
          'verification_codes',
          'refresh_tokens',
          'sessions',
        ] as const;
        const found = tables.map(async (table) => {
          const all = await separateApp.db.selectFrom(table).selectAll().execute();
          return [table, all.length] as const;
        });
        return Object.fromEntries(await Promise.all(found));
      };
      const before = {
        seen_signatures: 1200,
        password_resets: 1,
        verification_codes: 1,
        refresh_tokens: 2,
        sessions: 1,
      };
      await purgeExpired(separateApp);
      expect(await counts()).toEqual(before);
      separateApp.clock.advance(3 * HOUR_MS);
      await purgeExpired(separateApp);
      const later = { ...before, seen_signatures: 0, password_resets: 0, verification_codes: 0 };
      expect(await counts()).toEqual(later);
      separateApp.clock.advance(30 * DAY_MS);
      await purgeExpired(separateApp);
      expect(await counts()).toEqual({ ...later, refresh_tokens: 0, sessions: 0 });
    } finally {
      await separateApp.close();
    }
  });
});
