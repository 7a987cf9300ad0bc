import { createServer, type Server } from 'node:net';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';

const MAIL = { to: 'ada@example.org', subject: 'Hello', text: 'Your code is 123456' };

let server: Server;
let port: number;
const received: string[] = [];
beforeAll(async () => {
  // A mail server without TLS that accepts any password.
  server = createServer((socket) => {
    let isData = false;
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      received.push(text);
      if (isData) {
        isData = !text.endsWith('.\r\n');
        if (!isData) socket.write('250 kept\r\n');
      } else if (text.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN LOGIN\r\n');
      else if (text.startsWith('AUTH')) socket.write('235 welcome\r\n');
      else if (text.startsWith('DATA')) {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (text.startsWith('STARTTLS')) socket.write('502 no such command\r\n');
      else socket.write('250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

it.each(['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true', '?secure=false'])(
  'a server without TLS gets neither password nor email where TLS is required: %s',
  async (query) => {
    received.length = 0;
    const url = `smtp://role:pass-word@127.0.0.1:${port}/${query}`;
    const mailer = smtpMailer(url, 'market@example.org', { requireTls: true });
    await expect(mailer.send(MAIL)).rejects.toThrow();
    expect(received.join('')).toMatch(/^EHLO/);
    expect(received.join('')).not.toMatch(/AUTH|MAIL FROM|123456/);
  },
);

it('elsewhere it gets both', async () => {
  received.length = 0;
  await smtpMailer(`smtp://role:pass-word@127.0.0.1:${port}`, 'market@example.org').send(MAIL);
  expect(received.join('')).toMatch(/AUTH PLAIN[^]*123456/);
});

it.each([
  ['smtp://role:word@mail.example', true],
  ['smtp://mail.example', true],
  ['smtp://role:word@127.0.0.1:25', true],
  ['smtp://127.0.0.1:25', false],
  ['smtp://localhost', false],
  ['smtp://[::1]:25', false],
])('TLS is required in production, but for a relay without password on the machine: %s', (url, required) => {
  const env = { SMTP_URL: url, BASE_URL: 'https://market.example' };
  expect(readConfig({ ...env, NODE_ENV: 'production' }).smtpRequireTls).toBe(required);
  expect(readConfig(env).smtpRequireTls).toBe(false);
});
