/** `fifthwheel sandbox`: the same program with data, keys, mail and a clock to try things with. */
import '../config/production-react.ts';
import { takeNoOptions } from '../app/command-line.ts';
import { runProgram } from '../app/program.ts';
import { serve } from '../app/serve.ts';
import { welcome } from '../app/welcome.ts';
import { readSandboxConfig } from '../config/config.ts';
import { readDemoAccess } from '../modules/demo/index.ts';
import { sandboxKey } from '../modules/sandbox/index.ts';
import { stdoutLog } from '../platform/log-output.ts';

takeNoOptions('sandbox', 'runs a market to try things in');
await runProgram(async () => {
  const config = readSandboxConfig();
  const { keys } = await serve(config);
  if (config.logLevel === 'silent') return;
  const demo = config.demoLogins ? await readDemoAccess(config) : null;
  stdoutLog().write(`${welcome(config, demo, sandboxKey(keys))}\n`);
});
