/**
 * Loaded into a server by `--import`: notes each time that its event loop was held up, with the processor time of the process
 * meanwhile, which other work on the machine does not lengthen.
 */
import { appendFileSync } from 'node:fs';

const EVERY_MS = 5;
const HELD_MS = 50;

const file = process.env['LOOP_WATCH_FILE'];
if (file !== undefined && process.argv[1]?.endsWith('server.js') === true) {
  let usage = process.cpuUsage();
  let at = performance.now();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(usage);
    const processorMs = (user + system) / 1000;
    if (now - at > HELD_MS && processorMs > HELD_MS)
      appendFileSync(file, `${JSON.stringify({ ms: now - at, processorMs })}\n`);
    usage = process.cpuUsage();
    at = performance.now();
  }, EVERY_MS).unref();
}
