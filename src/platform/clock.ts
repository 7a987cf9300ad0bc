/** The only source of time. Instants are UTC; tests and the sandbox move theirs. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be moved forward; otherwise it runs with the machine's time. */
export class OffsetClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

export function isoOrNull(instant: Date | null | undefined): string | null {
  return instant?.toISOString() ?? null;
}

/** In UTC, as 2025-03-01. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

export function secondsToMidnight(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / SECOND_MS);
}

/** Milliseconds of the machine's monotonic clock: for durations, never for instants. */
export function monotonicMs(): number {
  return performance.now();
}
