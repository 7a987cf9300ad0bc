/** `npm run sandbox`: the same program with data, keys, mail and a clock to try things with. */
import { serve } from '../app/serve.ts';
import { welcome } from '../app/welcome.ts';
import { readSandboxConfig } from '../config/config.ts';
import { readDemoAccess } from '../modules/demo/index.ts';

const config = readSandboxConfig();
await serve(config);
if (config.logLevel !== 'silent') console.log(welcome(config, await readDemoAccess(config)));
