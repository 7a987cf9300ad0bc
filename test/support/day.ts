import { type OffsetClock, SECOND_MS, secondsToMidnight } from '../../src/platform/clock.ts';

/** Moves a clock to the next midnight in UTC, so that the following hours belong to one day whenever the test runs. */
export function toMidnight(clock: OffsetClock): void {
  clock.advance(secondsToMidnight(clock.now()) * SECOND_MS);
}
