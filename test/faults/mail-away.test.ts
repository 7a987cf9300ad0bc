import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../bench/support/server.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let port: number;
let smtp: Server | undefined;
const received: string[] = [];

beforeAll(async () => {
  port = await freePort();
  t = await createTestApp({ mailer: smtpMailer(`smtp://127.0.0.1:${port}`, 'Market <market@example.org>') });
});
afterAll(async () => {
  await t.close();
  smtp?.close();
});

/** Implements the part of SMTP that sending an email needs. */
function converse(socket: Socket): void {
  let isData = false;
  let text = '';
  socket.write('220 test\r\n');
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    text += bytes.toString();
    for (let end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n'); end !== -1;) {
      const line = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) {
        received.push(line);
        isData = false;
        socket.write('250 kept\r\n');
      } else if (line === 'DATA') {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 yes\r\n');
      end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
    }
  });
}

it('a mail server that is away delays emails, and neither requests nor anything else', async () => {
  const response = await t.post('/api/auth/register', {
    email: 'late@example.org',
    password: 'Longhaul24',
    name: 'Lou Late',
    role: 'BUYER',
  });
  expect(response.status).toBe(201);
  const forgot = await t.post('/api/auth/forgot-password', { email: 'late@example.org' });
  expect(forgot.status).toBe(200);
  await t.drainJobs({ mayFail: ['mail.send'] });
  const waiting = await t.db.selectFrom('jobs').selectAll().where('name', '=', 'mail.send').execute();
  expect(waiting.map((job) => [job.attempts, job.failed_at])).toEqual([
    [1, null],
    [1, null],
  ]);
  expect(received).toEqual([]);

  smtp = createServer(converse);
  await new Promise<void>((resolve) => smtp?.listen(port, '127.0.0.1', resolve));
  t.clock.advance(MINUTE_MS);
  await t.drainJobs();
  expect(received).toHaveLength(2);
  for (const mail of received) expect(mail).toContain('To: late@example.org');
  expect(await t.db.selectFrom('jobs').selectAll().where('name', '=', 'mail.send').execute()).toEqual([]);
});
