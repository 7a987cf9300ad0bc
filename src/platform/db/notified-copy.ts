import type { Logger } from '../log.ts';
import type { PgListener } from './listener.ts';

/**
 * A copy in memory of something in the database. Every process reloads it on notification of a change. The copy
 * can be outdated while the listening connection is down.
 */
export class NotifiedCopy<T> {
  readonly #listener: PgListener;
  readonly #log: Logger;
  readonly #channel: string;
  readonly #read: () => Promise<T>;
  readonly #watchers: ((value: T) => void)[] = [];
  #current: T;
  #running: Promise<void> = Promise.resolve();
  /** A read that has not started yet. */
  #next: Promise<void> | null = null;

  constructor(
    parts: { listener: PgListener; log: Logger },
    options: { channel: string; initial: T; read: () => Promise<T> },
  ) {
    this.#listener = parts.listener;
    this.#log = parts.log;
    this.#channel = options.channel;
    this.#current = options.initial;
    this.#read = options.read;
  }

  get current(): T {
    return this.#current;
  }

  /** Called after each read. */
  onChange(watcher: (value: T) => void): void {
    this.#watchers.push(watcher);
  }

  async start(): Promise<void> {
    const reload = (): void => this.reloadInBackground();
    await this.#listener.subscribe(this.#channel, { onMessage: reload, onReconnect: reload });
    await this.reload();
  }

  /**
   * Resolves when the copy includes all commits before the call. Reads run one after another, since a slower one
   * could bring back older values; calls during a read share the next.
   */
  reload(): Promise<void> {
    if (this.#next !== null) return this.#next;
    const next = this.#running
      .catch(() => {})
      .then(async () => {
        this.#next = null;
        this.#current = await this.#read();
        for (const watcher of this.#watchers) watcher(this.#current);
      });
    this.#next = this.#running = next;
    return next;
  }

  reloadInBackground(): void {
    this.reload().catch((error: unknown) => {
      this.#log.warn({ err: error, channel: this.#channel }, 'could not reload a changed copy');
    });
  }
}
