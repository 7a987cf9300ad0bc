/**
 * The receiver of the webhooks suite, in a process of its own: answers at once, but for `/hang`, which it never does. It
 * says its address when it listens, and asked by message, when it received each event first, in milliseconds since 1970.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const receivedAt = new Map<string, number>();

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/hang') return;
  const id = String(request.headers['webhook-id']);
  if (!receivedAt.has(id)) receivedAt.set(id, performance.timeOrigin + performance.now());
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', (asked: 'count' | 'times') => {
  process.send?.(asked === 'count' ? receivedAt.size : [...receivedAt]);
});
process.on('disconnect', () => process.exit(0));
