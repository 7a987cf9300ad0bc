import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import { ensureDemo } from '../modules/demo/index.ts';
import { launch } from './launch.ts';
import { onShutdown } from './shutdown.ts';

/** One process with everything in it: HTTP and background work. */
export async function serve(config: Config): Promise<void> {
  const startedAt = performance.now();
  const launched = await launch(config);
  onShutdown(launched);
  const { app, log } = launched;
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
}
