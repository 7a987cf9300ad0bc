import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { startServerProcess } from '../support/server-process.ts';
import { cloneTemplate, TEST_SECRET } from '../support/test-app.ts';

/** Enough requests that their log lines exceed the buffer of a pipe. */
const REQUESTS = 800;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let directory: string;

beforeAll(async () => {
  database = await cloneTemplate();
  directory = fs.mkdtempSync(path.join(tmpdir(), 'fifthwheel-log-'));
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function startWith(stdout: number) {
  const server = await startServerProcess({
    env: {
      DATABASE_URL: database.url,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: path.join(directory, 'data'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'debug',
    },
    stdout,
  });
  await server.ready();
  return server;
}

async function requestAll(url: string): Promise<void> {
  for (let i = 0; i < REQUESTS; i++) {
    const { status } = await fetch(`${url}/healthz`);
    expect(status).toBe(200);
  }
}

describe('a server whose log has no reader', () => {
  it('responds, and ends on request', async () => {
    const fifo = path.join(directory, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const fd = fs.openSync(fifo, 'r+');
    const server = await startWith(fd);
    try {
      await requestAll(server.url);
      expect(await server.stop()).toBe(0);
    } finally {
      await server.kill();
      fs.closeSync(fd);
    }
  });
});

describe('a server whose log is on a full disk', () => {
  it('responds, counts the lines that are lost, and ends on request', async () => {
    const fd = fs.openSync('/dev/full', 'w');
    const server = await startWith(fd);
    try {
      await requestAll(server.url);
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(/^# TYPE fifthwheel_log_lines_dropped_total counter$/m);
      expect(metrics).toMatch(/^fifthwheel_log_lines_dropped_total [1-9]/m);
      expect(await server.stop()).toBe(0);
    } finally {
      await server.kill();
      fs.closeSync(fd);
    }
  });
});

it('a line that a full disk cut off is ended before the next one', () => {
  const file = path.join(directory, 'limited.log');
  // A file size limit of 6 KiB simulates the full disk. It is raised after the first lost line.
  const program = `
    import { execFileSync } from 'node:child_process';
    import { LogOutput } from ${JSON.stringify(path.join(PACKAGE_ROOT, 'dist/src/platform/log-output.js'))};
    process.on('SIGXFSZ', () => {});
    const output = new LogOutput(1, { isNonBlocking: false });
    output.write('a'.repeat(4000) + '\\n');
    output.write('b'.repeat(4000) + '\\n');
    const timer = setInterval(() => {
      if (output.dropped === 0) return;
      clearInterval(timer);
      execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited:unlimited']);
      output.write('after\\n');
      output.writeBeforeExit();
    }, 10);`;
  execFileSync('bash', [
    '-c',
    'ulimit -S -f 6; exec "$0" --input-type=module -e "$1" >"$2"',
    process.execPath,
    program,
    file,
  ]);
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  expect(lines.map((line) => line[0])).toEqual(['a', 'b', '{', 'a', undefined]);
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ droppedSinceStart: 1 });
});

describe('the last lines before an exit', () => {
  const program = `
    import { createLogger } from ${JSON.stringify(path.join(PACKAGE_ROOT, 'dist/src/platform/log.js'))};
    const log = createLogger('info');
    for (let i = 1; i <= 3000; i++) log.info({ i }, 'line');
    process.exit(3);`;

  it('reach a file', async () => {
    const file = path.join(directory, 'last.log');
    const fd = fs.openSync(file, 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', fd, 'inherit'],
    });
    expect(await once(child, 'exit')).toEqual([3, null]);
    fs.closeSync(fd);
    expect(fs.readFileSync(file, 'utf8')).toMatch(/"i":3000,"msg":"line"\}\n$/);
  });

  it('reach the reader of a pipe', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    expect(await closed).toEqual([3, null]);
    const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { i: number }).i)).toEqual(
      Array.from({ length: 3000 }, (_, i) => i + 1),
    );
  });

  it('are dropped after a second without a reader', async () => {
    const fifo = path.join(directory, 'never-read');
    execFileSync('mkfifo', [fifo]);
    const fd = fs.openSync(fifo, 'r+');
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', fd, 'inherit'],
    });
    expect(await once(child, 'exit')).toEqual([3, null]);
    fs.closeSync(fd);
  });
});
