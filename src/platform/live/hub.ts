/**
 * The open streams of this process, fed from the event store.
 *
 * A database notification only indicates that a channel has new events. The hub then reads the channel once for all of its
 * streams, from the position of the stream furthest behind; each stream skips the events that it has. So a stream gets every
 * event after its position once and in commit order, whichever process wrote it: after a lost database connection, after a
 * restart (`Last-Event-ID`), and if notifications overtake each other. Events older than the retention of the event store are
 * reported as `resync`.
 */
import { type Clock, SECOND_MS } from '../clock.ts';
import type { PgListener } from '../db/listener.ts';
import { AppError, unavailable } from '../errors/app-error.ts';
import { rateLimited } from '../errors/rate-limited.ts';
import type { Logger } from '../log.ts';
import { readPosition } from './frames.ts';
import type { ChannelBounds, LiveEventStore } from './event-store.ts';
import { endOfStream } from './lifetime.ts';
import { LiveStream, type StreamHolder } from './live-stream.ts';
import { LIVE_CHANNEL, type EventSequencer } from './event-sequencer.ts';
import { t } from '../errors/sentence.ts';
import { Service } from '../service.ts';

const STREAMS_PER_USER_MAX = 10;
/** Open streams per process: each costs about 20 KB, a socket, and its part of every heartbeat. */
const STREAMS_MAX = 10_000;
const CROWDED_RETRY_SECONDS = 30;
const HEARTBEAT_MS = 20 * SECOND_MS;
/** Heartbeats are spread out, because a thousand writes in one go would delay every message by a third of a second. */
const BEAT_TURNS = 200;
const CHANNELS_PER_READ = 500;
const EVENTS_PER_READ = 100;
const RETRY_MS = SECOND_MS;

interface LiveHubParts {
  readonly eventStore: LiveEventStore;
  readonly sequencer: EventSequencer;
  readonly listener: PgListener;
  readonly log: Logger;
  readonly clock: Clock;
  readonly streamsMax?: number;
}

