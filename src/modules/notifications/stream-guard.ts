import type { Platform } from '../../platform/module.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { ACCESS_CHANNEL, findLiveSessions } from '../auth/index.ts';
import type { LiveHub, LiveStream } from '../../platform/live/index.ts';

const CHECK_MS = 30 * SECOND_MS;

type StreamGuardParts = Pick<Platform, 'db' | 'clock' | 'log' | 'listener'> & { readonly hub: LiveHub };

/** Ends streams that may no longer be open: at once when access is withdrawn, soon after it or their lifetime expires. */
export class StreamGuard {
  readonly #parts: StreamGuardParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: StreamGuardParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#parts.listener.subscribe(ACCESS_CHANNEL, {
      onMessage: (userId) => this.#checkSoon((stream) => stream.holder.userId === userId),
      onReconnect: () => this.#checkSoon(() => true),
    });
    this.#timer = setInterval(() => this.#checkSoon(() => true), CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async check(isConcerned: (stream: LiveStream) => boolean = () => true): Promise<void> {
    const streams = [...this.#parts.hub.streams].filter(isConcerned);
    if (streams.length === 0) return;
    const sessionIds = [...new Set(streams.map((stream) => stream.holder.sessionId))];
    const now = this.#parts.clock.now();
    const live = await findLiveSessions(this.#parts.db, sessionIds, now);
    const sellerOf = new Map(live.map((row) => [row.id, row.seller_id]));
    for (const stream of streams) {
      const { sessionId, sellerId } = stream.holder;
      if (stream.endsAt <= now || sellerOf.get(sessionId) !== sellerId) stream.end();
    }
  }

  #checkSoon(isConcerned: (stream: LiveStream) => boolean): void {
    this.check(isConcerned).catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'the sessions of open streams could not be checked');
    });
  }
}
