import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config/config.ts';
import { readDemoAccess } from '../modules/demo/index.ts';
import { sandboxKey } from '../modules/sandbox/index.ts';
import { stdoutLog } from '../platform/log-output.ts';
import { serveCluster } from './cluster.ts';
import { runProgram } from './program.ts';
import { serve } from './serve.ts';
import { welcome } from './welcome.ts';

await runProgram(async () => {
  const config = readConfig();
  let keyOfSandbox: string | null = null;
  if (config.workers > 1 && cluster.isPrimary) await serveCluster(config, fileURLToPath(import.meta.url));
  else {
    const { keys } = await serve(config);
    if (config.mode === 'sandbox') keyOfSandbox = sandboxKey(keys);
  }
  if (config.logLevel === 'silent' || !cluster.isPrimary) return;
  const demo = config.demo ? await readDemoAccess(config) : null;
  stdoutLog().write(`${welcome(config, demo, keyOfSandbox)}\n`);
});