export class LiveHub extends Service<LiveHubParts> {
  readonly #streams = new Set<LiveStream>();
  readonly #byChannel = new Map<string, Set<LiveStream>>();
  readonly #byUser = new Map<string, number>();
  readonly #streamsMax = this.parts.streamsMax ?? STREAMS_MAX;
  /** Streams that are open or being opened. */
  #taken = 0;
  /** Channels with unread events. */
  readonly #dirty = new Set<string>();
  readonly #turns = Array.from({ length: BEAT_TURNS }, () => new Set<LiveStream>());
  #turn = 0;
  #opened = 0;
  #reading = false;
  #stopping = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#streams.size;
  }

  get streams(): ReadonlySet<LiveStream> {
    return this.#streams;
  }

  async start(): Promise<void> {
    await this.parts.listener.subscribe(LIVE_CHANNEL, {
      onMessage: (channel) => this.#announce(channel),
      onReconnect: () => {
        for (const channel of this.#byChannel.keys()) this.#announce(channel);
      },
    });
    this.#heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS / BEAT_TURNS).unref();
  }

  /** Sends the next share of heartbeats; each stream gets one per round. */
  beat(): void {
    for (const stream of this.#turns[this.#turn++ % BEAT_TURNS] ?? []) stream.beat();
  }

  /** Ends all streams and rejects new ones, so that the server can close. */
  closeAll(): void {
    this.#stopping = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    for (const stream of this.#streams) stream.end();
  }

  /** Opens a stream that starts now, or after the event `lastEventId`. */
  async open(
    holder: StreamHolder,
    channels: readonly string[],
    lastEventId: string | null,
  ): Promise<LiveStream> {
    this.#take(holder.userId);
    try {
      // Events from before the stream was opened are not sent.
      await this.parts.sequencer.settle();
      const bounds = await this.parts.eventStore.bounds(channels);
      const wanted = readPosition(lastEventId) ?? [];
      if (this.#stopping)
        throw new AppError('SERVICE_UNAVAILABLE', t('The server is shutting down. Connect again.'));
      const position = bounds.map((bound, i) => reachable(wanted[i] ?? bound.newest, bound));
      const stream = new LiveStream({
        holder,
        channels,
        position,
        endsAt: endOfStream(this.parts.clock.now()),
      });
      this.#add(stream);
      if (position.some((seq, i) => seq !== (wanted[i] ?? seq))) stream.resync();
      return stream;
    } catch (error) {
      this.#release(holder.userId);
      throw error;
    }
  }

  /** Counts before awaiting anything, so that streams opened at the same time all count. */
  #take(userId: string): void {
    const open = this.#byUser.get(userId) ?? 0;
    if (open >= STREAMS_PER_USER_MAX) {
      throw rateLimited(
        t('At most {max} streams can be open at the same time.', { max: STREAMS_PER_USER_MAX }),
        {
          limit: STREAMS_PER_USER_MAX,
          waitSeconds: CROWDED_RETRY_SECONDS,
        },
      );
    }
    if (this.#taken >= this.#streamsMax) {
      throw unavailable(
        t('This server has reached its limit of streams. Connect again.'),
        CROWDED_RETRY_SECONDS,
      );
    }
    this.#taken++;
    this.#byUser.set(userId, open + 1);
  }

  #release(userId: string): void {
    this.#taken--;
    const open = (this.#byUser.get(userId) ?? 1) - 1;
    if (open === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, open);
  }

  #add(stream: LiveStream): void {
    this.#streams.add(stream);
    const turn = this.#turns[this.#opened++ % BEAT_TURNS];
    turn?.add(stream);
    for (const channel of stream.channels) {
      const streams = this.#byChannel.get(channel);
      if (streams === undefined) this.#byChannel.set(channel, new Set([stream]));
      else streams.add(stream);
    }
    stream.onClose(() => {
      turn?.delete(stream);
      this.#remove(stream);
    });
    // Events may have been committed since the newest numbers were read.
    for (const channel of stream.channels) this.#announce(channel);
  }

  #remove(stream: LiveStream): void {
    if (!this.#streams.delete(stream)) return;
    this.#release(stream.holder.userId);
    for (const channel of stream.channels) {
      const streams = this.#byChannel.get(channel);
      streams?.delete(stream);
      if (streams?.size === 0) this.#byChannel.delete(channel);
    }
  }

  #announce(channel: string): void {
    if (!this.#byChannel.has(channel)) return;
    this.#dirty.add(channel);
    void this.#readDirty();
  }

  async #readDirty(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#dirty.size > 0 && !this.#stopping) {
      const channels = [...this.#dirty].slice(0, CHANNELS_PER_READ);
      for (const channel of channels) this.#dirty.delete(channel);
      try {
        await this.#read(channels);
      } catch (error) {
        this.parts.log.warn({ err: error }, 'live events could not be read');
        for (const channel of channels) this.#dirty.add(channel);
        this.#retry = setTimeout(() => void this.#readDirty(), RETRY_MS).unref();
        break;
      }
    }
    // In the same tick as the last check for dirty channels, so that later ones start a new read.
    this.#reading = false;
  }

  /** Streams added during the read have another position than its start, so they get a separate read. */
  async #read(channels: readonly string[]): Promise<void> {
    const listeners = new Map(
      channels.flatMap((channel) => {
        const streams = [...(this.#byChannel.get(channel) ?? [])];
        return streams.length === 0 ? [] : [[channel, streams] as const];
      }),
    );
    const positions = [...listeners].map(([channel, streams]) => ({
      channel,
      seq: Math.min(...streams.map((stream) => stream.seqOf(channel))),
    }));
    if (positions.length === 0) return;
    const rows = await this.parts.eventStore.readAfter(positions, EVENTS_PER_READ);
    const counts = new Map<string, number>();
    for (const row of rows) {
      counts.set(row.channel, (counts.get(row.channel) ?? 0) + 1);
      for (const stream of listeners.get(row.channel) ?? []) stream.deliver(row);
    }
    for (const [channel, count] of counts) if (count === EVENTS_PER_READ) this.#dirty.add(channel);
  }
}

/** Clamps a position to what the event store keeps. One ahead of it comes from another database. */
function reachable(seq: number, { oldest, newest }: ChannelBounds): number {
  return Math.min(Math.max(seq, oldest - 1), newest);
}
