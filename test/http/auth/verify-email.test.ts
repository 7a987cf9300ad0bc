import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { toMidnight } from '../../support/day.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { buyerForm, codeFor, errorOf, lastMailTo, newEmail, register, signIn } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const verify = (email: string, code: string, ip = '127.0.0.1') =>
  t.post('/api/auth/verify-email', { email, code }, { ip });
const resend = (email: string) => t.post('/api/auth/resend-verification', { email });
const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

async function isVerified(userId: string): Promise<boolean> {
  const row = await t.db
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.email_verified;
}

describe('POST /auth/verify-email', () => {
  it('200: the right code, in any case of the address, once', async () => {
    const person = await register(t);
    const code = await codeFor(t, person.email);
    const response = await verify(person.email.toUpperCase(), `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(response.body).toEqual({ success: true, message: expect.any(String) });
    expect(await isVerified(person.userId)).toBe(true);
    expect(errorOf(await verify(person.email, code))).toEqual([400, 'INVALID_CODE']);
    const events = await t.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'user.verified')
      .where('user_id', '=', person.userId)
      .execute();
    expect(events.map((event) => event.data)).toEqual([
      {
        user: {
          id: person.userId,
          email: person.email,
          name: 'Anna Petersen',
          role: 'BUYER',
          email_verified: true,
          verified_at: expect.any(String),
        },
      },
    ]);
  });

  it('200: twice at the same time verifies once', async () => {
    const person = await register(t);
    const code = await codeFor(t, person.email);
    const responses = await Promise.all([1, 2, 3].map(() => verify(person.email, code)));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('400: the same response for a wrong code, an unknown address and a verified one', async () => {
    const person = await register(t);
    const done = await register(t);
    await verify(done.email, await codeFor(t, done.email));
    const code = await codeFor(t, person.email);
    const responses = await Promise.all([
      verify(person.email, otherCode(code)),
      verify(person.email, 'letters'),
      verify(newEmail(), code),
      verify(done.email, code),
    ]);
    for (const response of responses) expect(errorOf(response)).toEqual([400, 'INVALID_CODE']);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
  });

  it('400: the sixth try from one network, though it is right; another network still has its own', async () => {
    const person = await register(t);
    const code = await codeFor(t, person.email);
    const tries = Array.from({ length: 20 }, () => verify(person.email, otherCode(code), '192.0.2.1'));
    for (const response of await Promise.all(tries)) expect(errorOf(response)).toEqual([400, 'INVALID_CODE']);
    expect(errorOf(await verify(person.email, code, '192.0.2.1'))).toEqual([400, 'INVALID_CODE']);
    expect(await isVerified(person.userId)).toBe(false);
    expect((await verify(person.email, code, '192.0.2.2')).status).toBe(200);
  });

  it('400: the sixteenth try from many networks, though it is right; the signed-in account still has five', async () => {
    const person = await register(t);
    const code = await codeFor(t, person.email);
    const tries = Array.from({ length: 100 }, (_, i) =>
      verify(person.email, otherCode(code), `192.0.2.${i}`),
    );
    for (const response of await Promise.all(tries)) expect(errorOf(response)).toEqual([400, 'INVALID_CODE']);
    expect(errorOf(await verify(person.email, code))).toEqual([400, 'INVALID_CODE']);
    const other = await signIn(t, await register(t));
    const as = await signIn(t, person);
    const verifyWithCode = (text: string, token: string) =>
      t.post('/api/auth/verify-email', { email: person.email, code: text }, { as: token });
    expect(errorOf(await verifyWithCode(code, other.token))).toEqual([400, 'INVALID_CODE']);
    for (let i = 0; i < 4; i++)
      expect(errorOf(await verifyWithCode(otherCode(code), as.token))).toEqual([400, 'INVALID_CODE']);
    expect((await verifyWithCode(code, as.token)).status).toBe(200);
    expect(await isVerified(person.userId)).toBe(true);
  });

  it('400: the sixth try of the signed-in account', async () => {
    const person = await register(t);
    const code = await codeFor(t, person.email);
    const { token } = await signIn(t, person);
    const responses = [...Array<string>(5).fill(otherCode(code)), code].map((text) =>
      t.post('/api/auth/verify-email', { email: person.email, code: text }, { as: token }),
    );
    for (const response of await Promise.all(responses)) expect(response.status).toBeLessThan(500);
    expect(
      errorOf(await t.post('/api/auth/verify-email', { email: person.email, code }, { as: token })),
    ).toEqual([400, 'INVALID_CODE']);
  });

  it('400: an hour later; a code of another account', async () => {
    const freshApp = await createTestApp();
    try {
      const [person, other] = [await register(freshApp), await register(freshApp)];
      const code = await codeFor(freshApp, person.email);
      const foreign = await freshApp.post('/api/auth/verify-email', { email: other.email, code });
      expect(errorOf(foreign)).toEqual([400, 'INVALID_CODE']);
      freshApp.clock.advance(HOUR_MS + 1000);
      const late = await freshApp.post('/api/auth/verify-email', { email: person.email, code });
      expect(errorOf(late)).toEqual([400, 'INVALID_CODE']);
    } finally {
      await freshApp.close();
    }
  });

  it('422: missing fields', async () => {
    expect(errorOf(await t.post('/api/auth/verify-email', {}))).toEqual([422, 'VALIDATION_ERROR']);
    expect(errorOf(await verify('nobody', '1'))).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('POST /auth/verify-email/link', () => {
  const linkOf = async (app: TestApp, email: string): Promise<string> => {
    const { text } = await lastMailTo(app, email);
    const link = new URL(/https:\/\/market\.example\/verify\S+/.exec(text)?.[0] ?? '');
    return link.searchParams.get('token') ?? '';
  };
  const byLink = (token: string, app = t) => app.post('/api/auth/verify-email/link', { token });

  it('200: whatever became of the code, as often as the link is used', async () => {
    const person = await register(t);
    const code = await codeFor(t, person.email);
    const tries = Array.from({ length: 30 }, (_, i) => verify(person.email, otherCode(code), `192.0.2.${i}`));
    await Promise.all(tries);
    const token = await linkOf(t, person.email);
    const responses = await Promise.all([byLink(token), byLink(token), byLink(token)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await isVerified(person.userId)).toBe(true);
    const events = await t.db
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'user.verified')
      .where('user_id', '=', person.userId)
      .execute();
    expect(events).toHaveLength(1);
  });

  it('200: the link of an earlier email, after strangers have requested more codes', async () => {
    const person = await register(t);
    const token = await linkOf(t, person.email);
    for (let i = 0; i < 6; i++) {
      await resend(person.email);
      await t.drainJobs();
    }
    expect((await byLink(token)).status).toBe(200);
  });

  it('400: changed, of another account, after a day, after a change of the address', async () => {
    const freshApp = await createTestApp();
    try {
      const [person, other] = [await register(freshApp), await register(freshApp)];
      const token = await linkOf(freshApp, person.email);
      const [, expires, signature] = token.split('.');
      for (const forged of [
        'x',
        `${person.userId}.${expires}`,
        `${other.userId}.${expires}.${signature}`,
        `${person.userId}.${Number(expires) + 1}.${signature}`,
        `${token}.x`.replace(/^[^.]+/, 'usr_0'),
      ])
        expect(errorOf(await byLink(forged, freshApp))).toEqual([400, 'INVALID_CODE']);
      await freshApp.db
        .updateTable('users')
        .set({ email: newEmail() })
        .where('id', '=', person.userId)
        .execute();
      expect(errorOf(await byLink(token, freshApp))).toEqual([400, 'INVALID_CODE']);
      const lateLink = await linkOf(freshApp, other.email);
      freshApp.clock.advance(DAY_MS);
      expect(errorOf(await byLink(lateLink, freshApp))).toEqual([400, 'INVALID_CODE']);
      expect(errorOf(await freshApp.post('/api/auth/verify-email/link', {}))).toEqual([
        422,
        'VALIDATION_ERROR',
      ]);
    } finally {
      await freshApp.close();
    }
  });
});

describe('POST /auth/resend-verification', () => {
  it('keeps codes for the signed-in account when strangers have spent the hour', async () => {
    const person = await register(t);
    const { token } = await signIn(t, person);
    const mails = () => t.mailbox.filter(({ to }) => to === person.email).length;
    for (let i = 0; i < 8; i++) {
      await resend(person.email);
      await t.drainJobs();
    }
    expect(mails()).toBe(5);
    await t.post('/api/auth/resend-verification', { email: person.email }, { as: token });
    await t.drainJobs();
    expect(mails()).toBe(6);
    const code = await codeFor(t, person.email);
    expect((await verify(person.email, code)).status).toBe(200);
  });

  it('200: a new code takes the place of the old one', async () => {
    const person = await register(t);
    const oldCode = await codeFor(t, person.email);
    expect((await resend(person.email)).status).toBe(200);
    const fresh = await codeFor(t, person.email);
    if (fresh !== oldCode)
      expect(errorOf(await verify(person.email, oldCode))).toEqual([400, 'INVALID_CODE']);
    expect((await verify(person.email, fresh)).status).toBe(200);
  });

  it('200: the same response and the same work for an unknown, a verified and a pending address', async () => {
    const [waiting, done] = [await register(t), await register(t)];
    await verify(done.email, await codeFor(t, done.email));
    const unknown = newEmail();
    const sent = t.mailbox.length;
    const responses = [await resend(waiting.email), await resend(done.email), await resend(unknown)];
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(responses[0]?.body).toEqual({ success: true, message: expect.any(String) });
    const { count } = await t.db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('name', '=', 'auth.send-verification-code')
      .executeTakeFirstOrThrow();
    expect(count).toBe(3);
    await t.drainJobs();
    expect(t.mailbox.slice(sent).map((mail) => mail.to)).toEqual([waiting.email]);
  });

  it('200: no more than fifteen codes a day to an address, and the last one stays', async () => {
    const freshApp = await createTestApp();
    try {
      toMidnight(freshApp.clock);
      const person = await register(freshApp);
      const mails = () => freshApp.mailbox.filter(({ to }) => to === person.email).length;
      const askFor = async (hours: number) => {
        for (let hour = 0; hour < hours; hour++) {
          freshApp.clock.advance(HOUR_MS);
          for (let i = 0; i < 6; i++) {
            await freshApp.post('/api/auth/resend-verification', { email: person.email });
            await freshApp.drainJobs();
          }
        }
      };
      await askFor(2);
      const last = await codeFor(freshApp, person.email);
      expect(mails()).toBe(11);
      await askFor(1);
      expect(mails()).toBe(15);
      const currentCode = await codeFor(freshApp, person.email);
      await askFor(1);
      expect(mails()).toBe(15);
      expect(currentCode).not.toBe(last);
      freshApp.clock.advance(20 * HOUR_MS);
      await askFor(1);
      expect(mails()).toBe(20);
      const code = await codeFor(freshApp, person.email);
      expect((await freshApp.post('/api/auth/verify-email', { email: person.email, code })).status).toBe(200);
    } finally {
      await freshApp.close();
    }
  });

  it('200: no more than five codes an hour, so no more than 25 guesses', async () => {
    const freshApp = await createTestApp();
    try {
      const person = await register(freshApp);
      for (let i = 0; i < 10; i++) {
        await freshApp.post('/api/auth/resend-verification', { email: person.email });
        await freshApp.drainJobs();
      }
      const countMails = () => freshApp.mailbox.filter((mail) => mail.to === person.email).length;
      expect(countMails()).toBe(5);
      freshApp.clock.advance(HOUR_MS + 1000);
      await freshApp.post('/api/auth/resend-verification', { email: person.email });
      const code = await codeFor(freshApp, person.email);
      expect(countMails()).toBe(6);
      const response = await freshApp.post('/api/auth/verify-email', { email: person.email, code });
      expect(response.status).toBe(200);
    } finally {
      await freshApp.close();
    }
  });

  it('200: in the language of the account', async () => {
    const person = await register(t, buyerForm({ language: 'de-CH' }));
    await resend(person.email);
    expect((await lastMailTo(t, person.email)).html).toContain('Bestätigungscode');
  });

  it('422: no address', async () => {
    expect(errorOf(await t.post('/api/auth/resend-verification', {}))).toEqual([422, 'VALIDATION_ERROR']);
    expect(errorOf(await resend('x'))).toEqual([422, 'VALIDATION_ERROR']);
  });
});
