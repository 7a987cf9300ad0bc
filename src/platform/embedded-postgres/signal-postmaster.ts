import { run } from './run-as.ts';

/** `SIGINT`: fast, ends all sessions and writes a checkpoint. `SIGQUIT`: at once, the next start replays the log. */
export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/** On Windows a signal from Node would end the process where it stands; PostgreSQL listens for its own kind there. */
export async function signalPostmaster(pid: number, signal: StopSignal, pgCtl: string): Promise<void> {
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    await run(pgCtl, ['kill', signal.slice('SIG'.length), String(pid)], null).catch(() => undefined);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, which is what was wanted.
  }
}
