import { monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import { ownLoggedCommits } from '../listings/index.ts';

/** The longest that a read waits for what its account has written: then it is answered without. */
export const OWN_WRITE_MS = 1500;
/** The longest that the answer to a write is held back, so that whoever hears of it finds what was written. */
export const FOLLOWED_WRITE_MS = 200;
/** How long reads do not wait again for a write that did not arrive in time. */
const GIVEN_UP_MS = 30 * SECOND_MS;
/** Accounts whose write is not waited for: when there are more, one of them waits again. */
const GIVEN_UP_MAX = 1000;

interface Waiting {
  readonly commits: number;
  readonly end: () => void;
}

/**
 * Lets a read wait until the index includes what the account that asks has committed in this process. Other readers are
 * answered from the index as it is, and so is the account when the index does not follow in time: answering a moment behind
 * is better than not answering.
 */
export class OwnWrites {
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();
  /** By commits: when reads may wait for them again. */
  readonly #givenUp = new Map<number, number>();
  #included = -1;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** The index includes what counts up to this number of `loggedCommits`. */
  note(commits: number): void {
    this.#included = Math.max(this.#included, commits);
    for (const waiting of this.#waiting) if (waiting.commits <= commits) waiting.end();
  }

  /** Ends all waits: the index cannot follow now. */
  giveUp(): void {
    for (const { commits, end } of this.#waiting) {
      this.#forgo(commits);
      end();
    }
  }

  /**
   * @param follow makes the index follow the change log, without waiting for it
   * @param withinMs after a shorter wait than that of reads, the next read waits for the same write again
   */
  async included(follow: () => void, withinMs = this.#waitMs): Promise<void> {
    const commits = ownLoggedCommits();
    if (commits <= this.#included) return;
    // A further commit shows that the database is back.
    if (monotonicMs() < (this.#givenUp.get(commits) ?? 0)) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve();
      };
      const waiting = { commits, end };
      const timer = setTimeout(() => {
        if (withinMs >= this.#waitMs) this.#forgo(commits);
        end();
      }, withinMs);
      this.#waiting.add(waiting);
      follow();
    });
  }

  #forgo(commits: number): void {
    this.#givenUp.set(commits, monotonicMs() + GIVEN_UP_MS);
    if (this.#givenUp.size <= GIVEN_UP_MAX) return;
    const [first = commits] = this.#givenUp.keys();
    this.#givenUp.delete(first);
  }
}
