import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import { ensureDemo } from '../modules/demo/index.ts';
import { createLogger } from '../platform/log.ts';
import type { Platform } from '../platform/module.ts';
import { launch } from './launch.ts';
import { serveMetrics } from './metrics-server.ts';
import { onShutdown } from './shutdown.ts';

/** One process with everything in it: HTTP and background work. */
export async function serve(config: Config): Promise<Platform> {
  const startedAt = performance.now();
  let readMetrics = async (): Promise<string> => '';
  // With WORKERS the first process has them, of all workers. A port that is taken shows before anything is made.
  const metrics = cluster.isWorker
    ? null
    : await serveMetrics(config, () => readMetrics(), createLogger(config.logLevel));
  const launched = await launch(config);
  const { app, log } = launched;
  readMetrics = () => app.platform.metrics.registry.metrics();
  onShutdown({
    ...launched,
    async stop() {
      await launched.stop();
      metrics?.close();
    },
  });
  const http = await app.http();
  const listen = (): Promise<string> => http.listen({ port: config.port, host: config.host });
  // A single process listens from the start, for probes. A worker waits until it is ready: it would take requests
  // from those that are.
  const listensAtOnce = !cluster.isWorker;
  if (listensAtOnce) {
    app.hold();
    await listen();
  }
  await app.start();
  if (config.demo) await ensureDemo(app.modules.demo);
  await app.settle();
  app.admit();
  if (!listensAtOnce) await listen();
  await app.startJobs();
  log.info({ ms: Math.round(performance.now() - startedAt) }, 'ready');
  return app.platform;
}
