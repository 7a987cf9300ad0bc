import { Readable } from 'node:stream';
import { eventFrame, HEARTBEAT_FRAME, retryFrame, writePosition } from './frames.ts';
import type { LiveEvent } from './event-store.ts';

/** A client that does not read is disconnected instead of buffered; it reconnects with its Last-Event-ID. */
const BUFFER_BYTES_MAX = 512 * 1024;
const RETRY_MS = 3000;

/** The user and credential that a stream was opened with. */
export interface StreamHolder {
  readonly userId: string;
  readonly sessionId: string;
  readonly sellerId: string | null;
}

/** One open stream: its channels, and its position in each. */
export class LiveStream {
  readonly holder: StreamHolder;
  readonly channels: readonly string[];
  readonly endsAt: Date;
  /** The body of the response; destroyed when the client disconnects. */
  readonly readable: Readable;
  readonly #position: number[];
  readonly #observers: ((row: LiveEvent) => void)[] = [];

  constructor(parts: {
    holder: StreamHolder;
    channels: readonly string[];
    position: readonly number[];
    endsAt: Date;
  }) {
    this.holder = parts.holder;
    this.channels = parts.channels;
    this.endsAt = parts.endsAt;
    this.#position = [...parts.position];
    this.readable = new Readable({ read() {} });
    // A disconnect by the client is the usual end of a stream, not an error.
    this.readable.on('error', () => {});
    this.readable.push(retryFrame(RETRY_MS));
  }

  /** The number of the channel's last event that the client has. */
  seqOf(channel: string): number {
    return this.#position[this.channels.indexOf(channel)] ?? 0;
  }

  /** Sends events in order, skips events that the client has, and announces a gap. */
  deliver(row: LiveEvent): void {
    const at = this.channels.indexOf(row.channel);
    const last = this.#position[at];
    if (last === undefined || row.seq <= last) return;
    // From 0 on, the channel had no events: its first number is not 1.
    if (last !== 0 && row.seq > last + 1) this.resync();
    this.#position[at] = row.seq;
    this.#push(eventFrame(row.type, row.data, writePosition(this.#position)));
    for (const observe of this.#observers) observe(row);
  }

  /** Tells the client to read everything again: it has missed events that the event store no longer keeps. */
  resync(): void {
    this.#push(eventFrame('resync', '{}', writePosition(this.#position)));
  }

  /** Sends a momentary fact (such as presence): it has no id and is not repeated. */
  send(type: string, data: unknown): void {
    this.#push(eventFrame(type, JSON.stringify(data), null));
  }

  beat(): void {
    this.#push(HEARTBEAT_FRAME);
  }

  observe(observer: (row: LiveEvent) => void): void {
    this.#observers.push(observer);
  }

  onClose(listener: () => void): void {
    this.readable.once('close', listener);
  }

  end(): void {
    if (!this.readable.destroyed) this.readable.push(null);
  }

  #push(frame: string): void {
    if (this.readable.destroyed || this.readable.readableEnded) return;
    if (this.readable.readableLength > BUFFER_BYTES_MAX) this.readable.destroy();
    else this.readable.push(frame);
  }
}
