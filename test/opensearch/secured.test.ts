// A search cluster that accepts only TLS and requires a password.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createListing, createSeller } from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../support/test-app.ts';
import { POLL } from './same-results.ts';

const TIMEOUT_MS = 300_000;
const PREFIX = `secured-${process.pid}`;
const USERNAME = 'market';
const PASSWORD = 'Lorry: #42 ß';

/** Starts a proxy in front of the node that terminates TLS and checks the password. */
async function startGuard(key: Buffer, cert: Buffer, upstream: string): Promise<https.Server> {
  const expected = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`;
  const server = https.createServer({ key, cert }, (request, response) => {
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"who is there"}');
      return;
    }
    const { method = 'GET', headers } = request;
    const proxied = http.request(upstream + (request.url ?? '/'), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    proxied.on('error', () => response.destroy());
    request.pipe(proxied);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(!canUse('a cluster behind TLS', 'openssl'))('a cluster behind TLS and a password', () => {
  let directory: string;
  let gate: https.Server;
  let market: TestApp;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-secured-'));
    const [keyFile, certFile] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
    const names = '-subj /CN=cluster.example -addext subjectAltName=IP:127.0.0.1 -days 2';
    const files = ['-keyout', keyFile, '-out', certFile];
    const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
    await promisify(execFile)('openssl', [...`${kind} ${names}`.split(' '), ...files]);
    gate = await startGuard(await readFile(keyFile), await readFile(certFile), inject('openSearchUrl'));
    await writeFile(path.join(directory, 'password'), `${PASSWORD}\n`);
    market = await createTestApp({ asOwner: true });
    await createListing(market, await createSeller(market), { title: 'Volvo FH Strongroom' });
  }, TIMEOUT_MS);

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await market.close();
    gate.close().closeAllConnections();
    const client = new Client({ node: inject('openSearchUrl') });
    await client.indices.delete({ index: `${PREFIX}-*` });
    await client.close();
    await rm(directory, { recursive: true, force: true });
  }, TIMEOUT_MS);

  async function start(more: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const server = await startServerProcess({
      env: {
        DATABASE_URL: market.databaseUrl,
        APP_SECRET: TEST_SECRET,
        DATA_DIR: directory,
        DEMO: 'off',
        LOG_LEVEL: 'error',
        OPENSEARCH_URL: `https://127.0.0.1:${(gate.address() as AddressInfo).port}`,
        OPENSEARCH_INDEX: PREFIX,
        OPENSEARCH_REPLICAS: '0',
        OPENSEARCH_USERNAME: USERNAME,
        ...more,
      },
    });
    servers.push(server);
    return server;
  }

  const found = async ({ url }: ServerProcess): Promise<number> => {
    const response = await fetch(`${url}/api/search?q=strongroom`).catch(() => null);
    if (response?.status !== 200) return -(response?.status ?? 0);
    const { data } = (await response.json()) as { data: { pagination: { total: number } } };
    return data.pagination.total;
  };

  test(
    'is searched with the authority and the password that are given in files',
    async () => {
      const server = await start({
        NODE_EXTRA_CA_CERTS: path.join(directory, 'cert.pem'),
        OPENSEARCH_PASSWORD_FILE: path.join(directory, 'password'),
      });
      await expect.poll(() => found(server), POLL).toBe(1);
    },
    TIMEOUT_MS,
  );

  test.each([
    ['another password', () => path.join(directory, 'cert.pem'), 'wrong'],
    ['an authority that nobody has named', () => undefined, PASSWORD],
  ])(
    'is not searched with %s; everything else keeps working',
    async (_, authority, password) => {
      const file = authority();
      const server = await start({
        OPENSEARCH_PASSWORD: password,
        ...(file === undefined ? {} : { NODE_EXTRA_CA_CERTS: file }),
      });
      await server.ready();
      expect(await found(server)).toBe(-503);
      expect((await fetch(`${server.url}/api/categories`)).status).toBe(200);
    },
    TIMEOUT_MS,
  );
});
