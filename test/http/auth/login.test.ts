import { PassThrough } from 'node:stream';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createAdmin, createUser } from '../../support/factories.ts';
import {
  buyerForm,
  errorOf,
  newPerson,
  PASSWORD,
  register,
  sellerForm,
  signIn,
  purgeExpired,
} from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const refresh = (refreshToken: unknown) => t.post('/api/auth/refresh', { refreshToken });
const me = (token: string) => t.get('/api/auth/me', { as: token });

describe('POST /auth/login', () => {
  it('200: the account and a pair of tokens', async () => {
    const { userId, email } = await register(t);
    const response = await t.post('/api/auth/login', { email: email.toUpperCase(), password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.body).toEqual({
      success: true,
      data: {
        user: { id: userId, email, name: 'Anna Petersen', role: 'BUYER', emailVerified: false, avatar: null },
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refreshToken: expect.stringMatching(/^fwr_[\w-]{43}$/),
        expiresIn: 3600,
      },
    });
    const [, payload = ''] = response.body.data.accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({ sub: userId, sid: expect.stringMatching(/^ses_/), role: 'BUYER' });
    expect(claims.exp - claims.iat).toBe(3600);
  });

  it('200: in either Unicode form of the password', async () => {
    const person = await register(t, buyerForm({ password: 'Caf\u00e9#Lorry42' }));
    expect((await signIn(t, person, 'Cafe\u0301#Lorry42')).token).toBeTruthy();
  });

  it('200: a hash with weaker parameters is replaced', async () => {
    const person = await register(t);
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await t.db.updateTable('users').set({ password_hash: weak }).where('id', '=', person.userId).execute();
    await signIn(t, person);
    const row = await t.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/m=19456,t=2,p=1\$/);
    await signIn(t, person);
  });

  it('422: missing fields, a password that is too long or cannot be', async () => {
    expect(errorOf(await t.post('/api/auth/login', {}))).toEqual([422, 'VALIDATION_ERROR']);
    for (const password of ['x'.repeat(257), 'a\u0000b', 42, null]) {
      const response = await t.post('/api/auth/login', { email: 'a@example.org', password });
      expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    }
  });

  it('401: the same response for every cause', async () => {
    const person = await register(t);
    const suspended = await register(t);
    const erased = await createUser(t);
    await t.db.updateTable('users').set({ status: 'erased' }).where('id', '=', erased.userId).execute();
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute();
    const responses = await Promise.all(
      [person.email, suspended.email, erased.email, 'nobody@example.org', 'not an address'].map((email) =>
        t.post('/api/auth/login', { email, password: 'Wrong#Lorry42' }),
      ),
    );
    for (const response of responses) expect(errorOf(response)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(new Set(responses.map((response) => Object.keys(response.headers).toSorted().join())).size).toBe(
      1,
    );
  });

  it('401: a long password is not cut', async () => {
    const long = `A1${'x'.repeat(70)}`;
    const person = await register(t, buyerForm({ password: `${long}a` }));
    const response = await t.post('/api/auth/login', { email: person.email, password: `${long}b` });
    expect(errorOf(response)).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('403: a suspended account, once the password is right', async () => {
    const person = await newPerson(t);
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
    const response = await t.post('/api/auth/login', { email: person.email, password: PASSWORD });
    expect(errorOf(response)).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await me(person.token))).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await refresh(person.refreshToken))).toEqual([401, 'INVALID_TOKEN']);
  });
});

