import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { DAY_MS, addMs, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';
import { listSellersOf, listSellersToScore, readTrustFacts, writeTrust } from './trust.repository.ts';
import { trustParts, trustScore } from './trust-score.ts';

const SCORE_KEPT_MS = DAY_MS;
/** A new seller has a first score within this time. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;
/** Sellers per transaction; each can record the change of a hundred listings. */
const BATCH = 100;

type TrustParts = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events'>;

/** Keeps `sellers.trust_score` current: daily for everyone, and soon after events that change it. */
export class Trust extends Service<TrustParts> {
  readonly #scoreOne: JobDefinition<{ sellerId: string }> = {
    name: 'sellers.score-trust',
    lane: 'whenever',
    run: async ({ sellerId }) => this.score([sellerId]),
  };

  readonly #scoreDue: JobDefinition = {
    name: 'sellers.score-due',
    everyMs: LOOK_EVERY_MS,
    run: async (_payload, { signal }) => {
      const before = addMs(this.parts.clock.now(), -SCORE_KEPT_MS);
      for (let found = BATCH; found === BATCH && !signal.aborted;) {
        const sellerIds = await listSellersToScore(this.parts.db, before, BATCH);
        await this.score(sellerIds);
        found = sellerIds.length;
      }
    },
  };

  get jobs(): readonly AnyJobDefinition[] {
    return [this.#scoreOne, this.#scoreDue];
  }

  /** Recomputes the seller's score soon after each of these events. */
  follow(definitions: readonly EventDefinition[]): void {
    for (const definition of definitions) {
      this.parts.events.within(definition, async (trx, events) => {
        // Events of a user concern the seller of that user.
        const people = events.flatMap(({ sellerId, userId }) => (sellerId === null ? (userId ?? []) : []));
        const sellerIds = new Set([
          ...events.flatMap(({ sellerId }) => sellerId ?? []),
          ...(await listSellersOf(trx, people)),
        ]);
        for (const sellerId of sellerIds) await this.expire(trx, sellerId);
      });
    }
  }

  /** Enqueues a recomputation; at most one job waits per seller. */
  expire(trx: Transaction, sellerId: string): Promise<void> {
    return this.parts.jobs.enqueue(trx, this.#scoreOne, { sellerId }, { dedupeKey: sellerId });
  }

  async score(sellerIds: readonly string[]): Promise<void> {
    if (sellerIds.length === 0) return;
    const now = this.parts.clock.now();
    const facts = await readTrustFacts(this.parts.db, sellerIds, now);
    const scored = [...facts].map(([sellerId, known]) => {
      const parts = trustParts(known);
      return { sellerId, parts, score: trustScore(parts) };
    });
    await inTransaction(this.parts.db, (trx) => writeTrust(trx, scored, now));
  }
}
