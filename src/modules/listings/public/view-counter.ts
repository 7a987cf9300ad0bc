/**
 * Counts views of listings, once per visitor and UTC day. A view is first recorded in memory, which costs the reader
 * nothing; records are written every few seconds and at shutdown. A crash loses them, and so does an outage of the
 * database once the buffer is full: views are statistics.
 */
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { createHmac } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import { dayOf, SECOND_MS } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { RequestContext } from '../../../platform/http/route.ts';
import type { ListingRow } from '../tables.ts';
import { addViews, type SeenView } from './views.repository.ts';

const FLUSH_MS = 5 * SECOND_MS;
const NOTES_MAX = 50_000;
const BATCH_NOTES = 2000;
const VISITOR_BYTES = 16;

/**
 * User agents of robots. Cubot is a phone maker. Lists such as that of isbot also contain every program that is not a
 * browser, and apps that show listings through the API send such names.
 */
const BOT =
  /(?<!cu)bots?\b|crawl|spider|slurp|scrap|preview|facebookexternalhit|embedly|headless|lighthouse|monitor|uptime|archiver/i;

export function isBot(userAgent: string | null): boolean {
  return userAgent !== null && BOT.test(userAgent);
}

type ViewCounterParts = Pick<Platform, 'db' | 'clock' | 'log' | 'keys'>;

export class ViewCounter extends Service<ViewCounterParts> {
  readonly #key = this.parts.keys.derive('listing-views');
  #views = new Map<string, SeenView>();
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#timer = setInterval(() => {
      this.flush().catch((error: unknown) =>
        this.parts.log.warn({ err: error }, 'views could not be written'),
      );
    }, FLUSH_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Views by the seller's own team, administrators and robots do not count. */
  record(row: ListingRow, actor: Actor, context: Pick<RequestContext, 'ip' | 'userAgent'>): void {
    if (row.status !== 'ACTIVE' || isBot(context.userAgent)) return;
    if (actor.kind === 'user' && (actor.role === 'ADMIN' || actor.seller?.sellerId === row.seller_id)) return;
    if (this.#views.size >= NOTES_MAX) return;
    const day = dayOf(this.parts.clock.now());
    const visitor = this.#visitor(day, context);
    const key = `${row.id}${day}${visitor}`;
    if (!this.#views.has(key)) this.#views.set(key, { listingId: row.id, day, visitor });
  }

  /** Writes all records; on failure they stay. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    while (this.#views.size > 0) {
      const batch = [...this.#views].slice(0, BATCH_NOTES);
      const views = batch.map(([, view]) => view);
      await inTransaction(this.parts.db, (trx) => addViews(trx, views, this.parts.clock.now()));
      for (const [key] of batch) this.#views.delete(key);
    }
  }

  /** A digest that differs every day replaces the address, so that visitors cannot be tracked. */
  #visitor(day: string, { ip, userAgent }: Pick<RequestContext, 'ip' | 'userAgent'>): string {
    return createHmac('sha256', this.#key)
      .update(`${day}\n${ip}\n${userAgent ?? ''}`)
      .digest()
      .subarray(0, VISITOR_BYTES)
      .toString('hex');
  }
}
