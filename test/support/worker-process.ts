/** Runs the compiled worker in child processes, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { TEST_SECRET, type TestApp } from './test-app.ts';

export interface WorkerProcesses {
  start(env?: Readonly<Record<string, string>>): ChildProcess;
  /** Kills a worker with SIGKILL and expires the leases of its jobs. */
  kill(worker: ChildProcess): Promise<void>;
  killAll(): void;
}

export function workerProcesses(t: TestApp): WorkerProcesses {
  const workers: ChildProcess[] = [];
  return {
    start(env = {}) {
      const worker = spawn(process.execPath, [path.join(PACKAGE_ROOT, 'dist', 'src', 'bin', 'worker.js')], {
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: t.databaseUrl,
          APP_SECRET: TEST_SECRET,
          DATA_DIR: t.dataDir,
          DEMO: 'off',
          LOG_LEVEL: 'error',
          ...env,
        },
        stdio: 'ignore',
      });
      workers.push(worker);
      return worker;
    },
    async kill(worker) {
      const ended = once(worker, 'exit');
      worker.kill('SIGKILL');
      await ended;
      await sql`
        update jobs set locked_until = now() - interval '1 second' where locked_until is not null`.execute(
        t.db,
      );
    },
    killAll() {
      for (const worker of workers) worker.kill('SIGKILL');
    },
  };
}

/** Waits for a state of the database; checks it after each commit to listings, jobs or brands. */
export async function when(t: TestApp, isReached: () => Promise<boolean>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const check = (): void => void isReached().then((isDone) => (isDone ? resolve() : undefined), reject);
    for (const channel of ['listing_changes', 'fifthwheel_jobs', 'fifthwheel_taxonomy'])
      void t.app.platform.listener
        .subscribe(channel, { onMessage: check, onReconnect: check })
        .then(check, reject);
  });
}
