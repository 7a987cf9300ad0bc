import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SELF_SIGNED } from '../../../test/faults/self-signed.fixture.ts';
import { createClient } from './client.ts';

const NOBODY = { username: null, password: null, apiKey: null, timeoutMs: 5000 };
const SIGNED_IN = [
  [{ username: 'market', password: 'lorry:ß' }, `Basic ${Buffer.from('market:lorry:ß').toString('base64')}`],
  [{ apiKey: 'a2V5' }, 'ApiKey a2V5'],
  [{}, undefined],
] as const;

const servers: http.Server[] = [];
const authorizations: (string | undefined)[] = [];

const respond: http.RequestListener = ({ headers }, response) => {
  authorizations.push(headers.authorization);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

async function addressOf(server: http.Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  authorizations.length = 0;
});

describe('the client of a cluster', () => {
  it.each(SIGNED_IN)('given %j, says who it is with %s', async (settings, expected) => {
    const client = createClient({
      nodes: [`http://${await addressOf(http.createServer(respond))}`],
      ...NOBODY,
      ...settings,
    });
    await client.info();
    await client.close();
    expect(authorizations).toEqual([expected]);
  });

  it('sends nothing to a server with an untrusted certificate', async () => {
    const address = await addressOf(https.createServer(SELF_SIGNED, respond));
    const client = createClient({ nodes: [`https://${address}`], ...NOBODY, apiKey: 'a2V5' });
    await expect(client.info()).rejects.toThrow(/self-signed/);
    await client.close();
    expect(authorizations).toEqual([]);
  });

  it('tries another node if one does not respond', async () => {
    const silent = await addressOf(http.createServer(() => {}));
    const well = await addressOf(http.createServer(respond));
    const client = createClient({
      nodes: [`http://${silent}`, `http://${well}`],
      ...NOBODY,
      timeoutMs: 200,
    });
    for (let request = 0; request < 4; request++) expect((await client.info()).statusCode).toBe(200);
    await client.close();
  });
});
