import { type Clock, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { fold } from '@fifthwheel/text/fold';
import type { Logger } from '../../platform/log.ts';
import { Service } from '../../platform/service.ts';
import { addMisses } from './misses.repository.ts';

/** Distinct searches held in memory until the next write; further ones are dropped. */
const WAITING_MAX = 500;
const WRITE_MS = 30 * SECOND_MS;
/** Limit after folding, which may lengthen a text. */
const WORDS_MAX = 200;

/** Counts searches that found nothing, so that administrators see which terms are missing. */
export class SearchMisses extends Service<{ db: Database; clock: Clock; log: Logger }> {
  #timer: NodeJS.Timeout | null = null;
  #waiting = new Map<string, number>();

  start(): void {
    this.#timer = setInterval(() => {
      this.write().catch((error: unknown) =>
        this.parts.log.warn({ err: error }, 'searches without results could not be written'),
      );
    }, WRITE_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.write();
  }

  record(text: string): void {
    const words = fold(text).replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
    if (words === '' || (this.#waiting.size >= WAITING_MAX && !this.#waiting.has(words))) return;
    this.#waiting.set(words, (this.#waiting.get(words) ?? 0) + 1);
  }

  /** Writes the counts since the last call. */
  async write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    await addMisses(this.parts.db, waiting, this.parts.clock.now());
  }
}
