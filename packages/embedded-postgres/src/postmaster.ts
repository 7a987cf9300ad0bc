import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { logDirectoryIn } from './home.ts';
import { pgCtlStop, readPidFile } from './leftover.ts';
import { lastLogLines } from './log-files.ts';
import { type RunAs, spawnOptions } from './run-as.ts';

export interface PostmasterInput {
  readonly binaries: Binaries;
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
  readonly exited: Promise<PostgresExit>;
  stop(): Promise<void>;
}

const READY_POLL_MS = 15;
const SLOW_START_MS = 5000;
/** Of a killed postmaster: its sessions end within a second, or when their running statement does. */
const SURVIVORS_WAIT_MS = 30_000;
const SURVIVORS_POLL_MS = 100;
/** Together they bound `stop()`; the first fits into the ten seconds that a draining server has. */
const FAST_STOP_SECONDS = 8;
const IMMEDIATE_STOP_SECONDS = 5;

/**
 * Waits for the end of its standard input, which comes when the server process ends, however it ends; then asks the
 * postmaster to stop, if that is still the one. It outlives a signal to everything around it.
 */
const GUARDIAN = `
trap '' HUP INT TERM
read -r _
read -r current < "$2/postmaster.pid" && [ "$current" = "$1" ] && kill -INT "$1"
`;

/** Repeats what fails only because sessions of a killed PostgreSQL still hold its memory. */
export async function afterSurvivors<T>(log: (line: string) => void, attempt: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += SURVIVORS_POLL_MS) {
    try {
      return await attempt();
    } catch (error) {
      const mayPass = String(error).includes('pre-existing shared memory block');
      if (!mayPass || waitedMs >= SURVIVORS_WAIT_MS) throw error;
      if (waitedMs === 0) log('waiting for the last sessions of a killed PostgreSQL to end');
      await wait(SURVIVORS_POLL_MS);
    }
  }
}

/** Resolves when the server lets connections in, after recovery however long that takes. */
export async function startPostmaster(input: PostmasterInput): Promise<Postmaster> {
  const { binaries, clusterDir, runAs, log } = input;
  const outputFile = path.join(input.home, 'start.log');
  const child = await spawnPostmaster(input, outputFile);
  const guardian = spawnGuardian(child, input);
  let isRequested = false;
  const exited = new Promise<PostgresExit>((resolve) => {
    child.once('exit', (code, signal) => {
      // By signal and not by closing its input: a crashed postmaster leaves its file, and its number to another process.
      guardian.kill('SIGKILL');
      resolve({ code, signal, isRequested });
    });
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  if (!(await becomesReady(child, isRunning, input))) {
    const output = (await readFile(outputFile, 'utf8')).trim();
    const lines = [output, ...(await lastLogLines(logDirectoryIn(input.home), 10))].join('\n');
    throw new EmbeddedPostgresError(`PostgreSQL did not start in ${clusterDir}: ${lines}`);
  }
  const stop = async (): Promise<void> => {
    isRequested = true;
    const isStopped =
      !isRunning() ||
      (await pgCtlStop(binaries.pgCtl, clusterDir, runAs, 'fast', FAST_STOP_SECONDS)) ||
      (await pgCtlStop(binaries.pgCtl, clusterDir, runAs, 'immediate', IMMEDIATE_STOP_SECONDS));
    if (!isStopped && isRunning()) {
      log('PostgreSQL did not stop, and is killed');
      child.kill('SIGKILL');
    }
    await exited;
  };
  return { exited, stop };
}

/**
 * A child, and not `pg_ctl start`, which would leave nobody to be told when and how PostgreSQL ends. In a session of its
 * own: an interrupt from the terminal is for the server, which drains before it stops this.
 */
async function spawnPostmaster(input: PostmasterInput, outputFile: string): Promise<ChildProcess> {
  // Anew each time: the last one may belong to root, and this be an ordinary user in their own directory.
  await rm(outputFile, { force: true });
  const output = await open(outputFile, 'wx', 0o600);
  try {
    const child = spawn(input.binaries.postgres, input.args, {
      ...spawnOptions(input.runAs),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await output.close();
  }
}

/** A server that is killed must not leave its database running. Where there is no shell, the next start stops it. */
function spawnGuardian(postmaster: ChildProcess, { clusterDir, runAs }: PostmasterInput): ChildProcess {
  const args = ['-c', GUARDIAN, 'postgres-guardian', String(postmaster.pid), clusterDir];
  const guardian = spawn('/bin/sh', args, {
    ...spawnOptions(runAs),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.on('error', () => undefined);
  guardian.unref();
  const stdin = guardian.stdin as Socket;
  stdin.on('error', () => undefined);
  stdin.unref();
  return guardian;
}

async function becomesReady(
  child: ChildProcess,
  isRunning: () => boolean,
  { clusterDir, log }: PostmasterInput,
): Promise<boolean> {
  for (let waitedMs = 0; isRunning(); waitedMs += READY_POLL_MS) {
    const file = await readPidFile(clusterDir);
    if (file?.pid === child.pid && file?.isReady === true) return true;
    if (waitedMs === SLOW_START_MS)
      log('PostgreSQL is still starting; after a crash it replays its log first');
    await wait(READY_POLL_MS);
  }
  return false;
}
