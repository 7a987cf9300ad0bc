import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

/** Returns the CPU time of the main thread in ms; of the whole process if the system does not report it. */
export function threadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const EVERY_MS = 5;
const BLOCKED_MS = 50;

export interface LoopBlock {
  /** By the clock of `process.hrtime`, which a processor profile has, too. */
  readonly endMs: number;
  readonly ms: number;
  /** CPU time of the main thread only; other work on the machine and other threads do not affect it. */
  readonly processorMs: number;
  /** Time of it spent on garbage collection, by the clock. */
  readonly collectingMs: number;
}

/** Node.js reports a collection some ticks later. */
const REPORT_DELAY_MS = 15;
const REMEMBERED = 100;

/** Reports each time that the main thread's own work blocked the event loop for more than 50 ms, within 20 ms of its end. */
export function watchEventLoop(onBlock: (block: LoopBlock) => void): () => void {
  const collections: { readonly fromMs: number; readonly toMs: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ fromMs: startTime, toMs: startTime + duration });
    collections.splice(0, collections.length - REMEMBERED);
  });
  observer.observe({ entryTypes: ['gc'] });
  const collecting = (fromMs: number, toMs: number): number =>
    collections.reduce(
      (sum, collection) =>
        sum + Math.max(0, Math.min(collection.toMs, toMs) - Math.max(collection.fromMs, fromMs)),
      0,
    );

  let used = threadMs();
  let at = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const processorMs = threadMs() - used;
    if (now - at > BLOCKED_MS && processorMs > BLOCKED_MS) {
      const block = { endMs: Number(process.hrtime.bigint()) / 1e6, ms: now - at, processorMs };
      const from = at;
      setTimeout(() => onBlock({ ...block, collectingMs: collecting(from, now) }), REPORT_DELAY_MS).unref();
    }
    used = threadMs();
    at = performance.now();
  }, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}
