import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { guardPostmaster } from './guardian.ts';
import { lastLogLines } from './log-files.ts';
import { readPidFile } from './pid-file.ts';
import { PROGRAM_ENVIRONMENT, type RunAs, spawnIdentity } from './run-as.ts';
import { logDirectoryIn } from './home.ts';
import { signalPostmaster } from './signal-postmaster.ts';

export interface PostmasterInput {
  readonly postgres: string;
  readonly pgCtl: string;
  readonly args: readonly string[];
  readonly home: string;
  readonly clusterDir: string;
  readonly runAs: RunAs;
  readonly log: (line: string) => void;
}

export interface PostgresExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Asked for with `stop()`. */
  readonly isRequested: boolean;
}

export interface Postmaster {
  readonly pid: number;
  readonly exited: Promise<PostgresExit>;
  stop(): Promise<void>;
}

const READY_POLL_MS = 15;
const SLOW_START_MS = 5000;
/** Of a killed postmaster: its sessions end within a second, or when their running statement does. */
const SURVIVORS_WAIT_MS = 30_000;
const SURVIVORS_POLL_MS = 100;
/** Together they bound `stop()`; the first fits into the ten seconds that a draining server has. */
const STOP_STEPS = [
  { signal: 'SIGINT', graceMs: 8000 },
  { signal: 'SIGQUIT', graceMs: 5000 },
  { signal: 'SIGKILL', graceMs: 5000 },
] as const;

/** Resolves when the server lets connections in, after recovery however long that takes. */
export async function startPostmaster(input: PostmasterInput): Promise<Postmaster> {
  for (let waitedMs = 0; ; waitedMs += SURVIVORS_POLL_MS) {
    const started = await tryStart(input);
    if (!('failure' in started)) return started;
    const mayPass = started.failure.includes('pre-existing shared memory block');
    if (!mayPass || waitedMs >= SURVIVORS_WAIT_MS) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start in ${input.clusterDir}: ${started.failure}`);
    }
    if (waitedMs === 0) input.log('waiting for the last sessions of a killed PostgreSQL to end');
    await wait(SURVIVORS_POLL_MS);
  }
}

async function tryStart(input: PostmasterInput): Promise<Postmaster | { failure: string }> {
  const outputFile = path.join(input.home, 'start.log');
  const { child, pid } = await spawnPostmaster(input, outputFile);
  const guardian = guardPostmaster(pid, input.clusterDir, input.runAs);
  let isRequested = false;
  const exited = new Promise<PostgresExit>((resolve) => {
    child.once('exit', (code, signal) => {
      guardian.dismiss();
      resolve({ code, signal, isRequested });
    });
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  if (!(await becomesReady(child, isRunning, input))) {
    const output = (await readFile(outputFile, 'utf8')).trim();
    return { failure: [output, ...(await lastLogLines(logDirectoryIn(input.home), 10))].join('\n') };
  }
  const stop = async (): Promise<void> => {
    isRequested = true;
    for (const { signal, graceMs } of STOP_STEPS) {
      if (!isRunning()) return;
      await signalPostmaster(pid, signal, input.pgCtl);
      if (await endsWithin(exited, graceMs)) return;
      input.log(`PostgreSQL did not stop on ${signal} within ${graceMs} ms`);
    }
  };
  return { pid, exited, stop };
}

/** In a session of its own: an interrupt from the terminal is for the server, which drains before it stops this. */
async function spawnPostmaster(
  input: PostmasterInput,
  outputFile: string,
): Promise<{ child: ChildProcess; pid: number }> {
  // Anew each time: the last one may belong to root, and this be an ordinary user in their own directory.
  await rm(outputFile, { force: true });
  const output = await open(outputFile, 'wx', 0o600);
  try {
    const child = spawn(input.postgres, input.args, {
      ...spawnIdentity(input.runAs),
      env: PROGRAM_ENVIRONMENT,
      cwd: '/',
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    if (child.pid === undefined) throw new EmbeddedPostgresError('a process that was started has no number');
    return { child, pid: child.pid };
  } finally {
    await output.close();
  }
}

async function becomesReady(
  child: ChildProcess,
  isRunning: () => boolean,
  input: PostmasterInput,
): Promise<boolean> {
  for (let waitedMs = 0; isRunning(); waitedMs += READY_POLL_MS) {
    const file = await readPidFile(input.clusterDir);
    if (file?.pid === child.pid && file?.isReady === true) return true;
    if (waitedMs === SLOW_START_MS)
      input.log('PostgreSQL is still starting; after a crash it replays its log first');
    await wait(READY_POLL_MS);
  }
  return false;
}

async function endsWithin(exited: Promise<unknown>, graceMs: number): Promise<boolean> {
  const giveUp = new AbortController();
  const timeout = wait(graceMs, false, { signal: giveUp.signal }).catch(() => false);
  const hasEnded = await Promise.race([exited.then(() => true), timeout]);
  giveUp.abort();
  return hasEnded;
}
