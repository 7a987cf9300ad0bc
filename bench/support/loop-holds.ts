import { readFileSync } from 'node:fs';

/** Processor time of the main thread of this process, ms; of the whole process where the system does not tell. */
export function threadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const EVERY_MS = 5;
const HELD_MS = 50;

export interface Hold {
  /** By the clock of `process.hrtime`, which a processor profile has, too. */
  readonly endMs: number;
  readonly ms: number;
  /** Of the thread alone: other work on the machine does not lengthen it, nor does that of other threads. */
  readonly processorMs: number;
}

/** Tells each time that the event loop of the main thread was held up for more than 50 ms, by work of its own. */
export function watchLoop(onHold: (hold: Hold) => void): () => void {
  let used = threadMs();
  let at = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const processorMs = threadMs() - used;
    if (now - at > HELD_MS && processorMs > HELD_MS)
      onHold({ endMs: Number(process.hrtime.bigint()) / 1e6, ms: now - at, processorMs });
    used = threadMs();
    at = performance.now();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
