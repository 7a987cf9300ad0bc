/** Attacks that need more than one request. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts';
import { newId, newUlid } from '../../src/platform/ids.ts';
import { renderMail } from '../../src/platform/mail/templated-mail.ts';
import { fileMailer } from '../../src/platform/mail/mailer.ts';
import { errorOf, newPerson, PASSWORD } from '../http/auth/support.ts';
import { createScene } from '../http/messaging/scene.ts';
import {
  createBuyer,
  createSeller,
  type TestSeller,
  type TestUser,
  TEST_PASSWORD,
} from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let buyer: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  buyer = await createBuyer(t);
});
afterAll(() => t.close());

/** The minimum body of a draft. */
const draft = (title: string): Record<string, string> => ({ title, category: 'trailers' });

describe('H20 a clock that is set', () => {
  it('back or on by much loses no delivery and repeats none', async () => {
    const freshApp = await createTestApp();
    try {
      const owner = await createSeller(freshApp, { plan: 'enterprise' });
      // An access token would not be valid yet, so use an API key.
      const { key } = (
        await freshApp.post(
          '/api/account/api-keys',
          { name: 'k', scopes: ['listings:write'], password: TEST_PASSWORD },
          { as: owner },
        )
      ).body.data.apiKey;
      const inbox: string[] = [];
      const { webhooks } = freshApp.app.modules;
      const receiver = await startReceiver();
      await freshApp.post('/api/webhooks', { url: receiver.url, events: ['*'] }, { as: owner });
      const write = async (title: string): Promise<void> => {
        const response = await freshApp.post('/api/seller/listings', draft(title), { as: key });
        expect(response.status).toBe(201);
        inbox.push(response.body.data.id);
      };
      await write('Before it is set back');
      freshApp.clock.advance(-HOUR_MS);
      await write('An hour earlier');
      await webhooks.createDispatcher().deliverDue();
      freshApp.clock.advance(HOUR_MS + DAY_MS);
      await webhooks.createDispatcher().deliverDue();
      const deliveredIds = receiver.requests.map((request) =>
        String(JSON.parse(request.body).data.listing.id),
      );
      expect(deliveredIds.toSorted()).toEqual(inbox.toSorted());
      await receiver.close();
    } finally {
      await freshApp.close();
    }
  });
});

describe('H29 a refresh at the same time as a change of the password', () => {
  it('leaves no session alive but the one that changed it', async () => {
    const person = await newPerson(t);
    const other = await t.post('/api/auth/login', { email: person.email, password: PASSWORD });
    const { refreshToken } = other.body.data;
    const password = 'Another#Trailer7';
    const [renewed] = await Promise.all([
      t.post('/api/auth/refresh', { refreshToken }),
      t.post(
        '/api/auth/change-password',
        { currentPassword: PASSWORD, newPassword: password, confirmPassword: password },
        { as: person },
      ),
    ]);
    expect([200, 401]).toContain(renewed.status);
    if (renewed.status === 200) {
      const { accessToken, refreshToken: next } = renewed.body.data;
      expect(errorOf(await t.get('/api/auth/me', { as: accessToken }))).toEqual([401, 'INVALID_TOKEN']);
      expect(errorOf(await t.post('/api/auth/refresh', { refreshToken: next }))).toEqual([
        401,
        'INVALID_TOKEN',
      ]);
    }
    expect((await t.get('/api/auth/me', { as: person })).status).toBe(200);
  });
});

