import { Readable } from 'node:stream';
import { eventFrame, HEARTBEAT_FRAME, retryFrame, writePosition } from './frames.ts';
import type { LedgerRow } from './ledger.ts';

/** A client that takes nothing is let go rather than kept in memory; it comes back with its Last-Event-ID. */
const BUFFER_BYTES_MAX = 512 * 1024;
const RETRY_MS = 3000;

/** Who holds a stream open. */
export interface StreamHolder {
  readonly userId: string;
  readonly sessionId: string;
  readonly sellerId: string | null;
}

/** One open stream: what it listens to and how far each channel has come. */
export class LiveStream {
  readonly holder: StreamHolder;
  readonly channels: readonly string[];
  /** What the answer is made of; destroyed when the client has gone. */
  readonly readable: Readable;
  readonly #position: number[];
  readonly #observers: ((row: LedgerRow) => void)[] = [];

  constructor(holder: StreamHolder, channels: readonly string[], position: readonly number[]) {
    this.holder = holder;
    this.channels = channels;
    this.#position = [...position];
    this.readable = new Readable({ read() {} });
    // A client that goes away is the usual end of a stream, not a fault.
    this.readable.on('error', () => {});
    this.readable.push(retryFrame(RETRY_MS));
  }

  /** The number of the last event of the channel that the client has. */
  seqOf(channel: string): number {
    return this.#position[this.channels.indexOf(channel)] ?? 0;
  }

  /** Events come in order; those that the client has already are left out, and a gap is told. */
  deliver(row: LedgerRow): void {
    const at = this.channels.indexOf(row.channel);
    const last = this.#position[at];
    if (last === undefined || row.seq <= last) return;
    if (row.seq > last + 1) this.resync();
    this.#position[at] = row.seq;
    this.#push(eventFrame(row.type, row.data, writePosition(this.#position)));
    for (const observe of this.#observers) observe(row);
  }

  /** Events were lost to the bounds of the ledger: the client should read everything anew. */
  resync(): void {
    this.#push(eventFrame('resync', '{}', writePosition(this.#position)));
  }

  /** What is true now and of no interest later: it has no id and is not repeated. */
  tell(type: string, data: unknown): void {
    this.#push(eventFrame(type, JSON.stringify(data), null));
  }

  beat(): void {
    this.#push(HEARTBEAT_FRAME);
  }

  observe(observer: (row: LedgerRow) => void): void {
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
