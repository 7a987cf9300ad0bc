import { monotonicMs } from '../../platform/clock.ts';

/** So long a row of searches may keep the event loop from everything else; one that takes longer is run all the same. */
const TURN_MS = 4;

/**
 * Runs searches in the order they come, and after a few milliseconds of them lets the event loop look at sockets, timers
 * and answers of the database before it goes on: many searches at once delay each other, not the rest of the server.
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
      // Whoever waits already goes first.
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