describe('H37 an API key that ends within a stream of requests', () => {
  it('is rejected from the first request after its end', async () => {
    const { id, key } = (
      await t.post(
        '/api/account/api-keys',
        { name: 'stream', scopes: ['listings:read'], password: TEST_PASSWORD },
        { as: seller },
      )
    ).body.data.apiKey;
    const ask = (value: string) => t.get('/api/seller/listings', { headers: { 'x-api-key': value } });
    expect((await ask(key)).status).toBe(200);
    for (const altered of [
      key.toLowerCase(),
      key.toUpperCase(),
      `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      ` ${key.slice(0, 20)} ${key.slice(20)}`,
      key.replace('live', 'test'),
      `${key}\u00a0`,
      `${key},${key}`,
      `${key}%00`,
    ])
      expect(errorOf(await ask(altered))).toEqual([401, 'INVALID_API_KEY']);
    expect(errorOf(await t.get(`/api/seller/listings?api_key=${key}`))).toEqual([401, 'UNAUTHORIZED']);
    const stream = Array.from({ length: 20 }, async () => (await ask(key)).status);
    await t.del(`/api/account/api-keys/${id}`, { as: seller });
    expect([200, 401]).toEqual(expect.arrayContaining([...new Set(await Promise.all(stream))]));
    expect(errorOf(await ask(key))).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('H40 a log entry of another webhook', () => {
  it('is not retried below this one, and nothing is sent', async () => {
    const receiver = await startReceiver();
    const create = async (): Promise<string> =>
      (await t.post('/api/webhooks', { url: receiver.url, events: ['*'] }, { as: seller })).body.data.webhook
        .id;
    const [ownId, otherId] = [await create(), await create()];
    await t.post('/api/seller/listings', draft('An event for both'), { as: seller });
    await t.app.modules.webhooks.createDispatcher().deliverDue();
    const logs = (await t.get(`/api/webhooks/${otherId}/logs`, { as: seller })).body.data.logs;
    expect(logs).toHaveLength(1);
    const before = await t.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .orderBy('event_id')
      .orderBy('webhook_id')
      .execute();
    const retried = await t.post(`/api/webhooks/${ownId}/logs/${logs[0].id}/retry`, undefined, {
      as: seller,
    });
    const unknown = await t.post(`/api/webhooks/${ownId}/logs/${newId('dlv')}/retry`, undefined, {
      as: seller,
    });
    expect(errorOf(retried)).toEqual([404, 'NOT_FOUND']);
    expect(retried.text).toBe(unknown.text);
    expect(
      await t.db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .orderBy('event_id')
        .orderBy('webhook_id')
        .execute(),
    ).toEqual(before);
    expect(receiver.requests).toHaveLength(2);
    await receiver.close();
  });
});

describe('H59 templates', () => {
  it('a variable that names another is text', async () => {
    const { buyer: asker, seller: dealer, conversationId } = await createScene(t);
    const content = '{{a}} and {{b}}';
    const created = await t.post('/api/messages/templates', { name: 'Both', content }, { as: dealer });
    expect(created.status).toBe(201);
    const sent = await t.post(
      `/v1/messages/conversations/${conversationId}`,
      { template_id: created.body.data.template.id, variables: { a: '{{b}}', b: 'two' } },
      { as: dealer },
    );
    expect([sent.status, sent.body.data?.message.content ?? sent.text]).toEqual([201, '{{b}} and two']);
    const conversation = await t.get(`/v1/messages/conversations/${conversationId}`, { as: asker });
    expect(conversation.body.data.messages[0].content).toBe('{{b}} and two');
  });

  it('braces without end are rejected', async () => {
    const { seller: dealer } = await createScene(t);
    for (const content of ['{{'.repeat(2000), '{{a'.repeat(1500), `{{${' '.repeat(4000)}a}}`]) {
      const response = await t.post('/api/messages/templates', { name: 'Endless', content }, { as: dealer });
      expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    }
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('{{%s}} stays text', async (name) => {
    const { seller: dealer, conversationId } = await createScene(t);
    const created = await t.post('/api/messages/templates', { name, content: `{{${name}}}` }, { as: dealer });
    const send = (variables: unknown) =>
      t.post(
        `/v1/messages/conversations/${conversationId}`,
        { template_id: created.body.data.template.id, variables },
        { as: dealer },
      );
    for (const wrong of [[], 'x', 7, { a: ['a'] }, { a: 7 }]) expect((await send(wrong)).status).toBe(422);
    const sent = await send({});
    expect([sent.status, sent.body.data.message.content]).toEqual([201, `{{${name}}}`]);
  });
});

describe('H60 words that mean something elsewhere', () => {
  const SUBJECT = 'Hello\r\nBcc: everybody@example.org\r\n\r\n<script>alert(1)</script>';

  it('one header of an email stays one, and its HTML shows them', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-mail-'));
    try {
      const mailer = fileMailer(directory, 'Market <m@example.org>', t.clock);
      await mailer.send(
        renderMail(
          {
            to: 'x@example.org',
            language: 'en',
            name: 'team_invitation',
            values: { company: SUBJECT, inviter: SUBJECT },
          },
          t.app.platform.wording,
          'https://market.example',
        ),
      );
      const [name = ''] = await readdir(directory);
      const text = await readFile(path.join(directory, name), 'utf8');
      const head = text.slice(0, text.indexOf('\n\n'));
      expect(head.split('\n').filter((line) => /^bcc:/i.test(line))).toEqual([]);
      const html = text.slice(text.indexOf('text/html'));
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toContain('<script>');
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('are returned as data', async () => {
    const name = `<script>alert(1)</script> javascript:alert(1) "onload="`;
    const response = await t.put('/api/auth/me', { name }, { as: buyer });
    expect([response.status, response.body.data.name]).toEqual([200, name]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const website of ['javascript:alert(1)', 'data:text/html,x', ' javascript:x'])
      expect((await t.put('/api/seller/profile', { website }, { as: seller })).status).toBe(422);
  });
});

describe('H62 Idempotency-Key', () => {
  const post = (key: string, body: unknown, as: TestUser = seller) =>
    t.post('/api/seller/listings', body, { as, headers: { 'idempotency-key': key } });

  it('twenty equal concurrent requests create one listing and get the same response', async () => {
    const key = newUlid();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(key, draft('Only one of these'))),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(
      responses.filter((response) => response.headers['idempotency-replayed'] === undefined),
    ).toHaveLength(1);
  });

  it('another body conflicts, another user is independent, and an invalid key is rejected', async () => {
    const key = newUlid();
    const first = await post(key, draft('The first of these'));
    expect(errorOf(await post(key, draft('Another of these')))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    const other = await post(key, draft('The first of these'), await createSeller(t));
    expect(other.status).toBe(201);
    expect(other.body.data.id).not.toBe(first.body.data.id);
    for (const bad of ['', 'k'.repeat(256)])
      expect(errorOf(await post(bad, draft('Never written')))).toEqual([400, 'BAD_REQUEST']);
    expect((await post('k'.repeat(255), draft('Written with a long key'))).status).toBe(201);
  });
});

describe('H70 client-controlled data in the audit log', () => {
  it('is one entry, whatever its user agent holds', async () => {
    const person = await newPerson(t);
    const before = await t.db.selectFrom('audit_log').select('seq').execute();
    const agent = 'Evil/1.0 {"action":"user.deleted"} \u2028 fake';
    const password = 'Another#Trailer7';
    const response = await t.post(
      '/api/auth/change-password',
      { currentPassword: PASSWORD, newPassword: password, confirmPassword: password },
      { as: person, headers: { 'user-agent': Buffer.from(agent).toString('latin1') } },
    );
    expect(response.status).toBe(200);
    const entries = await t.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
    expect(entries).toHaveLength(before.length + 1);
    expect(entries.at(-1)?.action).not.toBe('user.deleted');
  });
});
