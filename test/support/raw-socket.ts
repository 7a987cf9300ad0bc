import { connect, type AddressInfo, type Socket } from 'node:net';
import type { TestApp } from './test-app.ts';

/** Returns the port of the application; starts listening first if necessary. */
export async function portOf(t: TestApp): Promise<number> {
  if (!t.http.server.listening) await t.http.listen({ port: 0, host: '127.0.0.1' });
  return (t.http.server.address() as AddressInfo).port;
}

export interface RawResponses {
  /** Statuses of all responses, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
}

/** Sends bytes unchanged, and reads until the server ends the connection. */
export async function sendRaw(t: TestApp, bytes: string | Buffer): Promise<RawResponses> {
  const socket = await openSocket(t);
  socket.write(bytes);
  return readToEnd(socket);
}

export async function openSocket(t: TestApp): Promise<Socket> {
  const port = await portOf(t);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Reads until the connection ends; a reset after a response counts as a normal end. */
export function readToEnd(socket: Socket): Promise<RawResponses> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve({
        text,
        statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1])),
      }),
    );
  });
}
