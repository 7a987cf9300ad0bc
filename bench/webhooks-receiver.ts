/**
 * The receiver of the webhooks suite, in a separate process: responds at once, except on `/hang`, which never responds.
 * Reports its address when it listens and, on request, when it first received each event, in milliseconds since 1970.
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
process.on('message', (question: 'count' | 'times') => {
  process.send?.(question === 'count' ? receivedAt.size : [...receivedAt]);
});
process.on('disconnect', () => process.exit(0));
