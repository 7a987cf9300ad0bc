/**
 * The events of accounts as they happen. A notification of the database names the account that has a new event; the streams
 * of that account then read what is new to them. Events appear in the order of their commits, which is not that of
 * their times, so each read begins some time before what was read last, and leaves out what the stream has sent.
 */
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { Readable } from 'node:stream';
import { addMs, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, unavailable } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import { endOfStream, eventFrame, HEARTBEAT_FRAME, retryFrame } from '../../platform/live/index.ts';
import { ACCESS_CHANNEL, type KeyOrigin, canReadStream } from '../auth/index.ts';
import { type AccountEvent, listEventIds, readEvents } from './account-events.repository.ts';
import type { AccountEvents, EventFilter } from './account-events.service.ts';
import { t } from '../../platform/errors/sentence.ts';

export const ACCOUNT_EVENTS_CHANNEL = 'fifthwheel_account_events';

const STREAMS_PER_USER_MAX = 10;
const STREAMS_MAX = 2000;
const CROWDED_RETRY_SECONDS = 30;
const RETRY_MS = 3000;
/** Interval of heartbeats. It also bounds how late the stream notices a lost notification or revoked access. */
const HEARTBEAT_MS = 20 * SECOND_MS;
/** Longest duration of a transaction with an event. */
const OVERLAP_MS = 30 * SECOND_MS;
const IDS_PER_READ = 2000;
const EVENTS_PER_READ = 100;

interface StreamRequest {
  readonly types: readonly string[];
  readonly lastEventId: string | null;
  readonly origin: KeyOrigin;
}

interface Parts extends Pick<Platform, 'db' | 'clock' | 'log' | 'listener'> {
  readonly accountEvents: AccountEvents;
}

export class EventStreams extends Service<Parts> {
  readonly #byAccount = new Map<string, Set<EventStream>>();
  readonly #byUser = new Map<string, number>();
  #open = 0;
  #isStopping = false;

  get size(): number {
    return this.#open;
  }

