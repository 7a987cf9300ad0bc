import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createBuyer } from '../../support/factories.ts';
import { buyerForm, errorOf, newEmail, newPerson, PASSWORD, register } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ rateLimits: true });
});
afterAll(() => t.close());

let networks = 0;
/** An address that no other test has used. */
const newIp = (): string => {
  networks++;
  return `198.${18 + (networks >> 8)}.${networks & 255}.1`;
};
const login = (email: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  t.post('/api/auth/login', { email, password }, { ip, headers });

describe('ten requests in 15 minutes, by endpoint and address', () => {
  it.each([
    ['register', () => ({ email: 'x' })],
    ['login', () => ({ email: newEmail(), password: 'x' })],
    ['refresh', () => ({ refreshToken: 'x' })],
    ['verify-email', () => ({ email: newEmail(), code: '1' })],
    ['resend-verification', () => ({ email: newEmail() })],
    ['forgot-password', () => ({ email: newEmail() })],
    ['reset-password', () => ({ token: 'x' })],
    ['change-password', () => ({})],
  ])('%s', async (endpoint, body) => {
    const ip = newIp();
    const remaining: unknown[] = [];
    for (let i = 0; i < 10; i++) {
      const mount = ['/api', '/api/v1', '/v1'][i % 3] ?? '';
      const answer = await t.post(`${mount}/auth/${endpoint}`, body(), { ip });
      expect(answer.status).not.toBe(429);
      expect(answer.headers['x-ratelimit-limit']).toBe('10');
      remaining.push(Number(answer.headers['x-ratelimit-remaining']));
    }
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const refused = await t.post(`/api/auth/${endpoint}`, body(), { ip });
    expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED']);
    const nowSeconds = t.clock.now().getTime() / 1000;
    const reset = Number(refused.headers['x-ratelimit-reset']);
    expect(reset).toBeGreaterThan(nowSeconds);
    expect(reset).toBeLessThanOrEqual(nowSeconds + 15 * 60 + 1);
    expect(Math.abs(Number(refused.headers['retry-after']) - (reset - nowSeconds))).toBeLessThan(2);
    expect((await t.post(`/api/auth/${endpoint}`, body(), { ip: newIp() })).status).not.toBe(429);
  });

  it('an invented X-Forwarded-For, and other letters of the address, change nothing', async () => {
    const ip = newIp();
    const answers = [];
    for (let i = 0; i < 11; i++) {
      const email = i % 2 === 0 ? 'Some.One@example.org' : `someone+${i}@EXAMPLE.org`;
      const headers = {
        'x-forwarded-for': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-real-ip': '9.9.9.9',
      };
      answers.push((await login(email, 'x', ip, headers)).status);
    }
    expect(answers).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('one site of IPv6 counts as one', async () => {
    const answers = [];
    for (let i = 0; i < 11; i++)
      answers.push((await login(newEmail(), 'x', `2001:db8:7:7::${i + 1}`)).status);
    expect(answers.at(-1)).toBe(429);
    expect((await login(newEmail(), 'x', '2001:db8:7:8::1')).status).toBe(401);
  });

  it('the rest of the account has the general budget', async () => {
    const person = await createBuyer(t);
    const answer = await t.get('/api/auth/me', { as: person });
    expect(answer.headers['x-ratelimit-limit']).toBe('120');
  });
});

describe('ten wrong passwords for an account in 15 minutes', () => {
  it('even the right one waits, from every address, and no longer than that', async () => {
    const person = await register(t, buyerForm());
    for (let i = 0; i < 10; i++)
      expect(errorOf(await login(person.email, 'Wrong#Lorry42', newIp()))).toEqual([
        401,
        'INVALID_CREDENTIALS',
      ]);
    const refused = await login(person.email.toUpperCase(), PASSWORD, newIp());
    expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    await login(person.email, PASSWORD, newIp());
    const log = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', person.userId)
      .execute();
    expect(log.map((entry) => entry.action)).toEqual(['sign_in.blocked']);
    t.clock.advance(15 * MINUTE_MS + 1000);
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(200);
  });

  it('guesses at the same time count too', async () => {
    const person = await register(t, buyerForm());
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login(person.email, 'Wrong#Lorry42', newIp())),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  it('an address without an account looks alike', async () => {
    const email = newEmail();
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await login(email, 'x', newIp())).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('the right password clears the count', async () => {
    const person = await register(t, buyerForm());
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await login(person.email, 'Wrong#Lorry42', newIp());
      expect((await login(person.email, PASSWORD, newIp())).status).toBe(200);
    }
  });

  it('a stolen session guesses no better', async () => {
    const own = await createTestApp({ rateLimits: true });
    try {
      const person = await newPerson(own);
      const statuses = [];
      for (let i = 0; i < 11; i++) {
        const answer = await own.call('DELETE', '/api/auth/me', {
          as: person,
          body: { password: `Wrong#Lorry${i}` },
        });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    } finally {
      await own.close();
    }
  });
});
