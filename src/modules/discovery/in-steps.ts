import { setImmediate } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock.ts';

/** Items between two checks of the clock: about a millisecond, but tens of milliseconds in a process that has just started. */
const SLICE_ITEMS = 5;

/**
 * Works through items and yields to the event loop every `sliceMs`. `runStep` wraps the work of each tick. A few items take a single
 * tick.
 */
export async function inSteps<T>(
  items: readonly T[],
  sliceMs: number,
  work: (items: readonly T[]) => void,
  runStep: (step: () => void) => void,
): Promise<void> {
  for (let next = 0; next < items.length;) {
    if (next > 0) await setImmediate();
    runStep(() => {
      const endsMs = monotonicMs() + sliceMs;
      do {
        work(items.slice(next, next + SLICE_ITEMS));
        next += SLICE_ITEMS;
      } while (next < items.length && monotonicMs() < endsMs);
    });
  }
}
