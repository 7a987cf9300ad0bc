/**
 * WORKERS=n: one first process owns the embedded database and the secret, and n workers serve the same port.
 *
 * The first worker starts alone: it migrates, fills an empty database, and shows a wrong configuration early. Then
 * the others follow. A worker that dies is replaced. When the first process dies, its workers end too.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../platform/clock.ts';
import { StartError } from '../platform/errors/start-error.ts';
import type { Logger } from '../platform/log.ts';
import { gatherMetrics } from './cluster-metrics.ts';
import { createStartLog, openDatabase } from './launch.ts';
import { serveMetrics } from './metrics-server.ts';
import { requireFreePort } from './start-problems.ts';

const RESTART_PAUSE_MS = SECOND_MS;
/** After more crashes than this within a minute, the primary process gives up. */
const DEATHS_MAX = 5;
const STOP_DEADLINE_MS = 22_000;
/** The embedded database allows 100 connections; the rest is for psql, backups and the first process. */
const CONNECTIONS_FOR_WORKERS = 88;

/** Message that requests a worker to shut down gracefully. */
export const STOP_MESSAGE = 'stop';

/** Starts the cluster; resolves when all workers serve. */
export async function serveCluster(config: Config, program: string): Promise<void> {
  const log = createStartLog(config);
  await requireFreePort({ variable: 'PORT', host: config.host, port: config.port });
  const metrics = await serveMetrics(config, { read: gatherMetrics() }, log);
  const database = await openDatabase(config, log);
  const workers = new Workers(log, {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl ?? '',
    DATABASE_URL_FILE: '',
    DATABASE_OWNER_URL_FILE: '',
    APP_SECRET: database.appSecret,
    APP_SECRET_FILE: '',
    DEMO: config.demo ? 'on' : 'off',
    DATABASE_POOL_MAX: String(database.isEmbedded ? poolOf(config) : config.databasePoolMax),
  });
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    // A second signal exits immediately; the workers end with this process.
    if (isStopping) process.exit(1);
    isStopping = true;
    metrics?.close();
    await workers.stop();
    await database.stop();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  if (config.redisUrl === null && config.rateLimits)
    log.warn('without REDIS_URL each worker counts rate limits separately');
  cluster.setupPrimary({ exec: program, args: [], execArgv: ['--enable-source-maps'] });
  try {
    await workers.start(config.workers, () => void stop(1));
  } catch (error) {
    log.debug({ err: error }, 'the workers could not be started');
    // A worker that ended on its own has logged the reason.
    if (error instanceof WorkerEnded && error.code === 1) await stop(1);
    isStopping = true;
    await workers.stop();
    await database.stop();
    throw error;
  }
}

function poolOf(config: Config): number {
  return Math.max(
    2,
    Math.min(config.databasePoolMax, Math.floor(CONNECTIONS_FOR_WORKERS / config.workers) - 1),
  );
}

class WorkerEnded extends StartError {
  readonly code: number | null;

  constructor(code: number | null, signal: string | null) {
    super(
      `A worker was ended by ${signal ?? `code ${code}`} before it served: look for what ended it, lack of memory to begin with`,
    );
    this.code = code;
  }
}

class Workers {
  readonly #log: Logger;
  readonly #environment: Readonly<Record<string, string>>;
  #deathsMs: number[] = [];
  #isStopping = false;

  constructor(log: Logger, environment: Readonly<Record<string, string>>) {
    this.#log = log;
    this.#environment = environment;
  }

  async start(count: number, giveUp: () => void): Promise<void> {
    await this.#startOne();
    cluster.on('exit', (worker, code, signal) => this.#onDeath(worker, { code, signal }, giveUp));
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startOne()));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const deadline = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    }, STOP_DEADLINE_MS);
    await Promise.all(
      running.map(async (worker) => {
        const ended = once(worker, 'exit');
        if (worker.isConnected()) worker.send(STOP_MESSAGE);
        if (!worker.isDead()) await ended;
      }),
    );
    clearTimeout(deadline);
  }

  /** Resolves when the worker listens; rejects when it ends before. */
  async #startOne(): Promise<void> {
    const worker = cluster.fork(this.#environment);
    await new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      worker.once('exit', (code, signal) => reject(new WorkerEnded(code, signal)));
    });
    this.#log.info({ worker: worker.process.pid }, 'a worker is ready');
  }

  #onDeath(worker: Worker, exit: { code: number; signal: string }, giveUp: () => void): void {
    if (this.#isStopping) return;
    this.#log.error({ worker: worker.process.pid, ...exit }, 'a worker died; starting another');
    const now = monotonicMs();
    this.#deathsMs = [...this.#deathsMs.filter((atMs) => now - atMs < MINUTE_MS), now];
    if (this.#deathsMs.length > DEATHS_MAX) {
      this.#log.fatal('the workers keep dying');
      giveUp();
      return;
    }
    setTimeout(() => {
      // A worker that dies before it serves is counted by `exit` like any other.
      if (!this.#isStopping) this.#startOne().catch(() => {});
    }, RESTART_PAUSE_MS);
  }
}
