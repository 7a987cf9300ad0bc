import { setImmediate } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock.ts';

/** Items between two looks at the clock: a millisecond, but tens where a process has just started. */
const ITEMS_AT_A_TIME = 5;

/**
 * Works through items, letting other work have its turn whenever `turnMs` are over. `inTurn` encloses what is done in one
 * turn. A few items take a single turn.
 */
export async function inTurns<T>(
  items: readonly T[],
  turnMs: number,
  work: (items: readonly T[]) => void,
  inTurn: (turn: () => void) => void,
): Promise<void> {
  for (let at = 0; at < items.length;) {
    if (at > 0) await setImmediate();
    inTurn(() => {
      const endsMs = monotonicMs() + turnMs;
      do {
        work(items.slice(at, at + ITEMS_AT_A_TIME));
        at += ITEMS_AT_A_TIME;
      } while (at < items.length && monotonicMs() < endsMs);
    });
  }
}
