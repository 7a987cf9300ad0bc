import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { freePort, whenReady } from '../../bench/support/server.ts';

/** A line of the server's log, with the fields that tests look at. */
export interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly worker?: number;
}

/** The program as it is run, in a process of its own that a test may kill. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves with the code and the signal once it has ended. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** The next line with this message that nobody has asked for yet. */
  nextLine(message: string): Promise<LogLine>;
  /** When /readyz says so. */
  ready(): Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly program?: 'server' | 'worker';
  /** The same one again for a restart at the same address. */
  readonly port?: number;
  /** A descriptor for the log, which the test then does not read: `nextLine` has none. */
  readonly stdout?: number;
}

/** The environment holds nothing but `env`, so that no setting of this machine decides a test. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const program = path.join(PACKAGE_ROOT, 'dist', 'src', 'bin', `${options.program ?? 'server'}.js`);
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...options.env },
    stdio: ['ignore', options.stdout ?? 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    url,
    port,
    pid: child.pid ?? 0,
    ended,
    nextLine: follow(child),
    ready: () => whenReady(url, child),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}

function follow(child: ChildProcess): ServerProcess['nextLine'] {
  const lines: LogLine[] = [];
  const waiting: { message: string; resolve: (line: LogLine) => void }[] = [];
  if (child.stdout === null) return () => Promise.reject(new Error('the log is not read'));
  createInterface(child.stdout).on('line', (text) => {
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as LogLine;
    const index = waiting.findIndex(({ message }) => message === line.msg);
    if (index === -1) lines.push(line);
    else waiting.splice(index, 1)[0]?.resolve(line);
  });
  return (message) => {
    const index = lines.findIndex((line) => line.msg === message);
    const [line] = index === -1 ? [] : lines.splice(index, 1);
    return line === undefined
      ? new Promise((resolve) => waiting.push({ message, resolve }))
      : Promise.resolve(line);
  };
}