  async start(): Promise<void> {
    await this.parts.listener.subscribe(ACCOUNT_EVENTS_CHANNEL, {
      onMessage: (account) => this.#ring(this.#byAccount.get(account) ?? []),
      onReconnect: () => {
        for (const streams of this.#byAccount.values()) this.#ring(streams);
      },
    });
    // After a reconnect the streams have been rung already, and each ring checks the access too.
    await this.parts.listener.subscribe(ACCESS_CHANNEL, {
      onMessage: (userId) => {
        for (const stream of this.#byAccount.get(userId) ?? []) stream.recheck();
      },
    });
  }

  /** Ends all streams and rejects new ones, so that the server can close. */
  closeAll(): void {
    this.#isStopping = true;
    for (const streams of this.#byAccount.values()) for (const stream of streams) stream.end();
  }

  /** Begins now, or after the event that `lastEventId` names. */
  async open(actor: SellerActor, { types, lastEventId, origin }: StreamRequest): Promise<Readable> {
    const filter = this.parts.accountEvents.filterOf(actor, { type: types, order: 'asc' });
    this.#take(actor.userId);
    try {
      const stream = new EventStream(this.parts, { actor, origin, filter });
      await stream.begin(lastEventId);
      if (this.#isStopping)
        throw new AppError('SERVICE_UNAVAILABLE', t('The server is shutting down. Connect again.'));
      this.#add(stream, actor);
      return stream.readable;
    } catch (error) {
      this.#release(actor.userId);
      throw error;
    }
  }

  #ring(streams: Iterable<EventStream>): void {
    for (const stream of streams) stream.ring();
  }

  /** Counts before awaiting anything, so that streams opened at the same time all count. */
  #take(userId: string): void {
    const open = this.#byUser.get(userId) ?? 0;
    if (open >= STREAMS_PER_USER_MAX)
      throw rateLimited(
        t('At most {max} streams can be open at the same time.', { max: STREAMS_PER_USER_MAX }),
        {
          limit: STREAMS_PER_USER_MAX,
          waitSeconds: CROWDED_RETRY_SECONDS,
        },
      );
    if (this.#open >= STREAMS_MAX)
      throw unavailable(
        t('This server has reached its limit of streams. Connect again.'),
        CROWDED_RETRY_SECONDS,
      );
    this.#open++;
    this.#byUser.set(userId, open + 1);
  }

  #release(userId: string): void {
    this.#open--;
    const open = (this.#byUser.get(userId) ?? 1) - 1;
    if (open === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, open);
  }

  #add(stream: EventStream, { userId, seller }: SellerActor): void {
    const accounts = [userId, seller.sellerId];
    for (const account of accounts)
      this.#byAccount.set(account, (this.#byAccount.get(account) ?? new Set()).add(stream));
    stream.readable.once('close', () => {
      stream.end();
      this.#release(userId);
      for (const account of accounts) {
        const streams = this.#byAccount.get(account);
        streams?.delete(stream);
        if (streams?.size === 0) this.#byAccount.delete(account);
      }
    });
  }
}

/** One open stream. It reads on only when the client has taken what came before. */
class EventStream {
  readonly readable: Readable;
  readonly #parts: Parts;
  readonly #actor: SellerActor;
  readonly #origin: KeyOrigin;
  readonly #endsAt: Date;
  #filter: EventFilter;
  /** Events of the overlap that the client has, with their times. */
  readonly #sent = new Map<string, number>();
  #hasMissed = false;
  #isOver = false;
  #hasRung = false;
  #isUnchecked = false;
  #wake: () => void = () => {};

  constructor(
    parts: Parts,
    opened: { readonly actor: SellerActor; readonly origin: KeyOrigin; readonly filter: EventFilter },
  ) {
    this.#parts = parts;
    this.#actor = opened.actor;
    this.#origin = opened.origin;
    this.#filter = opened.filter;
    this.#endsAt = endOfStream(parts.clock.now());
    const frames = this.#frames();
    this.readable = new Readable({
      // Node calls read again only after something was pushed.
      read: () =>
        void frames.next().then(
          ({ value }) => this.readable.push(value ?? null),
          (error: Error) => this.readable.destroy(error),
        ),
      // At once: the frames may be waiting for something to happen.
      destroy: (error, done) => {
        this.end();
        done(error);
      },
    });
    // A disconnect by the client is the usual end of a stream, not an error.
    this.readable.on('error', () => {});
  }

  /** Repeats events from shortly before the last one, because the server does not know what the client has received. */
  async begin(lastEventId: string | null): Promise<void> {
    const { db, clock, accountEvents } = this.#parts;
    const last = lastEventId === null ? undefined : await accountEvents.find(this.#actor, lastEventId);
    this.#hasMissed = lastEventId !== null && last === undefined;
    this.#filter = { ...this.#filter, since: addMs(last?.created_at ?? clock.now(), -OVERLAP_MS) };
    if (last !== undefined) this.#sent.set(last.id, last.created_at.getTime());
    else
      for await (const rows of this.#pagesOfIds(db))
        for (const { id, created_at } of rows) this.#sent.set(id, created_at.getTime());
  }

  /** Checks the access before sending anything else. */
  recheck(): void {
    this.#isUnchecked = true;
    this.ring();
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *#frames(): AsyncGenerator<string> {
    yield retryFrame(RETRY_MS);
    if (this.#hasMissed) yield eventFrame('resync', '{}', null);
    while (!this.#isOver) {
      this.#hasRung = false;
      this.#isUnchecked = false;
      try {
        if (!(await this.#isStillAuthorized())) return;
        for await (const event of this.#news()) {
          yield eventFrame(event.type, JSON.stringify(event), event.id);
          if (this.#isOver) return;
          if (this.#isUnchecked || this.#isExpired()) break;
        }
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'events for a stream could not be read');
      }
      if (await this.#waitForQuiet()) yield HEARTBEAT_FRAME;
    }
  }

  async #isStillAuthorized(): Promise<boolean> {
    const { db, clock } = this.#parts;
    return !this.#isExpired() && (await canReadStream(db, this.#actor, this.#origin, clock.now()));
  }

  #isExpired(): boolean {
    return this.#parts.clock.now() >= this.#endsAt;
  }

  async *#news(): AsyncGenerator<AccountEvent> {
    const { db } = this.#parts;
    let { since } = this.#filter;
    for await (const rows of this.#pagesOfIds(db)) {
      const unsent = rows.filter(({ id }) => !this.#sent.has(id));
      for (let from = 0; from < unsent.length; from += EVENTS_PER_READ) {
        const ids = unsent.slice(from, from + EVENTS_PER_READ).map(({ id }) => id);
        for (const event of await readEvents(db, ids)) {
          this.#sent.set(event.id, event.created_at.getTime());
          yield event;
        }
      }
      const last = rows.at(-1);
      if (last !== undefined && addMs(last.created_at, -OVERLAP_MS) > since)
        since = addMs(last.created_at, -OVERLAP_MS);
    }
    this.#filter = { ...this.#filter, since };
    for (const [id, at] of this.#sent) if (at < since.getTime()) this.#sent.delete(id);
  }

  async *#pagesOfIds(db: Database): AsyncGenerator<readonly { id: string; created_at: Date }[]> {
    let after: EventFilter['after'];
    for (;;) {
      const rows = await listEventIds(db, { ...this.#filter, after }, IDS_PER_READ);
      if (rows.length > 0) yield rows;
      after = rows.at(-1);
      if (after === undefined || rows.length < IDS_PER_READ) return;
    }
  }

  /** Waits for the next event. Returns true if there is none within the interval of heartbeats. */
  async #waitForQuiet(): Promise<boolean> {
    if (this.#hasRung || this.#isOver) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), HEARTBEAT_MS).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }
}
