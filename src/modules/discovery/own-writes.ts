import { monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import { ownLoggedCommits } from '../listings/index.ts';

/** Longest wait of a read for the writes of its account; after that, the response may lack them. */
export const OWN_WRITE_MS = 1500;
/** Longest delay of the response to a write, so that a client that reacts to it already finds the change. */
export const FOLLOWED_WRITE_MS = 200;
/** Time during which reads do not wait again for a write that did not arrive in time. */
const LATE_MS = 30 * SECOND_MS;
/** Writes to remember as late. Beyond it, the oldest is forgotten, and reads wait for it again. */
const LATE_MAX = 1000;

interface Waiting {
  readonly commits: number;
  readonly end: () => void;
}

/**
 * Lets a read wait until the index includes what the account of the request has committed in this process. Reads of other accounts
 * do not wait. If the index does not follow in time, the read continues, because a response that is slightly out of date is better
 * than none.
 */
export class OwnWrites {
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();
  /** By commit number: the time from which reads may wait for it again. */
  readonly #late = new Map<number, number>();
  #included = -1;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Records that the index includes all commits up to this number of `loggedCommits`. */
  record(commits: number): void {
    this.#included = Math.max(this.#included, commits);
    for (const waiting of this.#waiting) if (waiting.commits <= commits) waiting.end();
  }

  /** Ends all waits, because the index cannot follow now. */
  giveUp(): void {
    for (const { commits, end } of this.#waiting) {
      this.#recordLate(commits);
      end();
    }
  }

  /**
   * @param follow starts a run over the change log, without waiting for it
   * @param withinMs longest wait; if it is shorter than that of reads, the next read waits for the same write again
   */
  async included(follow: () => void, withinMs = this.#waitMs): Promise<void> {
    const commits = ownLoggedCommits();
    if (commits <= this.#included) return;
    // A later commit has another number, so reads wait again: the commit shows that the database is back.
    if (monotonicMs() < (this.#late.get(commits) ?? 0)) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve();
      };
      const waiting = { commits, end };
      const timer = setTimeout(() => {
        if (withinMs >= this.#waitMs) this.#recordLate(commits);
        end();
      }, withinMs);
      this.#waiting.add(waiting);
      follow();
    });
  }

  #recordLate(commits: number): void {
    this.#late.set(commits, monotonicMs() + LATE_MS);
    if (this.#late.size <= LATE_MAX) return;
    const [first = commits] = this.#late.keys();
    this.#late.delete(first);
  }
}
