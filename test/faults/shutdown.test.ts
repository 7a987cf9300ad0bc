import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { cloneTemplate, TEST_SECRET } from '../support/test-app.ts';

const CLIENTS = 16;
const ANSWERS_BEFORE = 400;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  database = await cloneTemplate();
  dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-shutdown-'));
  server = await startServerProcess({
    env: {
      DATABASE_URL: database.url,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  await server.ready();
});
afterAll(async () => {
  await server.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

type Outcome = 'answered' | 'refused' | 'broken';

/** Sends one request over a keep-alive connection. `refused` means that no connection was made. */
function ask(agent: http.Agent, target: { path: string; body?: string }): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = http.request(
      `${server.url}${target.path}`,
      {
        agent,
        method: target.body === undefined ? 'GET' : 'POST',
        headers: target.body === undefined ? {} : { 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('error', () => resolve('broken'));
        response.on('close', () => {
          const isWhole = response.complete && typeof JSON.parse(text || '{}').success === 'boolean';
          resolve(isWhole && (response.statusCode ?? 500) < 500 ? 'answered' : 'broken');
        });
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
    );
    request.end(target.body);
  });
}

it('ends under load without breaking a response, and with exit code 0', { timeout: 120_000 }, async () => {
  const counts = { answered: 0, refused: 0, broken: 0 };
  let registered = 0;
  const shutdown: { ended: Promise<number | null> | null } = { ended: null };
  const client = async (isWriter: boolean): Promise<void> => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let outcome: Outcome = 'answered'; outcome === 'answered';) {
      outcome = await ask(
        agent,
        isWriter
          ? {
              path: '/api/auth/register',
              body: JSON.stringify({
                email: `shutdown-${++registered}@example.org`,
                password: 'Longhaul24',
                name: 'Sam Shutdown',
                role: 'BUYER',
              }),
            }
          : { path: '/api/search?q=man' },
      );
      counts[outcome]++;
      if (counts.answered >= ANSWERS_BEFORE) shutdown.ended ??= server.stop();
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i % 8 === 0)));
  expect(await shutdown.ended).toBe(0);
  expect(counts).toMatchObject({ broken: 0, refused: CLIENTS });
});
