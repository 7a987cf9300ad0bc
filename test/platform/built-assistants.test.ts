// The MCP tools of the built program, which uses a bundle of the SDK, called by the official client.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, it } from 'vitest';
import { startServerProcess } from '../support/server-process.ts';
import { cloneTemplate, TEST_SECRET } from '../support/test-app.ts';

it('an assistant finds a truck in the program as it is installed', { timeout: 180_000 }, async () => {
  const database = await cloneTemplate();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assistants-'));
  const server = await startServerProcess({
    env: { APP_SECRET: TEST_SECRET, DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  });
  try {
    await server.ready();
    const send = async (url: string, body: object, token?: string): Promise<Record<string, unknown>> => {
      const response = await fetch(`${server.url}${url}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { data: Record<string, unknown> }).data;
    };
    const account = { email: 'dealer@example.org', password: 'Longhaul24' };
    await send('/api/auth/register', {
      ...account,
      name: 'Dana Dealer',
      role: 'SELLER',
      companyName: 'Dana Trucks',
      country: 'DE',
    });
    const { accessToken } = await send('/api/auth/login', account);
    const truck = { category: 'Sattelzugmaschine', brand: 'MAN', model: 'TGX', year: 2021, price: 61_900 };
    await send('/api/seller/listings', { ...truck, publish: true }, String(accessToken));
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as Transport);
    const found = await client.callTool({ name: 'search_market', arguments: { q: 'man tgx 2021' } });
    const [{ text }] = found.content as [{ text: string }];
    expect(text).toContain('MAN TGX 2021');
    await client.close();
  } finally {
    await server.stop();
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
});