describe('POST /auth/refresh', () => {
  it('200: returns a new pair, and the old access token stays valid', async () => {
    const person = await newPerson(t, sellerForm());
    const response = await refresh(person.refreshToken);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^fwr_/),
      expiresIn: 3600,
    });
    expect(response.body.data.refreshToken).not.toBe(person.refreshToken);
    expect((await me(response.body.data.accessToken)).status).toBe(200);
    expect((await me(person.token)).status).toBe(200);
  });

  it('401: a replayed token ends the session, the newest token included', async () => {
    const person = await newPerson(t);
    const other = await signIn(t, person);
    const next = (await refresh(person.refreshToken)).body.data;
    const newest = (await refresh(next.refreshToken)).body.data;
    expect(errorOf(await refresh(person.refreshToken))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await refresh(newest.refreshToken))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await me(newest.accessToken))).toEqual([401, 'INVALID_TOKEN']);
    expect((await me(other.token)).status).toBe(200);
    const log = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', person.userId)
      .execute();
    expect(log.map((entry) => entry.action)).toEqual(['refresh_token.reused']);
  });

  it('401: of fifty exchanges at the same time one succeeds, and its successor lives', async () => {
    const person = await newPerson(t);
    const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(person.refreshToken)));
    const winners = responses.filter((response) => response.status === 200);
    expect(winners).toHaveLength(1);
    // On a busy machine, some requests time out waiting for a database connection.
    const refusals = ['INVALID_TOKEN', 'SERVICE_UNAVAILABLE'];
    expect(responses.filter((response) => refusals.includes(String(errorOf(response)[1])))).toHaveLength(49);
    expect((await me(winners[0]?.body.data.accessToken)).status).toBe(200);
    expect((await refresh(winners[0]?.body.data.refreshToken)).status).toBe(200);
  });

  it('401: a request sent before the response to another and handled after it ends no session', async () => {
    const person = await newPerson(t);
    const body = new PassThrough();
    const lateResponse = t.http.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { 'content-type': 'application/json' },
      payload: body,
    });
    const winner = await refresh(person.refreshToken);
    body.end(JSON.stringify({ refreshToken: person.refreshToken }));
    expect((await lateResponse).json().error.code).toBe('INVALID_TOKEN');
    expect((await me(winner.body.data.accessToken)).status).toBe(200);
  });

  it('200: not before the moment from which the old token reveals a replay', async () => {
    const person = await newPerson(t);
    expect((await refresh(person.refreshToken)).status).toBe(200);
    const now = t.clock.now().getTime();
    const { used_at: usedAt } = await t.db
      .selectFrom('refresh_tokens as r')
      .innerJoin('sessions as s', 's.id', 'r.session_id')
      .select('r.used_at')
      .where('s.user_id', '=', person.userId)
      .where('r.used_at', 'is not', null)
      .executeTakeFirstOrThrow();
    // Timers can fire slightly early.
    expect(now).toBeGreaterThanOrEqual((usedAt?.getTime() ?? Infinity) - 5);
  });

  it('401: nothing is alive after a logout at the same time', async () => {
    const person = await newPerson(t);
    const [renewed] = await Promise.all([
      refresh(person.refreshToken),
      t.post('/api/auth/logout', undefined, { as: person }),
    ]);
    if (renewed.status === 200) {
      expect(errorOf(await me(renewed.body.data.accessToken))).toEqual([401, 'INVALID_TOKEN']);
      expect(errorOf(await refresh(renewed.body.data.refreshToken))).toEqual([401, 'INVALID_TOKEN']);
    }
    expect(errorOf(await me(person.token))).toEqual([401, 'INVALID_TOKEN']);
  });

  it('200: each refresh token lives for 30 days from its own issue; used ones are forgotten then', async () => {
    const freshApp = await createTestApp();
    try {
      let { refreshToken } = await newPerson(freshApp);
      const renew = () => freshApp.post('/api/auth/refresh', { refreshToken });
      for (let i = 0; i < 3; i++) {
        freshApp.clock.advance(29 * DAY_MS);
        await purgeExpired(freshApp);
        const renewed = await renew();
        expect(renewed.status).toBe(200);
        ({ refreshToken } = renewed.body.data);
      }
      const stored = await freshApp.db
        .selectFrom('refresh_tokens')
        .select('used_at')
        .orderBy('created_at')
        .execute();
      expect(stored.map((row) => row.used_at === null)).toEqual([false, true]);
      freshApp.clock.advance(30 * DAY_MS + 1000);
      expect(errorOf(await renew())).toEqual([401, 'INVALID_TOKEN']);
    } finally {
      await freshApp.close();
    }
  });

  it.each([
    [365, 'by default', undefined],
    [40, 'by the setting', 40],
  ])('401: %i days after the sign-in, %s, however often it was renewed', async (days, _why, setting) => {
    const freshApp = await createTestApp();
    try {
      if (setting !== undefined) {
        const admin = await createAdmin(freshApp);
        const url = '/api/admin/settings/auth.sessionDaysMax';
        expect((await freshApp.put(url, { value: setting }, { as: admin })).status).toBe(200);
      }
      const person = await newPerson(freshApp);
      const endsAt = freshApp.clock.now().getTime() + days * DAY_MS;
      let { token, refreshToken } = person;
      while (freshApp.clock.now().getTime() + 20 * DAY_MS < endsAt) {
        freshApp.clock.advance(20 * DAY_MS);
        const { body } = await freshApp.post('/api/auth/refresh', { refreshToken });
        ({ accessToken: token, refreshToken } = body.data);
      }
      const { sessions } = (await freshApp.get('/api/auth/sessions', { as: token })).body.data;
      expect(Math.abs(Date.parse(sessions[0].expiresAt) - endsAt)).toBeLessThan(10_000);
      freshApp.clock.advance(endsAt - freshApp.clock.now().getTime() + 10_000);
      expect(errorOf(await freshApp.post('/api/auth/refresh', { refreshToken }))).toEqual([
        401,
        'INVALID_TOKEN',
      ]);
    } finally {
      await freshApp.close();
    }
  });

  it.each(['', 'nonsense', `fwr_${'A'.repeat(43)}`, 'x'.repeat(513)])('rejects %s', async (token) => {
    const [status, code] = errorOf(await refresh(token));
    expect([
      [401, 'INVALID_TOKEN'],
      [422, 'VALIDATION_ERROR'],
    ]).toContainEqual([status, code]);
  });

  it('401: an access token in place of a refresh token, and the reverse', async () => {
    const person = await newPerson(t);
    expect(errorOf(await refresh(person.token))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await me(person.refreshToken))).toEqual([401, 'INVALID_TOKEN']);
  });

  it('422: no token', async () => {
    expect(errorOf(await t.post('/api/auth/refresh', {}))).toEqual([422, 'VALIDATION_ERROR']);
    expect(errorOf(await refresh(['a']))).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('POST /auth/logout', () => {
  it('200: the access token and the refresh token end with the next request', async () => {
    const person = await newPerson(t);
    const other = await signIn(t, person);
    const response = await t.post('/api/auth/logout', undefined, { as: person });
    expect(response.body).toEqual({ success: true, message: expect.any(String) });
    expect(errorOf(await me(person.token))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await refresh(person.refreshToken))).toEqual([401, 'INVALID_TOKEN']);
    expect((await me(other.token)).status).toBe(200);
  });

  it('401: without a credential, and a second time', async () => {
    const person = await newPerson(t);
    expect(errorOf(await t.post('/api/auth/logout'))).toEqual([401, 'UNAUTHORIZED']);
    await t.post('/api/auth/logout', undefined, { as: person });
    expect(errorOf(await t.post('/api/auth/logout', undefined, { as: person }))).toEqual([
      401,
      'INVALID_TOKEN',
    ]);
  });
});

describe('/auth/sessions', () => {
  it('lists where one is signed in, the current one marked, and ends another', async () => {
    const person = await register(t);
    const sign = (ip: string, agent: string) =>
      t.post(
        '/api/auth/login',
        { email: person.email, password: PASSWORD },
        { ip, headers: { 'user-agent': agent } },
      );
    const browserToken = (await sign('192.0.2.1', 'Browser')).body.data.accessToken;
    const phoneToken = (await sign('2001:db8::7', 'Telephone'.repeat(100))).body.data.accessToken;
    const list = await t.get('/api/auth/sessions', { as: browserToken });
    expect(list.status).toBe(200);
    expect(list.body.data.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 2,
      totalPages: 1,
      hasMore: false,
    });
    const rows = list.body.data.sessions as { id: string; ip: string; current: boolean; userAgent: string }[];
    expect(Object.fromEntries(rows.map((row) => [row.ip, row.current]))).toEqual({
      '192.0.2.1': true,
      '2001:db8::7': false,
    });
    expect(rows.find((row) => !row.current)?.userAgent).toHaveLength(300);
    const other = rows.find((row) => !row.current)?.id ?? '';
    // The most recently used session comes first.
    for (const { id, ip } of [...rows, ...rows.slice(0, 1)]) {
      const used = { last_used_at: t.clock.now() };
      await t.db.updateTable('sessions').set(used).where('id', '=', id).execute();
      const sessions = (await t.get('/api/auth/sessions', { as: browserToken })).body.data.sessions;
      expect(sessions[0]).toMatchObject({ id, ip });
      t.clock.advance(1000);
    }
    expect((await t.del(`/api/auth/sessions/${other}`, { as: browserToken })).status).toBe(204);
    expect(errorOf(await me(phoneToken))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await t.del(`/api/auth/sessions/${other}`, { as: browserToken }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const audited = await t.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('actor_id', '=', person.userId)
      .execute();
    expect(audited).toEqual([{ action: 'session.ended', subject_id: other }]);
  });

  it('404: a session of another account, as for an unknown one', async () => {
    const [person, stranger] = [await newPerson(t), await newPerson(t)];
    const list = await t.get('/api/auth/sessions', { as: stranger });
    const foreignId = list.body.data.sessions[0].id;
    const responses = await Promise.all(
      [foreignId, 'ses_00000000000000000000000000', 'nonsense'].map((id) =>
        t.del(`/api/auth/sessions/${id}`, { as: person }),
      ),
    );
    for (const response of responses) expect(errorOf(response)).toEqual([404, 'NOT_FOUND']);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect((await me(stranger.token)).status).toBe(200);
  });

  it('400: an unknown parameter; 401: without credentials', async () => {
    const person = await newPerson(t);
    expect(errorOf(await t.get('/api/auth/sessions?user=x', { as: person }))).toEqual([
      400,
      'INVALID_FILTER',
    ]);
    expect(errorOf(await t.get('/api/auth/sessions?limit=101', { as: person }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    expect(errorOf(await t.get('/api/auth/sessions'))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('an access token', () => {
  it('is good for an hour, and its end has the name of the path style', async () => {
    const freshApp = await createTestApp();
    try {
      const person = await newPerson(freshApp);
      freshApp.clock.advance(HOUR_MS - 2000);
      expect((await freshApp.get('/api/auth/me', { as: person })).status).toBe(200);
      freshApp.clock.advance(8000);
      for (const [mount, code] of [
        ['/api', 'TOKEN_EXPIRED'],
        ['/api/v1', 'EXPIRED_TOKEN'],
        ['/v1', 'EXPIRED_TOKEN'],
      ]) {
        expect(errorOf(await freshApp.get(`${mount}/auth/me`, { as: person }))).toEqual([401, code]);
      }
    } finally {
      await freshApp.close();
    }
  });

  it('shows when the user was last active, to the minute', async () => {
    const freshApp = await createTestApp();
    try {
      const person = await newPerson(freshApp);
      const readLastSeen = async () =>
        (
          await freshApp.db
            .selectFrom('users')
            .select('last_seen_at')
            .where('id', '=', person.userId)
            .executeTakeFirstOrThrow()
        ).last_seen_at;
      await freshApp.get('/api/auth/me', { as: person });
      expect(await readLastSeen()).toBeNull();
      freshApp.clock.advance(61_000);
      await freshApp.get('/api/auth/me', { as: person });
      expect(freshApp.clock.now().getTime() - ((await readLastSeen())?.getTime() ?? 0)).toBeLessThan(30_000);
    } finally {
      await freshApp.close();
    }
  });
});
