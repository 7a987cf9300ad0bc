import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { freePort, whenReady } from '../../bench/support/server.ts';

/** A line of the server's log, with the fields that tests read. */
export interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly worker?: number;
}

/** The compiled server in a child process that a test can kill. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves with the exit code and the signal when the process ends. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** Resolves with the next log line with this message; each call consumes one line. */
  nextLine(message: string): Promise<LogLine>;
  /** Resolves when /readyz reports that the server is ready. */
  ready(): Promise<void>;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly program?: 'server' | 'worker';
  /** Set it to restart a server at the same address. */
  readonly port?: number;
  /** File descriptor to which the log goes. The test cannot read it then, so `nextLine` does not work. */
  readonly stdout?: number;
}

/** Starts a server with only the variables in `env`, so that no setting of this machine affects a test. */
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
    nextLine: followLog(child),
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

function followLog(child: ChildProcess): ServerProcess['nextLine'] {
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
