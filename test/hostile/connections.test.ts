/**
 * Limits on open connections per client address, at the server and at the load balancers of deploy/, and the paths that are
 * not reachable from outside.
 */
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import http from 'node:http';
import net, { type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../bench/support/server.ts';
import { readConfig } from '../../src/config/config.ts';
import { serveMetrics } from '../../src/app/metrics-server.ts';
import {
  capConnections,
  connectionsWithin,
  descriptorWarning,
} from '../../src/platform/http/limits/connections.ts';
import { createLogger } from '../../src/platform/log.ts';
import { portOf } from '../support/raw-socket.ts';
import { canUse } from '../support/programs.ts';
import { REVERSE_PROXIES, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Connections per address that the configuration of HAProxy and nginx allows. */
const BALANCER_CONNECTIONS_MAX = 256;
const TIMEOUT_MS = 120_000;

/** Sends a request from a loopback address, without normalizing its path. */
function ask(port: number, target: string, from = '127.0.0.1'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: '127.0.0.1', port, path: target, localAddress: from, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', reject);
  });
}

/** Opens connections that send `bytes` and then stay idle; `open()` returns how many are still open. */
async function holdConnections(
  port: number,
  count: number,
  options: { from: string; bytes?: string },
): Promise<{ open(): number; end(): void }> {
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<net.Socket>((resolve) => {
          const socket = net.connect({ host: '127.0.0.1', port, localAddress: options.from }, () => {
            if (options.bytes !== undefined) socket.write(options.bytes);
            resolve(socket);
          });
          socket.on('error', () => resolve(socket)).on('end', () => socket.destroy());
          socket.resume();
        }),
    ),
  );
  return {
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('connections of one address', () => {
  it('are capped; those of others are taken as before', async () => {
    const capped = await createTestApp({
      databaseUrl: t.databaseUrl,
      env: { CONNECTIONS_PER_ADDRESS: '5' },
    });
    const port = await portOf(capped);
    const idle = await holdConnections(port, 40, { from: '127.0.0.2' });
    try {
      await expect.poll(() => idle.open()).toBe(5);
      await expect(ask(port, '/api/currencies', '127.0.0.2')).rejects.toThrow(/ECONNRESET|hang up/);
      expect((await ask(port, '/api/currencies', '127.0.0.3')).status).toBe(200);
      idle.end();
      // After its connections end, the address is served again.
      await expect
        .poll(() =>
          ask(port, '/api/currencies', '127.0.0.2').then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
    } finally {
      idle.end();
      await capped.close();
    }
  });

  it('are not counted for a trusted proxy, which speaks for many', async () => {
    const behind = await createTestApp({
      databaseUrl: t.databaseUrl,
      env: { CONNECTIONS_PER_ADDRESS: '5', TRUST_PROXY: '127.0.0.2' },
    });
    const port = await portOf(behind);
    const proxied = await holdConnections(port, 40, { from: '127.0.0.2' });
    try {
      expect((await ask(port, '/api/currencies', '127.0.0.2')).status).toBe(200);
      expect(proxied.open()).toBe(40);
    } finally {
      proxied.end();
      await behind.close();
    }
  });

  it('count together for an IPv6 /64 and apart for another, also when IPv4 comes as IPv6', () => {
    const server = new EventEmitter();
    capConnections(server as Server, { perAddressMax: 2, isProxy: () => false });
    const connect = (remoteAddress: string | undefined): EventEmitter & { isRefused: boolean } => {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        isRefused: false,
        destroy() {
          socket.isRefused = true;
        },
      });
      server.emit('connection', socket);
      return socket;
    };
    const first = connect('2001:db8::1');
    expect(connect('2001:db8::ffff:0:0:2').isRefused).toBe(false);
    expect(connect('2001:db8:0:0:1234::3').isRefused).toBe(true);
    expect(connect('2001:db8:0:1::1').isRefused).toBe(false);
    first.emit('close');
    expect(connect('2001:db8::4').isRefused).toBe(false);
    expect(connect('2001:db8::5').isRefused).toBe(true);
    connect('192.0.2.1');
    connect('::ffff:192.0.2.1');
    expect(connect('::ffff:192.0.2.1').isRefused).toBe(true);
    expect(connect('192.0.2.2').isRefused).toBe(false);
    // The client has disconnected already, so the socket has no address to count against.
    expect(connect(undefined).isRefused).toBe(true);
  });

  it('stay below the descriptors of the process, all together', () => {
    expect(connectionsWithin(10_000, 1024)).toBe(614);
    expect(connectionsWithin(10_000, 1_000_000)).toBe(10_000);
    expect(descriptorWarning(256)).toMatch(/only 256 files open.* at most 153 connections: raise the limit/);
    expect(descriptorWarning(1024)).toBeNull();
    expect(t.http.server.maxConnections).toBe(connectionsWithin(10_000));
  });
});

