import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { temporaryDataDirectory } from './data-directory.ts';

/** A server in a separate process. `stop` deletes its data, unless a directory was given. */
export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Time from the start of the process to the first ready response. */
  readonly readyMs: number;
  /** Runs another program of the project on the same data. */
  run(program: string, ...parameters: string[]): Promise<void>;
  stop(): Promise<void>;
  /** The process ends, its data stays. */
  halt(): Promise<void>;
}

const READY_TIMEOUT_MS = 300_000;
const READY_POLL_MS = 10;
/** To look into the measured process: `BENCH_NODE_FLAGS=--cpu-prof`. */
const NODE_FLAGS = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter(Boolean);

/** With a directory of the caller's, the data stays after `stop`. */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  options: { readonly dataDir?: string } = {},
): Promise<BenchServer> {
  const dataDir = options.dataDir ?? (await temporaryDataDirectory());
  const port = await freePort();
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const startedMs = performance.now();
  const child = start('server', [], environment);
  const url = `http://127.0.0.1:${port}`;
  await whenReady(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    readyMs: performance.now() - startedMs,
    async run(program, ...parameters) {
      await runProgram(program, environment, parameters);
    },
    halt: () => end(child),
    async stop() {
      await end(child);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a program of the project, waits until it ends, and returns its output. */
export async function runProgram(
  program: string,
  env: NodeJS.ProcessEnv,
  parameters: readonly string[],
): Promise<string> {
  const child = start(program, parameters, { ...process.env, LOG_LEVEL: 'warn', ...env });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return output;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

function start(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, path.join(PACKAGE_ROOT, 'dist', 'src', 'bin', `${program}.js`), ...parameters],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.stdout.pipe(process.stdout);
  return child;
}

/** Waits until /readyz returns 200; rejects if the process ends before. */
export async function whenReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
  throw new Error('the server did not become ready');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

/** Resident memory of a process, MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Resident memory of a server and its Node.js child processes (workers, not its database), in MB. */
export async function treeResidentMb(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const sizes = await Promise.all(
    [pid, ...children.trim().split(' ').filter(Boolean).map(Number)].map(async (childPid) => {
      const command = await readFile(`/proc/${childPid}/cmdline`, 'utf8').catch(() => '');
      return command.startsWith(process.execPath) ? residentMb(childPid) : 0;
    }),
  );
  return sizes.reduce((sum, mb) => sum + mb, 0);
}
