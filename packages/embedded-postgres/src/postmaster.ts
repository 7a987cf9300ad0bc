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
  /** Whether `stop()` requested it. */
  readonly isRequested: boolean;
}

export interface Postmaster {
  readonly exited: Promise<PostgresExit>;
  stop(): Promise<void>;
}

const READY_POLL_MS = 15;
const SLOW_START_MS = 5000;
/** Sessions of a killed postmaster end within a second, or when their running statement does. */
const SURVIVORS_WAIT_MS = 30_000;
const SURVIVORS_POLL_MS = 100;
/** Both together bound `stop()`. The first fits into the ten seconds of a draining server. */
const FAST_STOP_SECONDS = 8;
const IMMEDIATE_STOP_SECONDS = 5;

/**
 * Waits for the end of its standard input, which comes when the server process ends for whatever reason. Then
 * asks the postmaster to stop, if the pid file still names the same one. It ignores signals to its process
 * group.
 */
const GUARDIAN = `
trap '' HUP INT TERM
read -r _
read -r current < "$2/postmaster.pid" && [ "$current" = "$1" ] && kill -INT "$1"
`;

/** Retries an operation that fails only while sessions of a killed PostgreSQL still hold its memory. */
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

/** Starts PostgreSQL. Resolves when it accepts connections, after recovery of any length. */
export async function startPostmaster(input: PostmasterInput): Promise<Postmaster> {
  const { binaries, clusterDir, runAs, log } = input;
  const outputFile = path.join(input.home, 'start.log');
  const child = await spawnPostmaster(input, outputFile);
  const guardian = spawnGuardian(child, input);
  let isRequested = false;
  const exited = new Promise<PostgresExit>((resolve) => {
    child.once('exit', (code, signal) => {
      // Use a signal, not the end of its input: after a crash of the postmaster, its pid file stays and its
      // ID can belong to another process.
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
 * Starts a child process, because `pg_ctl start` would not report when and how PostgreSQL exits. It gets a
 * separate session: an interrupt from the terminal is for the server, which drains before it stops
 * PostgreSQL.
 */
async function spawnPostmaster(input: PostmasterInput, outputFile: string): Promise<ChildProcess> {
  // Create the file for each start: the previous one can belong to root while this process runs as an
  // ordinary user.
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

/**
 * Starts the guardian, because a killed server must not leave its database running. Without a shell, the next
 * start stops it.
 */
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
