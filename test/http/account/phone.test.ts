import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumePhoneCode } from '../../../src/modules/auth/account/phone-codes.repository.ts';
import { replaceCode, consumeAttemptOf } from '../../../src/modules/auth/codes.repository.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { fileTexter, gatewayTexter } from '../../../src/platform/texting/texter.ts';
import { createAdmin } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { errorOf, newPerson, PASSWORD } from '../auth/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

type Credential = { readonly token: string };
let numbers = 0;
const newNumber = (): string => `+49401${String(10_000 + numbers++)}`;

const ask = (as: Credential, phone?: string) =>
  t.post('/v1/account/phone', phone === undefined ? {} : { phone }, { as });
const confirm = (as: Credential, code: string) => t.post('/v1/account/phone/confirm', { code }, { as });
const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');
const me = async (as: Credential) => (await t.get('/v1/auth/me', { as })).body.data;

async function codeTo(phone: string): Promise<string> {
  await t.drainJobs();
  const sent = t.textMessages.findLast(({ to }) => to === phone);
  return /\d{6}/.exec(sent?.text ?? '')?.[0] ?? `nothing was sent to ${phone}`;
}

describe('POST /account/phone', () => {
  it('a number is the account’s and verified once its code came back, until the account has another one', async () => {
    const person = await newPerson(t);
    const phone = newNumber();
    expect((await ask(person, phone.replace('+49', '+49 (0) '))).status).toBe(200);
    expect(await me(person)).toMatchObject({ phone: null, phoneVerified: false });
    const code = await codeTo(phone);
    const response = await confirm(person, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([response.status, response.body.data]).toEqual([
      200,
      expect.objectContaining({ phone, phoneVerified: true }),
    ]);
    expect(errorOf(await confirm(person, code))).toEqual([400, 'INVALID_CODE']);
    expect(errorOf(await ask(person))).toEqual([409, 'INVALID_STATE']);
    await t.put('/v1/auth/me', { phone: newNumber() }, { as: person });
    expect((await me(person)).phoneVerified).toBe(false);
  });

  it('without a number, that of the account; the message is in its language', async () => {
    const person = await newPerson(t);
    expect(errorOf(await ask(person))).toEqual([422, 'VALIDATION_ERROR']);
    const phone = newNumber();
    await t.put('/v1/auth/me', { phone, language: 'pl' }, { as: person });
    expect((await ask(person)).status).toBe(200);
    const code = await codeTo(phone);
    expect(t.textMessages.at(-1)?.text).toBe(`${code} to Twój kod Fifthwheel. Jest ważny przez godzinę.`);
    expect((await confirm(person, code)).body.data.phoneVerified).toBe(true);
  });

  it('a code has five tries and an hour, a new one replaces it, and only its own account can use it', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    const phone = newNumber();
    await ask(person, phone);
    const first = await codeTo(phone);
    expect(errorOf(await confirm(other, first))).toEqual([400, 'INVALID_CODE']);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(person, otherCode(first))));
    expect(guesses.every(({ status }) => status === 400)).toBe(true);
    expect(errorOf(await confirm(person, first))).toEqual([400, 'INVALID_CODE']);
    await ask(person, phone);
    const second = await codeTo(phone);
    t.clock.advance(HOUR_MS + 1);
    expect(errorOf(await confirm(person, second))).toEqual([400, 'INVALID_CODE']);
    expect((await me(person)).phone).toBeNull();
  });

  it('one of several requests with the right code succeeds', async () => {
    const person = await newPerson(t);
    const phone = newNumber();
    await ask(person, phone);
    const code = await codeTo(phone);
    const responses = await Promise.all([
      confirm(person, code),
      confirm(person, code),
      confirm(person, code),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('a code that came back is over for a request that began before, too', async () => {
    const person = await newPerson(t);
    const phone = newNumber();
    await ask(person, phone);
    const now = t.clock.now();
    const takenTry = await consumeAttemptOf(t.db, 'phone_codes', { userId: person.userId, triesMax: 5, now });
    const spendAt = (time: Date): Promise<boolean> =>
      inTransaction(t.db, (trx) =>
        consumePhoneCode(trx, { userId: person.userId, hash: takenTry!.code_hash, now: time }),
      );
    expect(await spendAt(addMs(now, 2))).toBe(true);
    expect(await spendAt(now)).toBe(false);
    expect(errorOf(await confirm(person, await codeTo(phone)))).toEqual([400, 'INVALID_CODE']);
  });

  it('the limit of codes resets an hour after the first code', async () => {
    const { userId } = await newPerson(t);
    const begin = t.clock.now();
    const send = (now: Date): Promise<boolean> =>
      inTransaction(t.db, (trx) =>
        replaceCode(trx, 'phone_codes', {
          userId,
          own: { column: 'phone', value: newNumber() },
          hash: Buffer.from('a code'),
          now,
          expiresAt: addMs(now, HOUR_MS),
          windowStart: addMs(now, -HOUR_MS),
          issuedMax: 2,
        }),
      );
    const expiry = addMs(begin, HOUR_MS);
    const sent: boolean[] = [];
    for (const time of [begin, begin, addMs(expiry, -1), expiry, expiry, expiry]) sent.push(await send(time));
    expect(sent).toEqual([true, true, false, true, true, false]);
    const { issued_since: since } = await t.db
      .selectFrom('phone_codes')
      .select('issued_since')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(since).toEqual(expiry);
  });

  it('five codes an hour and account, five a day and number, twenty a day from one address', async () => {
    t.clock.advance(DAY_MS);
    const person = await newPerson(t);
    for (let i = 0; i < 5; i++) expect((await ask(person, newNumber())).status).toBe(200);
    const sixth = await ask(person, newNumber());
    expect(errorOf(sixth)).toEqual([429, 'RATE_LIMITED']);
    expect(sixth.headers['retry-after']).toBe('3600');
    const phone = newNumber();
    const people = await Promise.all(Array.from({ length: 7 }, () => newPerson(t)));
    const statuses = (await Promise.all(people.map((user) => ask(user, phone)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const newcomers = await Promise.all(Array.from({ length: 3 }, () => newPerson(t)));
    // Ten messages were sent from this address; rejected requests do not count.
    const laterStatuses = [];
    for (let i = 0; i < 12; i++)
      laterStatuses.push((await ask(newcomers[Math.floor(i / 5)]!, newNumber())).status);
    expect(laterStatuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    t.clock.advance(DAY_MS);
    expect((await ask(await newPerson(t), phone)).status).toBe(200);
  });

  it('so many a day in all as the setting says, from whatever networks and to whatever numbers', async () => {
    t.clock.advance(DAY_MS);
    const setDailyMax = async (max: number): Promise<void> => {
      const settings = { 'auth.phoneCodesPerDayMax': max };
      const response = await t.patch('/api/admin/settings', { settings }, { as: await createAdmin(t) });
      expect(response.status).toBe(200);
    };
    await setDailyMax(3);
    const statuses: number[] = [];
    for (let n = 1; n <= 4; n++) {
      const person = await newPerson(t);
      const options = { as: person, ip: `2001:db8:0:${n}::1` };
      statuses.push((await t.post('/v1/account/phone', { phone: newNumber() }, options)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    await setDailyMax(0);
    t.clock.advance(DAY_MS);
    const person = await newPerson(t);
    expect(errorOf(await ask(person, newNumber()))).toEqual([429, 'RATE_LIMITED']);
    await setDailyMax(1000);
    expect((await ask(person, newNumber())).status).toBe(200);
  });

  it('neither the code nor the number lies open in the database, and both go with the account', async () => {
    const person = await newPerson(t);
    const phone = newNumber();
    await ask(person, phone);
    const jobs = await t.db
      .selectFrom('jobs')
      .select('payload')
      .where('name', '=', 'auth.send-phone-code')
      .execute();
    expect(JSON.stringify(jobs)).toContain(person.userId);
    expect(JSON.stringify(jobs)).not.toContain(phone);
    await t.call('DELETE', '/v1/auth/me', { as: person.token, body: { password: PASSWORD } });
    await t.drainJobs();
    expect(t.textMessages.some(({ to }) => to === phone)).toBe(false);
    const remaining = await t.db
      .selectFrom('phone_codes')
      .select('phone')
      .where('phone', '=', phone)
      .execute();
    expect(remaining).toEqual([]);
  });

  it('a message that cannot be sent is tried five times, and none goes out once its code has ended', async () => {
    const smsApp = await createTestApp({ env: { SMS_URL: 'http://127.0.0.1:9/send' } });
    try {
      const person = await newPerson(smsApp);
      await smsApp.post('/v1/account/phone', { phone: newNumber() }, { as: person });
      const readJob = () =>
        smsApp.db
          .selectFrom('jobs')
          .select(['attempts', 'failed_at'])
          .where('name', '=', 'auth.send-phone-code')
          .executeTakeFirst();
      const mayFail = ['auth.send-phone-code'];
      const runJob = async () => {
        await smsApp.db
          .updateTable('jobs')
          .set({ run_at: smsApp.clock.now() })
          .where('name', '=', mayFail[0]!)
          .execute();
        await smsApp.drainJobs({ mayFail });
      };
      for (let tries = 0; tries < 4; tries++) await runJob();
      expect(await readJob()).toMatchObject({ attempts: 4, failed_at: null });
      await runJob();
      expect((await readJob())?.failed_at).not.toBeNull();
      await smsApp.db.deleteFrom('jobs').where('name', '=', mayFail[0]!).execute();
      await smsApp.post('/v1/account/phone', { phone: newNumber() }, { as: person });
      smsApp.clock.advance(HOUR_MS);
      await runJob();
      expect(await readJob()).toBeUndefined();
    } finally {
      await smsApp.close();
    }
  });

  it('401 without an account, 422 for an invalid number, 409 in production without a gateway', async () => {
    expect((await t.post('/v1/account/phone', {})).status).toBe(401);
    const person = await newPerson(t);
    expect(errorOf(await ask(person, '040 123'))).toEqual([422, 'VALIDATION_ERROR']);
    const production = await createTestApp({
      env: { NODE_ENV: 'production', APP_SECRET: 'a-secret-for-tests-that-is-long-enough-0123456789', DATABASE_URL: 'postgres://ignored.example/x' },
    }); // prettier-ignore
    try {
      const visitor = await newPerson(production);
      const refused = await production.post('/v1/account/phone', { phone: newNumber() }, { as: visitor });
      expect(errorOf(refused)).toEqual([409, 'INVALID_STATE']);
    } finally {
      await production.close();
    }
  });
});

describe('senders of text messages', () => {
  const message = { to: '+4940123', text: 'Hello' };

  it('the file has a line for each message', async () => {
    const file = path.join(t.dataDir, 'sms', 'text-messages.log');
    const texter = fileTexter(file, t.clock);
    await texter.send(message);
    await texter.send(message);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([1, 2].map(() => expect.objectContaining(message)));
  });

  it('the gateway gets number and text, with its user and password; anything but success is a failure', async () => {
    const received: { authorization: string | undefined; body: unknown }[] = [];
    const gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => {
        received.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
        response.writeHead(request.url === '/send' ? 202 : 402).end('sent');
      });
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { port } = gateway.address() as { port: number };
    try {
      await gatewayTexter(`http://me:p%40ss@127.0.0.1:${port}/send`).send(message);
      expect(received).toEqual([{ authorization: `Basic ${btoa('me:p@ss')}`, body: message }]);
      const failing = gatewayTexter(`http://me:p%40ss@127.0.0.1:${port}/other`).send(message);
      await expect(failing).rejects.toThrow(/^the gateway for text messages answered 402$/);
    } finally {
      gateway.close();
    }
  });
});
