/**
 * Delivers what is due, each delivery at least once: claim, commit, send, record.
 *
 * It is woken by the commit of new work (directly in this process, by NOTIFY in others) and by a poll, which finds
 * due retries and expired leases of killed workers. When the process dies during an attempt, its lease expires and
 * the attempt is made again. When the database is unreachable at the end of an attempt, recording is retried for a
 * while; after that the lease decides, too.
 */
import { setMaxListeners } from 'node:events';
import { type Clock, addMs, monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { mayCarry } from './authority.ts';
import {
  claimBehindBacklog,
  claimDue,
  type ClaimedDelivery,
  type ClaimRequest,
  releaseClaim,
  renewLeases,
  withholdClaim,
} from './claims.repository.ts';
import { Lanes } from './lanes.ts';
import type { AttemptResult, Outcomes } from './outcomes.ts';
import type { Sender } from './sender.ts';

export interface DispatcherParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sender: Sender;
  readonly outcomes: Outcomes;
  readonly events: EventBus;
  readonly leaseSeconds: number;
  /** Called with each recorded attempt, for metrics. */
  readonly observe?: (result: AttemptResult) => void;
}

const POLL_MS = 500;
/** Pause between two claims, so that under load one claim fills the places of several finished attempts. */
const CLAIM_PAUSE_MS = 5;
const RECORD_PAUSES_MS = [100, 500, 2000, 5000];

export class Dispatcher {
  readonly #parts: DispatcherParts;
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
    this.#parts = parts;
    // Each attempt listens while it runs, and many run at once.
    setMaxListeners(0, this.#abort.signal);
  }

  start(): void {
    this.#isStarted = true;
    this.#pollTimer = setInterval(() => this.wake(), POLL_MS);
    this.#leaseTimer = setInterval(() => void this.#renew(), (this.#parts.leaseSeconds * SECOND_MS) / 3);
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
    await this.#parts.sender.close();
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
    const { sender, outcomes, observe, db, events } = this.#parts;
    const definition = events.catalogue.find(({ type }) => type === delivery.eventType);
    if (!delivery.isForHolder || !mayCarry(delivery.scopes, definition)) {
      await withholdClaim(db, delivery);
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
        this.#parts.log.warn({ err: error }, 'webhook deliveries could not be claimed');
      }
      await new Promise((resolve) => setTimeout(resolve, CLAIM_PAUSE_MS));
    }
  }

  async #claim(): Promise<number> {
    const { db } = this.#parts;
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
    const { clock, leaseSeconds } = this.#parts;
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
          this.#parts.log.error(
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
    const { db, clock, log, leaseSeconds } = this.#parts;
    try {
      await renewLeases(db, [...this.#underway.keys()], addMs(clock.now(), leaseSeconds * SECOND_MS));
    } catch (error) {
      log.warn({ err: error }, 'leases of webhook deliveries could not be prolonged');
    }
  }

  async #insistently<T>(work: () => Promise<T>): Promise<T> {
    for (const pauseMs of RECORD_PAUSES_MS) {
      try {
        return await work();
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'the outcome of a webhook attempt could not be written yet');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return work();
  }
}
