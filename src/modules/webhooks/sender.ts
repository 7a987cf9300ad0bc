import type { Platform } from '../../platform/module.ts';
import { monotonicMs } from '../../platform/clock.ts';
import { guardedRequest, type OutboundLimits } from '../../platform/net/outbound.ts';
import { ConnectionPools } from '../../platform/net/connection-pools.ts';
import { OutboundError } from '../../platform/net/outbound-error.ts';
import type { Resolve } from '../../platform/net/resolve.ts';
import { VERSION } from '../../platform/package-root.ts';
import type { ClaimedDelivery } from './claims.repository.ts';
import type { DeliveryError } from './delivery-errors.ts';
import { LoggedResponse } from './logged-response.ts';
import type { AttemptResult } from './outcomes.ts';
import { signatureHeaders } from './signing.ts';
import type { HeaderFields } from './tables.ts';
import { findTargetProblem, type TargetPolicy } from './target-url.ts';

export const SECRET_PURPOSE = 'webhooks.secret';

export interface SenderOptions extends Pick<Platform, 'clock' | 'wallClock' | 'keys'> {
  readonly policy: TargetPolicy;
  /** Other deadlines and another resolver, for tests. */
  readonly limits?: Partial<OutboundLimits>;
  readonly resolve?: Resolve;
}

/** Makes one attempt: signs, sends and rates it. Any 2xx in time is a success. Stores the start of the response. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #connections = new ConnectionPools();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Closes the connections kept for further attempts. */
  close(): Promise<void> {
    return this.#connections.close();
  }

  /** null when the signal aborted it: that is not the receiver's failure. */
  async send(delivery: ClaimedDelivery, signal: AbortSignal): Promise<AttemptResult | null> {
    const startedMs = monotonicMs();
    const headers = this.#headers(delivery);
    const response = new LoggedResponse();
    const result = (responseCode: number | null, error: DeliveryError | null): AttemptResult => ({
      endedAt: this.#options.clock.now(),
      responseCode,
      responseTimeMs: Math.round(monotonicMs() - startedMs),
      error,
      exchange: { requestHeaders: headers, ...response.columns },
    });
    try {
      const status = await this.#exchange(delivery, headers, response, signal);
      return result(status, status >= 200 && status < 300 ? null : 'http_status');
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return signal.aborted ? null : result(null, error.code);
    }
  }

  async #exchange(
    delivery: ClaimedDelivery,
    headers: HeaderFields,
    answer: LoggedResponse,
    signal: AbortSignal,
  ): Promise<number> {
    const { policy, limits, resolve } = this.#options;
    // The address rules may have become stricter since it was accepted.
    if (findTargetProblem(delivery.url, policy) !== null) throw new OutboundError('blocked_address');
    const response = await guardedRequest({
      url: delivery.url,
      method: 'POST',
      headers,
      body: delivery.body,
      allowPrivate: policy.allowPrivate,
      signal,
      onChunk: (chunk) => answer.add(chunk),
      connections: this.#connections,
      limits,
      resolve,
    });
    answer.headers = response.headers;
    return response.status;
  }

  #headers(delivery: ClaimedDelivery): Record<string, string> {
    const { clock, wallClock, keys } = this.#options;
    const isInGrace = delivery.previousSecretUntil !== null && delivery.previousSecretUntil > clock.now();
    return {
      'Content-Type': 'application/json',
      'User-Agent': `Fifthwheel-Webhooks/${VERSION}`,
      ...signatureHeaders({
        eventId: delivery.eventId,
        body: delivery.body,
        timestamp: wallClock.now(),
        secret: keys.open(SECRET_PURPOSE, delivery.secret),
        previousSecret:
          isInGrace && delivery.previousSecret !== null
            ? keys.open(SECRET_PURPOSE, delivery.previousSecret)
            : null,
      }),
    };
  }
}
