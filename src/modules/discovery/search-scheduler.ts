import { monotonicMs } from '../../platform/clock.ts';

/** Longest time that consecutive searches block the event loop. A single search may take longer. */
const TURN_MS = 4;

/**
 * Runs searches first in, first out. After a few milliseconds it yields to the event loop, which then handles sockets, timers and
 * results of the database. So many concurrent searches delay each other, but not the rest of the server.
 */
export class SearchScheduler {
  readonly #nowMs: () => number;
  readonly #waiting: (() => void)[] = [];
  #spentMs = 0;
  #isScheduled = false;

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  run<T>(search: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(search());
        } catch (error) {
          reject(error as Error);
        }
      });
      // Run now only if no other search is queued.
      if (this.#waiting.length === 1) this.#work();
    });
  }

  #work(): void {
    while (this.#waiting.length > 0 && this.#spentMs < TURN_MS) {
      const startedMs = this.#nowMs();
      this.#waiting.shift()?.();
      this.#spentMs += this.#nowMs() - startedMs;
    }
    this.#scheduleNext();
  }

  #scheduleNext(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#spentMs = 0;
      if (this.#waiting.length > 0) this.#work();
    });
  }
}
