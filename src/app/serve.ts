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
  await app.start();
  if (config.demo) await ensureDemo(app.modules.demo);
  await app.settle();
  const http = await app.http();
  await http.listen({ port: config.port, host: config.host });
  await app.startJobs();
  log.info({ ms: Math.round(performance.now() - startedAt) }, 'ready');
}
