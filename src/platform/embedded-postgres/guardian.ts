import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { PROGRAM_ENVIRONMENT, type RunAs, spawnIdentity } from './run-as.ts';

/**
 * Waits for the end of its standard input, which comes when the server process ends, however it ends; then asks the
 * postmaster to stop, if that is still the one. It outlives a signal to everything around it.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r _
read -r current < "$2/postmaster.pid" && [ "$current" = "$1" ] && kill -INT "$1"
`;

/** A server that is killed must not leave its database running. Where there is no shell, the next start stops it. */
export function guardPostmaster(pid: number, clusterDir: string, runAs: RunAs): { dismiss(): void } {
  if (process.platform === 'win32') return { dismiss: () => undefined };
  const guardian: ChildProcess = spawn(
    '/bin/sh',
    ['-c', SCRIPT, 'postgres-guardian', String(pid), clusterDir],
    {
      ...spawnIdentity(runAs),
      env: PROGRAM_ENVIRONMENT,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  guardian.on('error', () => undefined);
  guardian.unref();
  const stdin = guardian.stdin as Socket | null;
  stdin?.on('error', () => undefined);
  stdin?.unref();
  // By signal and not by closing its input: a crashed postmaster leaves its file, and its number to another process.
  return { dismiss: () => void guardian.kill('SIGKILL') };
}
