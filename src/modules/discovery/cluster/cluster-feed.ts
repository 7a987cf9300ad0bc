import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import { addMs, DAY_MS, dayOf, monotonicMs, SECOND_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PgListener } from '../../../platform/db/listener.ts';
import type { Logger } from '../../../platform/log.ts';
import { oneAfterAnother } from '../../../platform/one-at-a-time.ts';
import { Service } from '../../../platform/service.ts';
import type { ClusterIndices, ClusterWriter } from '@fifthwheel/opensearch';
import { ChangeLogReader, ChangeSignal } from '../../listings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { VIEW_CHANGES_KEPT_MS } from '../search-index.ts';
import { ViewChanges } from '../view-changes.repository.ts';
import { ClusterEntries } from './cluster-entries.ts';
import type { ClusterPosition } from './cluster-position.ts';
import { rebuildIndex } from './cluster-rebuild.ts';
import { withIndexLease } from './feed-lease.repository.ts';

const VIEWS_MS = 30 * SECOND_MS;
const LEASE_MS = 2 * SECOND_MS;
const RETRY_MS = SECOND_MS;

export interface ClusterFeedParts {
  readonly db: Database;
  readonly listener: PgListener;
  readonly clock: Clock;
  readonly log: Logger;
  readonly taxonomy: Taxonomy;
  readonly indices: ClusterIndices;
  readonly position: ClusterPosition;
}

/**
 * Keeps the index in the search cluster equal to the database. The process that holds the lease reads the change log and writes the
 * listings that it names, in order. If two processes believe that they hold the lease, the cluster rejects the older write.
 */
export class ClusterFeed extends Service<ClusterFeedParts> {
  readonly #signal = new ChangeSignal(this.parts.listener, () => this.#wake());
  readonly #log = new ChangeLogReader(this.parts.db, 'searches');
  readonly #views = new ViewChanges(this.parts.db);
  readonly #entries = new ClusterEntries(this.parts);
  #isStopping = false;
  #holdsLease = false;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #endSleep: () => void = () => undefined;
  /** The index that is being fed, by its own name, because the alias may point to another index by now. */
  #followed: { readonly index: string; readonly writer: ClusterWriter } | null = null;
  #viewsDueMs = 0;
  /** Time up to which the index includes the view counts. */
  #viewsAt = new Date(0);

  /** Writes the listings that the change log names. Calls during a run share one further run. */
  readonly catchUp = oneAfterAnother(() => this.#follow());

  /** Whether this process feeds the index. */
  get holdsLease(): boolean {
    return this.#holdsLease;
  }

  get leftOut(): number {
    return this.#entries.leftOut;
  }

  async start(): Promise<void> {
    await this.#signal.start();
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#signal.stop();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { db, indices } = this.parts;
    while (!this.#isStopping) {
      try {
        await withIndexLease(db, indices.alias, (isStillMine) => this.#feed(isStillMine));
      } catch (error) {
        this.parts.log.warn({ err: error }, 'the search index could not be updated');
      }
      this.#holdsLease = false;
      this.#invalidatePosition();
      if (!this.#isStopping) await this.#sleep(LEASE_MS);
    }
  }

  async #feed(isStillMine: () => Promise<boolean>): Promise<void> {
    this.#holdsLease = true;
    let isFailing = false;
    while (!this.#isStopping && (await isStillMine())) {
      try {
        await this.catchUp();
        await this.#readViewsIfDue();
        if (isFailing) this.parts.log.info('the search index is updated again');
        isFailing = false;
        await this.#sleep(LEASE_MS);
      } catch (error) {
        // Log each outage once, not every second.
        if (!isFailing)
          this.parts.log.warn({ err: error }, 'the search index cannot be fed; it will catch up');
        isFailing = true;
        this.#invalidatePosition();
        await pause(RETRY_MS);
      }
    }
  }

  async #follow(): Promise<void> {
    const { writer } = await this.#current();
    for (;;) {
      const before = this.#log.state;
      const { listingIds, isFull } = await this.#log.read();
      try {
        if (listingIds.length > 0) await this.#entries.refresh(writer, listingIds, this.#log.position);
        if (!isSame(before, this.#log.state)) await this.#keepPosition(writer);
      } catch (error) {
        // Go back, because the reader would not name these listings again.
        this.#log.resume(before);
        throw error;
      }
      if (!isFull) return;
    }
  }

  /**
   * Drops the cached position. The next run reloads it and checks that the change log still reaches back that far; entries are
   * purged even while the search cluster is down.
   */
  #invalidatePosition(): void {
    this.#followed = null;
    this.#viewsDueMs = 0;
  }

  /** Returns the index to write and resumes at its position. Builds a new index if the change log does not reach back to any. */
  async #current(): Promise<{ readonly index: string; readonly writer: ClusterWriter }> {
    const { indices, position, log } = this.parts;
    const index = await indices.current();
    if (index !== null && index === this.#followed?.index) return this.#followed;
    this.#invalidatePosition();
    const state = index === null ? null : await position.read(indices.writer(index));
    if (index !== null && state !== null) {
      this.#log.resume(state.log);
      this.#views.resume(state.viewsSeq);
      this.#viewsAt = new Date(state.viewsAt ?? this.parts.clock.now());
      this.#followed = { index, writer: indices.writer(index) };
      return this.#followed;
    }
    const reason = index === null ? 'there is none' : 'the change log does not reach back to its position';
    log.info({ reason }, 'building a new search index from the listings');
    await rebuildIndex({ ...this.parts, isWanted: () => !this.#isStopping });
    return this.#current();
  }

  async #readViewsIfDue(): Promise<void> {
    if (monotonicMs() < this.#viewsDueMs) return;
    await this.#readViews();
    this.#viewsDueMs = monotonicMs() + VIEWS_MS;
  }

  /**
   * Rewrites the listings whose view counts have changed, under the current position of the change log, which has no view counts.
   */
  async #readViews(): Promise<void> {
    const now = this.parts.clock.now();
    const { writer } = await this.#current();
    const missedMs = now.getTime() - this.#viewsAt.getTime();
    const changes = await this.#views.read();
    const ids = changes.map((change) => (change.kind === 'put' ? change.document.id : change.id));
    if (ids.length > 0) await this.#entries.refresh(writer, ids, this.#log.position);
    if (missedMs > VIEW_CHANGES_KEPT_MS) await this.#readMissedViews(writer);
    this.#viewsAt = now;
    if (ids.length > 0 || missedMs > VIEW_CHANGES_KEPT_MS) await this.#keepPosition(writer);
  }

  async #readMissedViews(writer: ClusterWriter): Promise<void> {
    // Start a day earlier, because a view from just before midnight may be counted after it.
    const day = dayOf(addMs(this.#viewsAt, -DAY_MS));
    for await (const ids of this.#views.seenSince(day))
      await this.#entries.refresh(writer, ids, this.#log.position);
  }

  #keepPosition(writer: ClusterWriter): Promise<void> {
    return this.parts.position.write(writer, {
      log: this.#log.state,
      viewsSeq: this.#views.position,
      viewsAt: this.#viewsAt.toISOString(),
    });
  }

  #wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  async #sleep(ms: number): Promise<void> {
    const waking = new AbortController();
    this.#endSleep = () => waking.abort();
    // If a signal has come since the last sleep, there may be changes that the last run did not see.
    if (!this.#isWoken && !this.#isStopping)
      await pause(ms, undefined, { signal: waking.signal, ref: false }).catch(() => undefined);
    this.#isWoken = false;
  }
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
