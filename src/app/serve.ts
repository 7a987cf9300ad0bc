import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { ensureDemo, refuseDemoLogins } from '../modules/demo/index.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import type { Platform } from '../platform/module.ts';
import type { App } from './app.ts';
import { type Launched, launch } from './launch.ts';
import { commandLine } from './command-line.ts';
import { measured, serveMetrics } from './metrics-server.ts';
import { onShutdown } from './shutdown.ts';
import { listenProblem, requireFreePort } from './start-problems.ts';

/** Limit for stopping started parts after a failed start. */
const UNDO_MS = 10 * SECOND_MS;

/** One process with everything in it: HTTP and background work. */
export async function serve(config: Config): Promise<Platform> {
  const startedAt = performance.now();
  // The first process of a cluster has looked already, and owns the port.
  if (!cluster.isWorker) await requireFreePort(placeOf(config));
  let app: App | null = null;
  // With WORKERS, the first process serves the metrics of all workers.
  const metrics = cluster.isWorker
    ? null
    : await serveMetrics(
        config,
        measured(() => app),
        createLogger(config.logLevel),
      );
  const launched = await launch(config);
  app = launched.app;
  const shutdown = onShutdown({
    ...launched,
    async stop() {
      await launched.stop();
      metrics?.close();
    },
  });
  try {
    await startServing(launched);
  } catch (error) {
    launched.log.debug({ err: error }, 'the start failed');
    // Do not start while stopping; the shutdown ends the process.
    if (shutdown.isUnderWay()) return new Promise(() => {});
    await Promise.race([launched.stop().catch(() => {}), sleep(UNDO_MS)]);
    throw error;
  }
  launched.log.info({ ms: Math.round(performance.now() - startedAt) }, 'ready');
  return launched.app.platform;
}

async function startServing({ app, config, log }: Launched): Promise<void> {
  if (!config.demoLogins) await refuseDemoLogins(app.db);
  const http = await app.http();
  await app.start();
  if (config.demo) await ensureDemo(app.modules.demo, { logins: true });
  const isFirst = cluster.worker === undefined || cluster.worker.id === 1;
  if (isFirst && !(await app.modules.hasAdministrator()))
    log.warn(
      `there is no administrator yet: run \`${commandLine('admin', '--email ADDRESS')}\`, or set ADMIN_EMAIL and ADMIN_PASSWORD and start again`,
    );
  await app.settle();
  await app.startJobs();
  // Listen only when ready; otherwise, a proxy would send requests that other processes can serve.
  try {
    await http.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenProblem(error, placeOf(config));
  }
}

function placeOf(config: Config): { variable: string; host: string; port: number } {
  return { variable: 'PORT', host: config.host, port: config.port };
}