describe('METRICS_PORT', () => {
  it('has the metrics, on loopback, and the public port no longer has them', async () => {
    const metricsPort = await freePort();
    const separateApp = await createTestApp({
      databaseUrl: t.databaseUrl,
      env: { METRICS_PORT: String(metricsPort) },
    });
    const { config, metrics } = separateApp.app.platform;
    const server = await serveMetrics(
      config,
      { read: () => metrics.registry.metrics() },
      createLogger('silent'),
    );
    try {
      for (const url of ['/metrics', '/metrics/', '/%6detrics', '/metrics?x=1'])
        expect([url, (await separateApp.get(url)).status]).toEqual([url, 404]);
      expect((await separateApp.get('/about-this-server')).text).not.toContain('metrics');
      const metricsResponse = await ask(metricsPort, '/metrics');
      expect([
        metricsResponse.status,
        metricsResponse.text.includes('fifthwheel_http_request_seconds'),
      ]).toEqual([200, true]);
      expect((await ask(metricsPort, '/api/currencies')).status).toBe(404);
      // 127.0.0.2 is loopback too, but the server does not listen there, nor on any network address.
      const elsewhere = http.get({ host: '127.0.0.2', port: metricsPort, path: '/metrics' });
      await expect(
        new Promise((resolve, reject) => elsewhere.on('response', resolve).on('error', reject)),
      ).rejects.toThrow('ECONNREFUSED');
    } finally {
      server?.close();
      await separateApp.close();
    }
  });

  it('need not be set where others reach the server; a server whose default port is taken starts without', async () => {
    const place = readConfig({ HOST: '0.0.0.0' });
    const options = { metricsPort: await freePort(), metricsHost: place.metricsHost };
    const log = createLogger('silent');
    const first = await serveMetrics({ ...place, ...options }, { read: async () => 'up 1' }, log);
    try {
      expect((await ask(options.metricsPort, '/metrics')).text).toBe('up 1');
      expect(await serveMetrics({ ...place, ...options }, { read: async () => '' }, log)).toBeNull();
      const chosen = { ...options, isMetricsPortOptional: false };
      await expect(serveMetrics(chosen, { read: async () => '' }, log)).rejects.toThrow('METRICS_PORT');
    } finally {
      first?.close();
    }
  });

  it('makes one reading for all who ask at the same time', async () => {
    let readings = 0;
    let finish = (_text: string): void => {};
    const metricsPort = await freePort();
    const server = await serveMetrics(
      { metricsPort, metricsHost: '127.0.0.1', isMetricsPortOptional: false },
      {
        read: () => {
          readings++;
          return new Promise((resolve) => {
            finish = resolve;
          });
        },
      },
      createLogger('silent'),
    );
    try {
      const first = ask(metricsPort, '/metrics');
      await expect.poll(() => readings).toBe(1);
      const concurrent = Array.from({ length: 5 }, () => ask(metricsPort, '/metrics'));
      // This path responds without collecting metrics, so the requests before it have arrived by then.
      await ask(metricsPort, '/nothing');
      finish('up 1');
      const texts = (await Promise.all([first, ...concurrent])).map(({ text }) => text);
      expect(new Set(texts)).toEqual(new Set(['up 1']));
      expect(readings).toBe(1);
    } finally {
      server?.close();
    }
  });
});

const installed = REVERSE_PROXIES.filter((name) => canUse(`what ${name} lets through and how much`, name));

describe.each(installed)('behind %s', (name) => {
  let behind: TestApp;
  let directory: string;
  let proxy: ReverseProxy;
  let port: number;
  beforeAll(async () => {
    behind = await createTestApp({ databaseUrl: t.databaseUrl, env: { TRUST_PROXY: '127.0.0.1' } });
    directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-balancer-'));
    // The worker processes of nginx run as another user.
    await chmod(directory, 0o755);
    const server = { port: await portOf(behind) };
    proxy = await startReverseProxy(name, directory, [server, server, server]);
    port = Number(new URL(proxy.url).port);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await proxy.stop();
    await behind.close();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([
    '/metrics',
    '/metrics/',
    '/%6detrics',
    '/%6D%65trics/',
    '/metrics?x',
    '/metrics/?x',
    '//metrics',
    '/./metrics',
    '/metrics%2f',
    '/metrics%00',
    '/metrics;x',
    '/x/../metrics',
  ])('the metrics are not reached as %s', async (target) => {
    const response = await ask(port, target);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.text).not.toContain('fifthwheel_http_request_seconds');
  });

  it('reaches everything else', async () => {
    for (const target of ['/en/', '/docs/', '/api/currencies', '/v1/categories?metrics=1', '/healthz'])
      expect([target, (await ask(port, target)).status]).toEqual([target, 200]);
  });

  it(
    'an address that opens thousands of connections leaves the others theirs',
    { timeout: TIMEOUT_MS },
    async () => {
      const idle = await holdConnections(port, 1500, { from: '127.0.0.5' });
      const slow = await holdConnections(port, 1500, {
        from: '127.0.0.5',
        bytes: 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a',
      });
      try {
        // nginx does not count connections without a complete request head; it has capacity for more than these.
        if (name === 'haproxy')
          await expect.poll(() => idle.open() + slow.open()).toBe(BALANCER_CONNECTIONS_MAX);
        for (let i = 0; i < 20; i++)
          expect((await ask(port, '/api/currencies', `127.0.0.${10 + i}`)).status).toBe(200);
      } finally {
        idle.end();
        slow.end();
      }
    },
  );

  it('an address has no more requests open than its share', { timeout: TIMEOUT_MS }, async () => {
    const bytes =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const open = await holdConnections(port, BALANCER_CONNECTIONS_MAX + 40, { from: '127.0.0.6', bytes });
    try {
      const refused = await ask(port, '/api/currencies', '127.0.0.6').then(
        ({ status }) => status,
        () => 'closed',
      );
      expect(refused).toBe(name === 'haproxy' ? 'closed' : 429);
      expect((await ask(port, '/api/currencies', '127.0.0.7')).status).toBe(200);
    } finally {
      open.end();
    }
  });
});
