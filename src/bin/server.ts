import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { serveCluster } from '../app/cluster.ts';
import { serve } from '../app/serve.ts';
import { welcome } from '../app/welcome.ts';
import { readConfig } from '../config/config.ts';
import { readDemoAccess } from '../modules/demo/index.ts';
import { sandboxKey } from '../modules/sandbox/index.ts';

const config = readConfig();
let keyOfSandbox: string | null = null;
if (config.workers > 1 && cluster.isPrimary) await serveCluster(config, fileURLToPath(import.meta.url));
else {
  const { keys } = await serve(config);
  if (config.mode === 'sandbox') keyOfSandbox = sandboxKey(keys);
}
if (config.logLevel !== 'silent' && cluster.isPrimary)
  console.log(welcome(config, config.demo ? await readDemoAccess(config) : null, keyOfSandbox));
