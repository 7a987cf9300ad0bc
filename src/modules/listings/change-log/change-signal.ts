import { SECOND_MS } from '../../../platform/clock.ts';
import type { PgListener } from '../../../platform/db/listener.ts';

const CHANNEL = 'listing_changes';
/** Polling interval, in case a notification was lost with its connection. */
const POLL_MS = 5 * SECOND_MS;
/** Delay after another process's change, to collect further ones. */
const WAKE_MS = 50;

/** Wakes followers of the change log when other processes may have written to it. */
export class ChangeSignal {
  readonly #listener: PgListener;
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;
  #waking: NodeJS.Timeout | undefined;

  constructor(listener: PgListener, wake: () => void) {
    this.#listener = listener;
    this.#wake = wake;
  }

  async start(): Promise<void> {
    await this.#listener.subscribe(CHANNEL, { onMessage: () => this.#wakeSoon(), onReconnect: this.#wake });
    this.#timer = setInterval(this.#wake, POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#waking);
  }

  #wakeSoon(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined;
      this.#wake();
    }, WAKE_MS).unref();
  }
}
