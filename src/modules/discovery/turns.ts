import { setImmediate } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock.ts';

/** Items between two checks of the clock: about a millisecond, but tens of milliseconds in a process that has just started. */
const SLICE_ITEMS = 5;

/**
 * Works through items and yields to the event loop every `turnMs`. `inTurn` wraps the work of each tick. A few items take a single
 * tick.
 */
export async function inTurns<T>(
  items: readonly T[],
  turnMs: number,
  work: (items: readonly T[]) => void,
  inTurn: (turn: () => void) => void,
): Promise<void> {
  for (let next = 0; next < items.length;) {
    if (next > 0) await setImmediate();
    inTurn(() => {
      const endsMs = monotonicMs() + turnMs;
      do {
        work(items.slice(next, next + SLICE_ITEMS));
        next += SLICE_ITEMS;
      } while (next < items.length && monotonicMs() < endsMs);
    });
  }
}
