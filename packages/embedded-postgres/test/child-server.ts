// A child process that acts as a server and can be interrupted and killed: it starts a database, writes a
// row, and waits.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import type { EmbeddedPostgresOptions } from '@fifthwheel/embedded-postgres';
import { locateBinaries } from '../src/locate-binaries.ts';
import { afterThisTest } from './harness.ts';

const PACKAGE = path.dirname(import.meta.dirname);

export interface ChildServer {
  readonly pid: number;
  /** Resolves with the detail of the first such event; rejects if the child exits without one. */
  waitForEvent(event: 'ready' | 'stopped'): Promise<string>;
  kill(): Promise<void>;
}

const PROGRAM = `
import pg from 'pg';
const say = (event, detail) => process.stdout.write(event + ' ' + detail + '\\n');
const [compiled, options] = process.argv.slice(1);
const { startEmbeddedPostgres } = await import(compiled);
const postgres = await startEmbeddedPostgres({ ...JSON.parse(options), log: (line) => say('log', line) });
const pool = new pg.Pool({ connectionString: postgres.url });
pool.on('error', () => undefined);
await pool.query('create table if not exists notes (body text)');
await pool.query("insert into notes values ('from the child')");
process.on('SIGINT', async () => {
  // New connections, over a while: a PostgreSQL that the interrupt reached lets none in.
  for (let request = 0; request < 20; request += 1) {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.end();
  }
  await pool.query("insert into notes values ('while draining')");
  await pool.end();
  await postgres.stop();
  say('stopped', 'cleanly');
  process.exit(0);
});
say('ready', postgres.url);
`;

/** Starts the child as the leader of a new process group. `uid` makes it an ordinary user's process. */
export function startChildServer(options: Partial<EmbeddedPostgresOptions>, uid?: number): ChildServer {
  // The compiled sources are outside node_modules, so they need the path of the binaries.
  const all = { durable: false, packageDir: locateBinaries().dir, ...options };
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, copyCompiled(), JSON.stringify(all)],
    {
      cwd: PACKAGE,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  );
  const lines: string[] = [];
  readline.createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (isRunning()) child.kill('SIGKILL');
    await closed;
  };
  afterThisTest(kill);
  const find = (event: string): string | undefined => {
    const line = lines.find((candidate) => candidate.startsWith(`${event} `));
    if (line === undefined && !isRunning()) throw new Error(`the child ended without "${event}": ${errors}`);
    return line?.slice(event.length + 1);
  };
  const waitForEvent = async (event: string): Promise<string> =>
    (await vi.waitUntil(() => find(event), { timeout: 30_000, interval: 5 })) ?? '';
  return { pid: child.pid!, waitForEvent, kill };
}

/** Copies the compiled sources to a place that every user can read, and returns its URL. */
function copyCompiled(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'fw-test-compiled-'));
  afterThisTest(() => rm(dir, { recursive: true, force: true }));
  cpSync(path.join(PACKAGE, 'dist'), dir, { recursive: true });
  writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  execFileSync('chmod', ['-R', 'a+rX', dir]);
  return pathToFileURL(path.join(dir, 'index.js')).href;
}

/**
 * Returns processes with all of the texts in their arguments. Linux only; a dead process has no arguments.
 */
export function processesNaming(...texts: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => texts.every((text) => argumentsOf(pid).includes(text)))
    .map(Number);
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
