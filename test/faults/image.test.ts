/**
 * Tests the container image without a container runtime: copies its files as the Dockerfile does, and runs its command on
 * them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../bench/support/server.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

/** Simulates the user of the image, who can write only below DATA_DIR and /tmp. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const TIMEOUT_MS = 180_000;

let directory: string;
let app: string;
let server: RunningProgram;
let port: number;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), 'fifthwheel-image-'));
  fs.chmodSync(directory, 0o755);
  app = path.join(directory, 'app');
  fs.mkdirSync(app);
  for (const source of listCopiedSources()) {
    const target = path.join(app, source);
    if (source === 'node_modules') linkProductionPackages(target);
    else fs.cpSync(path.join(PACKAGE_ROOT, source), target, { recursive: true });
  }
  makeReadOnly(app);
  fs.mkdirSync(path.join(directory, 'data'), { mode: 0o700 });
  if (isRoot) fs.chownSync(path.join(directory, 'data'), NOBODY, NOBODY);
  // The other programs use the database that this server starts.
  port = await freePort();
  server = start(program('server'), { PORT: String(port) });
  await vi.waitUntil(() => server.out().includes('"msg":"ready"'), TIMEOUT_MS);
}, TIMEOUT_MS);
afterAll(async () => {
  await server.stop();
  makeWritable(app);
  fs.rmSync(directory, { recursive: true, force: true });
});

/** Returns the sources that the last stage copies. */
function listCopiedSources(): readonly string[] {
  const dockerfile = fs.readFileSync(path.join(PACKAGE_ROOT, 'Dockerfile'), 'utf8');
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  return [...stage.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)]
    .flatMap(([, sources = '']) => sources.split(' '))
    .map((source) => source.replace(/^\/app\//, ''));
}

/** Links the packages that `npm prune --omit=dev` keeps. */
function linkProductionPackages(target: string): void {
  const { packages } = JSON.parse(fs.readFileSync(path.join(PACKAGE_ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { dev?: boolean; link?: boolean; resolved?: string }>>;
  };
  for (const [location, { dev, link, resolved = '' }] of Object.entries(packages)) {
    // Workspace packages link to other copied directories; the link of the client package is dangling.
    const from = link === true ? path.join(target, '..', resolved) : path.join(PACKAGE_ROOT, location);
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(location)?.[1];
    if (name === undefined || dev === true || (link !== true && !fs.existsSync(from))) continue;
    fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
    fs.symlinkSync(from, path.join(target, name));
  }
}

function makeReadOnly(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) makeReadOnly(full);
    else if (entry.isFile()) fs.chmodSync(full, fs.statSync(full).mode & 0o555);
  }
  fs.chmodSync(folder, 0o555);
}

function makeWritable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
}

interface RunningProgram {
  readonly out: () => string;
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
}

function start(command: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProgram {
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: app,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      // Packages are symbolic links here. With this option Node.js resolves their imports next to the link, where no development
      // package is.
      NODE_OPTIONS: '--preserve-symlinks',
      DATA_DIR: path.join(directory, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    out: () => text,
    ended,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const program = (name: string, ...options: readonly string[]) => [
  path.join(app, 'bin/fifthwheel.mjs'),
  name,
  ...options,
];

async function run(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const running = start(command, env);
  const code = await running.ended;
  return { code, out: running.out() };
}

describe('the command of the image', { timeout: TIMEOUT_MS }, () => {
  it('names its programs, and the options of each', async () => {
    expect(await run([path.join(app, 'bin/fifthwheel.mjs'), '--help'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^usage: fifthwheel server\|worker\|migrate\|admin\|seed\|search\|sandbox /),
    });
    expect((await run(program('nothing'))).code).toBe(2);
    expect(await run(program('server', '--help'))).toEqual({
      code: 0,
      out: expect.stringContaining('usage: fifthwheel server'),
    });
  });

  it('migrates, makes an administrator and adds listings', async () => {
    const status = await run(program('migrate', '--status'));
    expect([status.code, status.out]).toEqual([0, expect.stringContaining('0 missing')]);
    expect((await run(program('migrate'))).code).toBe(0);
    const created = await run(program('admin', '--email', 'ada@example.org'), {
      ADMIN_PASSWORD: 'Own#Lorry42',
    });
    expect([created.code, created.out]).toEqual([0, expect.stringContaining('ada@example.org')]);
    const seeded = await run(program('seed', '--listings', '5'));
    expect([seeded.code, seeded.out]).toEqual([0, expect.stringContaining('5 of 5 listings')]);
    const rebuilt = await run(program('search', 'rebuild'));
    expect([rebuilt.code, rebuilt.out]).toEqual([2, expect.stringContaining('OPENSEARCH_URL')]);
  });

  it('serves, and does background work', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/en/`)).status).toBe(200);
    const metricsPort = await freePort();
    const worker = start(program('worker'), { METRICS_PORT: String(metricsPort) });
    try {
      await expect.poll(worker.out, { timeout: TIMEOUT_MS }).toContain('runs background jobs');
      const fetchPath = (place: string) => fetch(`http://127.0.0.1:${metricsPort}${place}`);
      expect(
        await Promise.all(['/healthz', '/readyz'].map(async (place) => (await fetchPath(place)).status)),
      ).toEqual([200, 200]);
      await expect
        .poll(async () => (await fetchPath('/metrics')).text(), { timeout: TIMEOUT_MS })
        .toMatch(/^fifthwheel_job_seconds_count\{job="[a-z.-]+",outcome="done"\} [1-9]/m);
    } finally {
      expect(await worker.stop()).toBe(0);
    }
  });

  it('runs a sandbox with a separate database', async () => {
    const sandbox = start(program('sandbox'), {
      PORT: String(await freePort()),
      NODE_ENV: '',
      DATA_DIR: path.join(directory, 'data', 'sandbox'),
    });
    try {
      await expect.poll(sandbox.out, { timeout: TIMEOUT_MS }).toContain('"msg":"ready"');
    } finally {
      expect(await sandbox.stop()).toBe(0);
    }
  });

  it('is also what npm runs there', async () => {
    const { code, out } = await run(['npm', 'run', '-s', 'migrate', '--', '--status'], {
      npm_config_cache: path.join(directory, 'data', 'npm'),
      npm_config_update_notifier: 'false',
    });
    expect([code, out]).toEqual([0, expect.stringContaining('0 missing')]);
  });

  it('ends in order', async () => {
    expect(await server.stop()).toBe(0);
  });
});
