/** Preloaded into a server with `--import`: records each time that its event loop was blocked. */
import { appendFileSync } from 'node:fs';
import { watchEventLoop } from './loop-blocks.ts';

const file = process.env['LOOP_WATCH_FILE'];
if (file !== undefined && process.argv[1]?.endsWith('server.js') === true)
  watchEventLoop((hold) => appendFileSync(file, `${JSON.stringify(hold)}\n`));
