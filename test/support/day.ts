import { type OffsetClock, SECOND_MS, secondsToMidnight } from '../../src/platform/clock.ts';

/** Moves a clock to the next midnight in UTC: the hours that follow are of one day, at whatever time of day the test runs. */
export function toMidnight(clock: OffsetClock): void {
  clock.advance(secondsToMidnight(clock.now()) * SECOND_MS);
}
