/**
 * Delivers what is due, each delivery at least once: claim, commit, send, record.
 *
 * It is woken by the commit of new work (directly in this process, by NOTIFY in others) and by a poll, which finds
 * due retries and expired leases of killed workers. When the process dies during an attempt, its lease expires and
 * the attempt is made again. When the database is unreachable at the end of an attempt, recording is retried for a
 * while; after that the lease decides, too.
 */
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { setMaxListeners } from 'node:events';
import { addMs, monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import { canCarry } from './authority.ts';
import {
  claimBehindBacklog,
  claimDue,
  type ClaimedDelivery,
  type ClaimRequest,
  releaseClaim,
  renewLeases,
  withholdDelivery,
} from './claims.repository.ts';
import type { AttemptResult, Outcomes } from './outcomes.ts';
import type { Sender } from './sender.ts';

/**
 * Limits the concurrent attempts of one process, so that slow or hanging targets leave slots for the others.
 *
 * A webhook whose last attempt was slow moves to the slow lane. There, it has one attempt at a time, and all its webhooks share a
 * few slots; a fast attempt moves it back. However many targets hang, the fast lane stays free.
 */
export const IN_FLIGHT_MAX = 64;
const IN_FLIGHT_PER_WEBHOOK_MAX = 4;

const SLOW_LANE_MAX = 16;
const SLOW_LANE_PER_WEBHOOK_MAX = 1;
const SLOW_MS = 2000;

/** At most this many slow targets are remembered; the oldest are tried in the fast lane again. */
const SLOW_WEBHOOKS_MAX = 1000;

interface Lane {
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

export interface DispatcherParts extends Pick<Platform, 'db' | 'clock' | 'log' | 'events'> {
  readonly sender: Sender;
  readonly outcomes: Outcomes;
  readonly leaseSeconds: number;
  /** Called with each recorded attempt, for metrics. */
  readonly observe?: (result: AttemptResult) => void;
}

const POLL_MS = 500;
/** Pause between two claims, so that under load one claim fills the places of several finished attempts. */
const CLAIM_PAUSE_MS = 5;
const RECORD_PAUSES_MS = [100, 500, 2000, 5000];

export class Dispatcher extends Service<DispatcherParts> {
  readonly #lanes = new Lanes();
  readonly #underway = new Map<ClaimedDelivery, Promise<void>>();
  readonly #abort = new AbortController();
  #pollTimer: NodeJS.Timeout | undefined;
  #leaseTimer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isFilling = false;
  #fillAgain = false;
  /** Behind a backlog webhooks are walked through in the order of their ids; this was the last one. */
  #walkFrom = '';

  constructor(parts: DispatcherParts) {
    super(parts);
    // Each attempt listens while it runs, and many run concurrently.
    setMaxListeners(0, this.#abort.signal);
  }

  start(): void {
    this.#isStarted = true;
    this.#pollTimer = setInterval(() => this.wake(), POLL_MS);
    this.#leaseTimer = setInterval(() => void this.#renew(), (this.parts.leaseSeconds * SECOND_MS) / 3);
    this.wake();
  }

  /** Waits for running attempts for a while, then aborts them and gives them back. */
  async stop(graceMs: number): Promise<void> {
    this.#isStarted = false;
    clearInterval(this.#pollTimer);
    const deadline = setTimeout(() => this.#abort.abort(), graceMs);
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway.values());
    clearTimeout(deadline);
    clearInterval(this.#leaseTimer);
    await this.parts.sender.close();
  }

  wake(): void {
    if (!this.#isStarted) return;
    this.#fillAgain = true;
    if (this.#isFilling) return;
    this.#isFilling = true;
    void this.#fill().finally(() => {
      this.#isFilling = false;
    });
  }

  /**
   * Delivers until nothing is due, started or not, and returns how many attempts that took. For tests and the
   * sandbox, which step time.
   */
  async deliverDue(): Promise<number> {
    let count = 0;
    for (;;) {
      // Running attempts take up places, so an empty claim does not prove that nothing is due, even if all of them
      // have ended by the time it returns.
      const hadRoom = this.#underway.size === 0;
      const claimed = await this.#claim();
      count += claimed;
      if (claimed > 0) continue;
      if (hadRoom) return count;
      if (this.#underway.size > 0) await Promise.race(this.#underway.values());
    }
  }

  /**
   * Makes one attempt of a delivery that the caller has claimed; returns the log entry's id, or null when nothing was
   * recorded.
   */
  async attempt(delivery: ClaimedDelivery): Promise<string | null> {
    const { sender, outcomes, observe, db, events } = this.parts;
    const definition = events.catalogue.find(({ type }) => type === delivery.eventType);
    if (!delivery.isForHolder || !canCarry(delivery.scopes, definition)) {
      await withholdDelivery(db, delivery);
      return null;
    }
    const result = await sender.send(delivery, this.#abort.signal);
    if (result === null) {
      await releaseClaim(db, delivery);
      return null;
    }
    const id = await this.#insistently(() =>
      outcomes.record({ claim: delivery, eventType: delivery.eventType, logId: delivery.logId }, result),
    );
    if (id !== null) observe?.(result);
    return id;
  }

  async #fill(): Promise<void> {
    while (this.#fillAgain && this.#isStarted) {
      this.#fillAgain = false;
      try {
        if ((await this.#claim()) > 0) this.#fillAgain = true;
      } catch (error) {
        this.parts.log.warn({ err: error }, 'webhook deliveries could not be claimed');
      }
      await new Promise((resolve) => setTimeout(resolve, CLAIM_PAUSE_MS));
    }
  }

  async #claim(): Promise<number> {
    const { db } = this.parts;
    const { claimed, isBacklogged } = await claimDue(db, this.#request());
    for (const delivery of claimed) this.#launch(delivery);
    let count = claimed.length;
    if (!isBacklogged) return count;
    do {
      const request = this.#request();
      if (request.fast.free + request.slow.free === 0) return count;
      const behind = await claimBehindBacklog(db, request, this.#walkFrom);
      for (const delivery of behind.claimed) this.#launch(delivery);
      count += behind.claimed.length;
      this.#walkFrom = behind.walkOnFrom;
      // Once around, in steps that are short each.
    } while (count === 0 && this.#walkFrom !== '');
    return count;
  }

  #request(): ClaimRequest {
    const { clock, leaseSeconds } = this.parts;
    const now = clock.now();
    return {
      now,
      leaseUntil: addMs(now, leaseSeconds * SECOND_MS),
      fast: this.#lanes.fast,
      slow: this.#lanes.slow,
      slowWebhooks: this.#lanes.slowWebhooks,
    };
  }

  #launch(delivery: ClaimedDelivery): void {
    const startedMs = monotonicMs();
    this.#lanes.begin(delivery.webhookId);
    const work = this.attempt(delivery)
      .then(
        () => {},
        (error: unknown) =>
          this.parts.log.error(
            { err: error, eventId: delivery.eventId },
            'a webhook attempt was not recorded',
          ),
      )
      .finally(() => {
        this.#underway.delete(delivery);
        this.#lanes.end(delivery.webhookId, monotonicMs() - startedMs);
        this.wake();
      });
    this.#underway.set(delivery, work);
  }

  async #renew(): Promise<void> {
    if (this.#underway.size === 0) return;
    const { db, clock, log, leaseSeconds } = this.parts;
    try {
      await renewLeases(db, [...this.#underway.keys()], addMs(clock.now(), leaseSeconds * SECOND_MS));
    } catch (error) {
      log.warn({ err: error }, 'leases of webhook deliveries could not be extended');
    }
  }

  async #insistently<T>(work: () => Promise<T>): Promise<T> {
    for (const pauseMs of RECORD_PAUSES_MS) {
      try {
        return await work();
      } catch (error) {
        this.parts.log.warn({ err: error }, 'the outcome of a webhook attempt could not be written yet');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return work();
  }
}
