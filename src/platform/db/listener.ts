import pg from 'pg';
import type { Logger } from '../log.ts';
import { isSqlError } from './sql-errors.ts';

export interface Subscription {
  onMessage(payload: string): void;
  /**
   * Called once a lost connection is restored. Notifications sent in between are lost, so the subscriber must check for changes.
   */
  onReconnect?(): void;
}

const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 1000;
/** A network that drops packets reports no error, so the listener has to probe its connection. */
const PULSE_MS = 5000;
const ANSWER_TIMEOUT_MS = 3000;

/** One connection that listens to any number of PostgreSQL channels and reconnects automatically. */
export class PgListener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #subscriptions = new Map<string, Subscription[]>();
  #client: pg.Client | undefined;
  #stopped = true;
  #reconnectMs = RECONNECT_MS_MIN;
  #isDatabaseAway = false;
  #timer: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** May be called before or after `start`. */
  async subscribe(channel: string, subscription: Subscription): Promise<void> {
    const existing = this.#subscriptions.get(channel);
    if (existing !== undefined) {
      existing.push(subscription);
      return;
    }
    this.#subscriptions.set(channel, [subscription]);
    await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#connect();
    this.#pulse = setInterval(() => this.#ping(), PULSE_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Whether the last attempt to reconnect failed to reach the database. */
  get isDatabaseAway(): boolean {
    return this.#isDatabaseAway;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'fifthwheel-listener',
      connectionTimeoutMillis: 2000,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('notification', (message) => this.#deliver(message.channel, message.payload ?? ''));
    client.on('error', () => this.#handleDisconnect(client));
    client.on('end', () => this.#handleDisconnect(client));
    try {
      await client.connect();
      for (const channel of this.#subscriptions.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (this.#stopped) throw new Error('the listener was stopped');
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    this.#isDatabaseAway = false;
    this.#reconnectMs = RECONNECT_MS_MIN;
  }

  #ping(): void {
    const client = this.#client;
    client?.query('select 1').catch(() => {
      this.#handleDisconnect(client);
      client.end().catch(() => {});
    });
  }

  #deliver(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions.get(channel) ?? []) subscription.onMessage(payload);
  }

  #handleDisconnect(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    this.#log.warn('the listening database connection was lost');
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    this.#timer = setTimeout(() => {
      this.#connect().then(
        () => {
          this.#log.info('the listening database connection is back');
          for (const subscriptions of this.#subscriptions.values()) {
            for (const subscription of subscriptions) subscription.onReconnect?.();
          }
        },
        (error: unknown) => {
          if (this.#stopped) return;
          // If the database has no connection left for the listener, it still serves the pool.
          this.#isDatabaseAway = !isSqlError(error);
          this.#scheduleReconnect();
        },
      );
    }, this.#reconnectMs);
    this.#reconnectMs = Math.min(RECONNECT_MS_MAX, this.#reconnectMs * 2);
  }
}
