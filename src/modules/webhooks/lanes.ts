/**
 * Limits the concurrent attempts of one process, so that slow or hanging targets leave room for the others.
 *
 * A webhook whose last attempt was slow goes to the slow lane, where it has one attempt at a time and all share a few
 * places; a quick attempt brings it back. However many targets hang, the fast lane stays free.
 */
export const IN_FLIGHT_MAX = 64;
const IN_FLIGHT_PER_WEBHOOK_MAX = 4;

const SLOW_LANE_MAX = 16;
const SLOW_LANE_PER_WEBHOOK_MAX = 1;
const SLOW_MS = 2000;

/** At most this many slow targets are remembered; the oldest are tried in the fast lane again. */
const SLOW_WEBHOOKS_MAX = 1000;

export interface Lane {
  /** Free places. */
  readonly free: number;
  readonly roomDefault: number;
  readonly room: Readonly<Record<string, number>>;
}

export class Lanes {
  readonly #underway = new Map<string, number>();
  readonly #slow = new Set<string>();

  begin(webhookId: string): void {
    this.#underway.set(webhookId, (this.#underway.get(webhookId) ?? 0) + 1);
  }

  end(webhookId: string, durationMs: number): void {
    const left = (this.#underway.get(webhookId) ?? 1) - 1;
    if (left === 0) this.#underway.delete(webhookId);
    else this.#underway.set(webhookId, left);
    this.#slow.delete(webhookId);
    if (durationMs < SLOW_MS) return;
    this.#slow.add(webhookId);
    const [oldest] = this.#slow;
    if (this.#slow.size > SLOW_WEBHOOKS_MAX && oldest !== undefined) this.#slow.delete(oldest);
  }

  get slowWebhooks(): readonly string[] {
    return [...this.#slow];
  }

  get fast(): Lane {
    return this.#lane(false, IN_FLIGHT_MAX - SLOW_LANE_MAX, IN_FLIGHT_PER_WEBHOOK_MAX);
  }

  get slow(): Lane {
    return this.#lane(true, SLOW_LANE_MAX, SLOW_LANE_PER_WEBHOOK_MAX);
  }

  #lane(isSlow: boolean, size: number, perWebhook: number): Lane {
    const room: Record<string, number> = {};
    let used = 0;
    for (const [webhookId, count] of this.#underway) {
      if (this.#slow.has(webhookId) !== isSlow) continue;
      used += count;
      room[webhookId] = Math.max(0, perWebhook - count);
    }
    // The running attempts of a webhook that turns slow move with it, and may overfill the slow lane for a while.
    return { free: Math.max(0, size - used), roomDefault: perWebhook, room };
  }
}
