import { readSandboxConfig } from '../config/config.ts';
import { readDemoAccess } from '../modules/demo/index.ts';
import { sandboxKey } from '../modules/sandbox/index.ts';
import { stdoutLog } from '../platform/log-output.ts';
import { runProgram } from './program.ts';
import { serve } from './serve.ts';
import { welcome } from './welcome.ts';

await runProgram(async () => {
  const config = readSandboxConfig();
  const { keys } = await serve(config);
  if (config.logLevel === 'silent') return;
  const demo = config.demoLogins ? await readDemoAccess(config) : null;
  stdoutLog().write(`${welcome(config, demo, sandboxKey(keys))}\n`);
});
