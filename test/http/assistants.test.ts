import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/actor.ts';
import { listen } from '../support/event-stream.ts';
import { createApiKey, createBuyer, createListing, createSeller } from '../support/factories.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let base: string;
beforeAll(async () => {
  t = await createTestApp();
  base = await listen(t);
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});

async function connect(key?: string, query = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp${query}`), {
    requestInit: { headers },
  });
  await client.connect(transport as Transport);
  return client;
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

/** Calls a tool and returns its result; parses it if it is a response of the API. */
async function use(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into responses
): Promise<{ isError: boolean; data: any; text: string }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ text: string }];
  return { isError: isError === true, text, data: /^[{[]/.test(text) ? JSON.parse(text) : null };
}

async function withKey(...scopes: Scope[]) {
  const seller = await createSeller(t);
  return { seller, key: await createApiKey(t, seller.userId, scopes) };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const raw = (body: unknown, options: CallOptions = {}) =>
  t.post('/mcp', body, {
    ...options,
    headers: { accept: 'application/json, text/event-stream', ...options.headers },
  });

const PUBLIC = [
  'search_market',
  'get_listing',
  'similar_listings',
  'list_categories',
  'list_brands',
  'get_seller',
  'compare_listings',
];

describe('assistants', () => {
  it('find a truck, read it, and compare it with another, without a credential', async () => {
    const { seller } = await withKey();
    const first = await createListing(t, seller, {
      title: 'Scania R450 assistant',
      price: 50_000,
      vatDeductible: true,
    });
    const second = await createListing(t, seller, { title: 'Scania R500 assistant', price: 70_000 });
    const client = await connect();
    expect((await namesOf(client)).toSorted()).toEqual(PUBLIC.toSorted());
    const results = await use(client, 'search_market', {
      q: 'assistant r450',
      category: ['tractor-units'],
      limit: 5,
    });
    expect(results.data.results.map(({ slug }: { slug: string }) => slug)).toContain(first.slug);
    expect(results.data.results[0]).toMatchObject({ price: 50_000, vatDeductible: true });
    expect((await use(client, 'get_listing', { slug: first.slug })).data.price).toBe(50_000);
    const { data } = await use(client, 'compare_listings', { slugs: [first.slug, second.slug] });
    expect(data.differences.price).toEqual([50_000, 70_000]);
    expect(data.differences.currency).toBeUndefined();
    await client.close();
  });

  it('get errors in the words of the API', async () => {
    const client = await connect();
    const many = await use(client, 'search_market', { limit: 5000, min_year: 'x' });
    expect([many.isError, many.data.code]).toEqual([true, 'VALIDATION_ERROR']);
    expect((await use(client, 'get_listing', { slug: 'none' })).data.code).toBe('NOT_FOUND');
    for (const slug of ['', '..', 7, 'x'.repeat(300)])
      expect((await use(client, 'get_listing', { slug })).text).toBe('slug must be an id');
    expect((await use(client, 'get_listing', { slug: '\ud800' })).text).toBe('slug must be an id');
    for (const q of [{ toString: 1 }, [['a']], [null]])
      expect((await use(client, 'search_market', { q })).text).toContain('q must be text');
    expect((await use(client, 'search_market', { brand: ['man', 'daf'] })).isError).toBe(false);
    expect((await use(client, 'get_listing', { slug: 'a', extra: 1 })).text).toContain('no argument extra');
    expect((await use(client, 'compare_listings', { slugs: ['a'] })).isError).toBe(true);
    expect((await use(client, 'drop_everything')).isError).toBe(true);
    await client.close();
  });

  it('see what the scopes of their key allow, and nothing that writes unless they ask for it', async () => {
    const { key } = await withKey('listings:read', 'listings:write', 'messages:read');
    const reading = await connect(key);
    expect((await namesOf(reading)).filter((name) => !PUBLIC.includes(name))).toEqual([
      'list_own_listings',
      'get_own_listing',
      'list_conversations',
      'read_conversation',
    ]);
    expect((await use(reading, 'draft_listing', { title: 'MAN TGX 18.510' })).isError).toBe(true);
    const writing = await connect(key, '?access=write');
    const { tools } = await writing.listTools();
    const drafting = tools.find(({ name }) => name === 'draft_listing');
    expect(drafting?.annotations?.readOnlyHint).toBe(false);
    expect(drafting?.inputSchema.properties).not.toHaveProperty('publish');
    expect(tools.map(({ name }) => name)).not.toContain('answer_message');
  });

  it('draft listings that are not published, and answer messages', async () => {
    const { key, seller } = await withKey(
      'listings:write',
      'listings:read',
      'messages:read',
      'messages:write',
    );
    const client = await connect(key, '?access=write');
    const draft = { title: 'MAN TGX 18.510 drafted', category: 'tractor-units', brand: 'man' };
    expect((await use(client, 'draft_listing', { ...draft, publish: true })).isError).toBe(true);
    const drafted = await use(client, 'draft_listing', draft);
    expect(drafted.data).toMatchObject({ status: 'DRAFT', title: draft.title });
    expect((await use(client, 'get_own_listing', { id: drafted.data.id })).data.version).toBe(1);

    const { listingId } = await createListing(t, seller);
    const buyer = await createBuyer(t);
    const message = 'Is it still there?';
    await t.post('/v1/messages/conversations', { listing_id: listingId, message }, { as: buyer });
    const { conversations } = (await use(client, 'list_conversations')).data;
    const sent = await use(client, 'answer_message', { id: conversations[0].id, content: 'It is.' });
    expect(sent.isError).toBe(false);
    const { messages } = (await use(client, 'read_conversation', { id: conversations[0].id })).data;
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['It is.', message]);
  });

  it('have schemas that are schemas, small enough to be read', async () => {
    const { key } = await withKey('listings:write', 'listings:read', 'messages:read', 'messages:write');
    const { tools } = await (await connect(key, '?access=write')).listTools();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { inputSchema } of tools) {
      expect(() => ajv.compile(inputSchema)).not.toThrow();
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    }
    expect(JSON.stringify(tools).length).toBeLessThan(120_000);
  });
});

describe('/mcp', () => {
  it('rejects bad keys, other pages, batches, long bodies and other methods', async () => {
    expect((await raw(INITIALIZE)).status).toBe(200);
    expect((await raw(INITIALIZE, { headers: { 'x-api-key': 'fw_live_nonsense' } })).status).toBe(401);
    expect((await raw(INITIALIZE, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
    expect((await raw(INITIALIZE, { headers: { origin: 'https://market.example' } })).status).toBe(200);
    expect((await raw([INITIALIZE, INITIALIZE])).status).toBe(400);
    expect((await raw({ ...INITIALIZE, extra: 'x'.repeat(200_000) })).status).toBe(413);
    expect(
      (await t.call('POST', '/mcp', { payload: '{', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(400);
    expect((await raw({ hello: 1 })).status).toBe(400);
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect(await t.call(method, '/mcp')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('rejects the keys of accounts that sign their requests: assistants cannot', async () => {
    const { key, seller } = await withKey('listings:read');
    await t.put('/api/account/security', { requireSignature: true }, { as: seller });
    expect((await raw(INITIALIZE, { as: key })).status).toBe(401);
  });

  it('counts every message and every tool against the budgets', async () => {
    const limited = await createTestApp({ rateLimits: true });
    const call = (ip: string, body: unknown) =>
      limited.post('/mcp', body, { ip, headers: { accept: 'application/json, text/event-stream' } });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    let last = await call('203.0.113.7', list);
    for (let n = 0; n < 120 && last.status === 200; n++) last = await call('203.0.113.7', list);
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
    const search = {
      ...list,
      method: 'tools/call',
      params: { name: 'search_market', arguments: { q: 'truck' } },
    };
    let response = await call('203.0.113.8', search);
    for (let n = 0; n < 60 && !response.text.includes('RATE_LIMITED'); n++)
      response = await call('203.0.113.8', search);
    expect(response.body.result.isError).toBe(true);
    expect((await limited.get('/v1/search?q=truck', { ip: '203.0.113.8' })).status).toBe(429);
    await limited.close();
  });
});
