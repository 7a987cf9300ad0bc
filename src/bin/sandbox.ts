/** `npm run sandbox`: the same program with data, keys, mail and a clock to try things with. */
import { serve } from '../app/serve.ts';
import { welcome } from '../app/welcome.ts';
import { readSandboxConfig } from '../config/config.ts';
import { readDemoAccess } from '../modules/demo/index.ts';
import { sandboxKey } from '../modules/sandbox/index.ts';

const config = readSandboxConfig();
const { keys } = await serve(config);
if (config.logLevel !== 'silent')
  console.log(welcome(config, await readDemoAccess(config), sandboxKey(keys)));
