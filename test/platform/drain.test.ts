import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECOND_MS } from '../../src/platform/clock.ts';
import { drain, stopListening } from '../../src/platform/http/limits/connections.ts';

let server: http.Server;
let served: string[];
let sockets: Socket[];

beforeEach(async () => {
  served = [];
  sockets = [];
  server = http.createServer((request, response) => {
    served.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
});

/** Stops the server like Fastify, which closes idle connections in the tick in which `drain` resolves. */
async function stop(): Promise<void> {
  await stopListening(server);
  await drain(server);
  server.closeIdleConnections();
}

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: market.example\r\n\r\n`);
  const ended = once(socket, 'close').then(() => 'cut off');
  return Promise.race([once(socket, 'data').then(([data]) => String(data).split('\r\n')[0] ?? ''), ended]);
}

describe('a server that stops', () => {
  it('responds to a request that arrives as idle connections are closed', async () => {
    const socket = open();
    expect(await ask(socket, '/first')).toBe('HTTP/1.1 200 OK');
    // Fires in the same tick as the timer of the drain, just before it.
    const second = new Promise<string>((resolve) => {
      setTimeout(() => resolve(ask(socket, '/second')), SECOND_MS);
    });
    const stopped = stop();
    expect(await second).toBe('HTTP/1.1 200 OK');
    await stopped;
    expect(served).toEqual(['/first', '/second']);
  });

  it('responds on connections that waited to be accepted', async () => {
    const sockets = Array.from({ length: 20 }, open);
    await Promise.all(sockets.slice(0, 1).map((socket) => once(socket, 'connect')));
    const responses = sockets.map((socket, i) => ask(socket, `/${i}`));
    const stopped = stop();
    expect(new Set(await Promise.all(responses))).toEqual(new Set(['HTTP/1.1 200 OK']));
    for (const socket of sockets) socket.end();
    await stopped;
  });

  it('waits no longer than for its last connection', async () => {
    const socket = open();
    await ask(socket, '/only');
    const stopped = stop();
    socket.destroy();
    await stopped;
    expect(server.listening).toBe(false);
  });
});
