/**
 * Notifies open streams when partners of their users come online and go offline.
 *
 * Coming online is a database notification from the request that showed activity. Going offline has no request, so a
 * sweep looks for parties announced as online but not seen for two minutes. The sweep also marks the users of open
 * streams as seen.
 */
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { DAY_MS, addMs, SECOND_MS } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { LiveEvent, LiveHub, LiveStream, StreamHolder } from '../../platform/live/index.ts';
import { listOfflineParties, listPartners, type Partner } from './presence.repository.ts';
import { type Presence, PRESENCE_CHANNEL } from './presence.ts';
import { ONLINE_MS } from './views.ts';

const SWEEP_MS = 30 * SECOND_MS;
/** The parties that a stream watches: the other sides of its recent conversations. */
const PARTNERS_MAX = 200;
const PARTNERS_SINCE_MS = 30 * DAY_MS;

type PresenceWatchParts = Pick<Platform, 'db' | 'clock' | 'log' | 'listener'> & {
  readonly hub: LiveHub;
  readonly presence: Presence;
};

export class PresenceWatch extends Service<PresenceWatchParts> {
  readonly #watchers = new Map<string, Set<LiveStream>>();
  readonly #watched = new Map<LiveStream, Set<string>>();
  /** Parties announced as online to streams of this process. */
  readonly #online = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  async start(): Promise<void> {
    await this.parts.listener.subscribe(PRESENCE_CHANNEL, {
      onMessage: (payload) => {
        for (const party of payload.split(' ')) this.#publish(party, true);
      },
    });
    this.#timer = setInterval(
      () =>
        void this.sweep().catch((error: unknown) => {
          this.parts.log.warn({ err: error }, 'presence could not be read');
        }),
      SWEEP_MS,
    ).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Sends the partners who are online to the stream, and every later change. */
  async attach(stream: LiveStream): Promise<void> {
    await this.parts.presence.touch([stream.holder.userId]);
    const partners = await this.#partnersOf(stream.holder);
    if (stream.readable.destroyed) return;
    this.#watched.set(stream, new Set());
    for (const { party, online } of partners) {
      this.#watch(stream, party);
      if (!online) continue;
      this.#online.add(party);
      stream.send('presence', { participant_id: party, online });
    }
    stream.observe((row) => this.#notice(stream, row));
    stream.onClose(() => this.#forget(stream));
  }

  async sweep(): Promise<void> {
    const holders = new Set([...this.parts.hub.streams].map((stream) => stream.holder.userId));
    await this.parts.presence.touch([...holders]);
    if (this.#online.size === 0) return;
    const offline = await listOfflineParties(this.parts.db, [...this.#online], this.#onlineSince());
    for (const party of offline) this.#publish(party, false);
  }

  #onlineSince(): Date {
    return addMs(this.parts.clock.now(), -ONLINE_MS);
  }

  #publish(party: string, online: boolean): void {
    const streams = this.#watchers.get(party);
    if (streams === undefined || this.#online.has(party) === online) return;
    if (online) this.#online.add(party);
    else this.#online.delete(party);
    for (const stream of streams) stream.send('presence', { participant_id: party, online });
  }

  /** Adds the party of a new message to the watched ones; its author is online. */
  #notice(stream: LiveStream, row: LiveEvent): void {
    if (row.type !== 'message') return;
    const { participant_id: party, message } = JSON.parse(row.data) as PresenceMessage;
    const isNew = this.#watched.get(stream)?.has(party) === false;
    this.#watch(stream, party);
    const isTheirs = isId('sel', party)
      ? message.sender_id !== stream.holder.userId
      : message.sender_id === party;
    if (isNew && isTheirs) {
      this.#online.add(party);
      stream.send('presence', { participant_id: party, online: true });
    }
  }

  #watch(stream: LiveStream, party: string): void {
    const watched = this.#watched.get(stream);
    if (watched === undefined) return;
    watched.add(party);
    const streams = this.#watchers.get(party);
    if (streams === undefined) this.#watchers.set(party, new Set([stream]));
    else streams.add(stream);
  }

  #forget(stream: LiveStream): void {
    for (const party of this.#watched.get(stream) ?? []) {
      const streams = this.#watchers.get(party);
      streams?.delete(stream);
      if (streams?.size !== 0) continue;
      this.#watchers.delete(party);
      this.#online.delete(party);
    }
    this.#watched.delete(stream);
  }

  #partnersOf(holder: StreamHolder): Promise<readonly Partner[]> {
    const since = addMs(this.parts.clock.now(), -PARTNERS_SINCE_MS);
    return listPartners(this.parts.db, holder, {
      since,
      onlineSince: this.#onlineSince(),
      max: PARTNERS_MAX,
    });
  }
}

/** The event data that outgoing.ts writes. */
interface PresenceMessage {
  readonly participant_id: string;
  readonly message: { readonly sender_id: string };
}
