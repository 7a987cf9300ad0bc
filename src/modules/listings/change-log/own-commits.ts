import { monotonicMs } from '../../../platform/clock.ts';
import { isUnavailable } from '../../../platform/db/sql-errors.ts';
import { loggedCommits } from './change-log.repository.ts';

/** How long reads do not wait for the database again after it was unavailable. */
const RETRY_AFTER_MS = 30_000;

/**
 * Makes reads from memory wait until it has caught up with what this process has committed. While the database is unavailable they are served
 * from memory: being a moment behind is better than not answering.
 */
export class OwnCommits {
  #seen = -1;
  #failed = { commits: -1, untilMs: 0 };

  /** Memory holds everything up to this count of `loggedCommits`. */
  note(commits: number): void {
    this.#seen = commits;
  }

  /** @param catchUp reads the change log, and notes how far it got */
  async await(catchUp: () => Promise<void>): Promise<void> {
    const commits = loggedCommits();
    if (this.#seen === commits) return;
    // A further commit shows that the database is back.
    if (this.#failed.commits === commits && monotonicMs() < this.#failed.untilMs) return;
    try {
      await catchUp();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#failed = { commits, untilMs: monotonicMs() + RETRY_AFTER_MS };
    }
  }
}
