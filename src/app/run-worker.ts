import { readConfig } from '../config/config.ts';
import { createLogger } from '../platform/log.ts';
import type { App } from './app.ts';
import { launch } from './launch.ts';
import { measured, serveMetrics } from './metrics-server.ts';
import { runProgram } from './program.ts';
import { onShutdown } from './shutdown.ts';

await runProgram(async () => {
  const config = readConfig();
  let working: App | null = null;
  const metrics = await serveMetrics(
    config,
    measured(() => working),
    createLogger(config.logLevel),
  );
  const launched = await launch(config, { attach: true });
  onShutdown({
    ...launched,
    async stop() {
      await launched.stop();
      metrics?.close();
    },
  });
  await launched.app.start();
  await launched.app.startJobs();
  working = launched.app;
  launched.log.info('this process runs background jobs');
});
