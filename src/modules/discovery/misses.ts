import { type Clock, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { fold } from '@fifthwheel/text/fold';
import type { Logger } from '../../platform/log.ts';
import { addMisses } from './misses.repository.ts';

/** Different searches that are kept in memory until they are written; more are forgotten. */
const WAITING_MAX = 500;
const WRITE_MS = 30 * SECOND_MS;
/** Folding may lengthen a text. */
const WORDS_MAX = 200;

/** Counts searches that found nothing, so that administrators see which words the market lacks. */
export class SearchMisses {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;
  #waiting = new Map<string, number>();

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Logger }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.write().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'searches without results could not be written'),
      );
    }, WRITE_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.write();
  }

  note(text: string): void {
    const words = fold(text).replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
    if (words === '' || (this.#waiting.size >= WAITING_MAX && !this.#waiting.has(words))) return;
    this.#waiting.set(words, (this.#waiting.get(words) ?? 0) + 1);
  }

  /** Writes what has come since. */
  async write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    await addMisses(this.#db, waiting, this.#clock.now());
  }
}
