/**
 * The search engine of this process, kept equal to the database. It follows the change log. NOTIFY wakes it, and so do searches of
 * an account that has written in this process; only these searches wait until the index includes the write. Names of categories,
 * brands and features are not in the log: the engine gets them whenever the taxonomy changes.
 *
 * The index goes through modes in this order and never back. `#enter` throws on any other transition.
 *
 * - `new`: the engine is empty. `start` leads to `loading`.
 * - `loading`: the engine is read from the snapshot on disk, or built from the live listings if no snapshot fits. `notReady` reports
 *   this. A run over the change log waits until loading ends, so that the first read of a listing cannot replace a later state.
 *   Leads to `catching-up`.
 * - `catching-up`: changes since the snapshot are applied in large batches. Documents with other prices are updated in place, and
 *   segments are closed but not merged, because only probes wait for this process. Leads to `serving`.
 * - `serving`: batches and ticks are short, so that searches run in between. Timers read view counts, update the date that ranking
 *   starts from and write the snapshot. Maintenance merges segments in slices while there is anything to merge.
 * - `stopped`: final, from any mode. No timer is left, and a snapshot in progress is discarded. Searches and `catchUp` still work,
 *   for requests and jobs that end later.
 *
 * Maintenance runs in `loading` and `serving`. Runs over the change log are independent of the mode. One runs at a time, and calls
 * during it share one further run. A run ends when no listing waits, or fails and ends all waits for own writes.
 */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { HOUR_MS, MINUTE_MS, monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import { readMarketSum } from '../../platform/db/market-sums.repository.ts';
import type { Logger } from '../../platform/log.ts';
import { oneAfterAnother } from '../../platform/one-at-a-time.ts';
import { Service } from '../../platform/service.ts';
import {
  type EngineStats,
  type KnownValues,
  type LiveCounts,
  type SearchChange,
  SearchEngine,
  type SearchQuery,
  type SearchResult,
  type SearchTiming,
  type Suggestion,
} from '@fifthwheel/search';
import { ChangeSignal, type LogLag } from '../listings/index.ts';
import type { ExchangeRates, Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { documentShape, namesOf } from './documents.ts';
import { readIndexedRows, streamIndexedRows, streamViews } from './documents.repository.ts';
import { FollowedLog } from './followed-log.ts';
import { IndexEntries } from './index-entries.ts';
import { IndexSnapshot, UnusableSnapshotError } from './index-snapshot.ts';
import type { MarketIndex } from './market-index.ts';
import { OWN_WRITE_MS, OwnWrites } from './own-writes.ts';
import { SearchScheduler } from './search-scheduler.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import { inSteps } from './in-steps.ts';
import { catchUpAtStart } from './start-attempts.ts';
import { ViewChanges } from './view-changes.repository.ts';

/** Rows read without yielding, for about ten milliseconds. */
const BATCH_ROWS = 200;
/**
 * `piece`: listings applied before the change log is read again; then listings that were changed with few others come first.
 * `turnMs`: time for which changes are applied before other work runs, the same as for searches.
 */
const SERVING = { piece: 100, turnMs: 4 };
/** Large, because only probes wait before the process serves, and the next rows are read while some are applied. */
const STARTING = { piece: 5000, turnMs: 40 };
const VIEWS_MS = 30 * SECOND_MS;
/** Pause between slices of maintenance. A slice takes one or two milliseconds, so maintenance uses at most a tenth of the time. */
const MAINTENANCE_MS = 20;

type Mode = 'new' | 'loading' | 'catching-up' | 'serving' | 'stopped';

const TRANSITIONS: Readonly<Record<Mode, readonly Mode[]>> = {
  new: ['loading', 'stopped'],
  loading: ['catching-up', 'stopped'],
  'catching-up': ['serving', 'stopped'],
  serving: ['stopped'],
  stopped: ['stopped'],
};

/** How long entries of `listing_view_changes` are kept; an older snapshot re-reads all counts. */
export const VIEW_CHANGES_KEPT_MS = HOUR_MS;

export interface SearchIndexParts {
  readonly db: Database;
  readonly listener: PgListener;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  /** The directory of the snapshot. */
  readonly directory: string;
}

export class SearchIndex extends Service<SearchIndexParts> implements MarketIndex {
  /** Progress while the index is built from the listings; otherwise null. */
  progress: { readonly done: number; readonly total: number } | null = null;
  /** Follows the change log to its end. Calls during a run share one further run. */
  readonly catchUp = oneAfterAnother(() => this.#followLog());
  readonly #log: FollowedLog;
  readonly #views: ViewChanges;
  readonly #snapshot: IndexSnapshot;
  readonly #snapshots: SnapshotWriter;
  readonly #signal: ChangeSignal;
  readonly #scheduler = new SearchScheduler();
  readonly #entries: IndexEntries;
  readonly #ownWrites = new OwnWrites(OWN_WRITE_MS);
  readonly #follow = this.#quietly('the search index could not catch up', () => this.catchUp());
  #mode: Mode = 'new';
  #engine = new SearchEngine();
  #loading: Promise<void> | null = null;
  #generation = 0;
  #maintenance: NodeJS.Timeout | null = null;
  #timers: NodeJS.Timeout[] = [];

  constructor(parts: SearchIndexParts) {
    super(parts);
    const { db, directory, listener } = parts;
    this.#signal = new ChangeSignal(listener, this.#follow);
    this.#log = new FollowedLog(db);
    this.#views = new ViewChanges(db);
    this.#snapshot = new IndexSnapshot({ db, directory, shape: documentShape(db) });
    this.#snapshots = new SnapshotWriter({
      ...parts,
      snapshot: this.#snapshot,
      subject: () => ({
        engine: this.#engine,
        generation: this.#generation,
        state: { log: this.#log.applied, viewsSeq: this.#views.position },
      }),
      isWanted: () => this.#mode !== 'stopped',
    });
    this.#entries = new IndexEntries(parts.log);
  }

  notReady(): string | null {
    return this.#mode === 'new' || this.#mode === 'loading' ? 'loading' : null;
  }

  get generation(): number {
    return this.#generation;
  }

  get position(): number {
    return this.#log.applied.position;
  }

  /** Number of live listings that could not be indexed. */
  get leftOut(): number {
    return this.#entries.leftOut;
  }

  /** When the snapshot that this process last read or wrote was taken. */
  get snapshotAt(): Date | null {
    return this.#snapshots.takenAt;
  }

  stats(): EngineStats {
    return this.#engine.stats();
  }

  get waiting(): number {
    return this.#log.waiting.size;
  }

  get lag(): LogLag {
    return this.#log.lag;
  }

  async start(): Promise<void> {
    const { settings, taxonomy, clock } = this.parts;
    this.#enter('loading');
    settings.onChange(() => this.#changed(() => this.#engine.setRates(this.#rates())));
    taxonomy.onChange(() => this.#changed(() => this.#setNames()));
    this.#loading = this.#load();
    await this.#signal.start();
    await this.#loading;
    await catchUpAtStart(this.catchUp, { ...this.parts, isStopped: () => this.#isStopped() });
    while (!this.#isStopped() && this.#engine.compact({ merges: false })) await setImmediate();
    // The index may have been stopped by now, even while the signal was starting.
    if (this.#isStopped()) return this.#signal.stop();
    this.#enter('serving');
    this.#startMaintenance();
    this.#timers = [
      setInterval(
        this.#quietly('view counts could not be read', () => this.readViews()),
        VIEWS_MS,
      ),
      setInterval(() => this.#changed(() => this.#engine.setRankedAt(clock.now().getTime())), HOUR_MS),
      setInterval(() => this.#snapshots.writeIfDue(), MINUTE_MS),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#snapshots.writeIfDue();
  }

  async stop(): Promise<void> {
    this.#enter('stopped');
    for (const timer of this.#timers) clearInterval(timer);
    this.#signal.stop();
    if (this.#maintenance !== null) clearTimeout(this.#maintenance);
    await this.#snapshots.settle();
  }

  /** No deadline: the index in memory never waits for a remote service. */
  dueMs = (): number => Infinity;
  inTime = <T>(work: () => Promise<T>): Promise<T> => work();
  summariesEnding = (letters: string) => this.#inTurn((engine) => engine.summariesEnding(letters));

  async search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult> {
    return this.#inTurn((engine) => engine.search(query, timing));
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    return this.#inTurn(({ known }) => work(known));
  }

  async known(): Promise<KnownValues> {
    await this.includeOwnWrites();
    return this.#engine.known;
  }

  async #inTurn<T>(work: (engine: SearchEngine) => T): Promise<T> {
    await this.includeOwnWrites();
    return this.#scheduler.run(() => work(this.#engine));
  }

  async suggest(prefix: string, limit: number): Promise<Suggestion[]> {
    await this.includeOwnWrites();
    return this.#engine.suggest(prefix, limit);
  }

  async liveCounts(): Promise<LiveCounts> {
    await this.includeOwnWrites();
    return this.#engine.liveCounts();
  }

  includeOwnWrites(withinMs?: number): Promise<void> {
    return this.#ownWrites.included(this.#follow, withinMs);
  }

  /** Applies changed view counts, which may lag, because they are read at intervals. */
  async readViews(): Promise<void> {
    const changes = await this.#views.read();
    await this.#applyViews(changes);
  }

  /** Writes the snapshot now, even if there is a fresh one. `stop` aborts it. */
  writeSnapshot(): Promise<void> {
    return this.#snapshots.write();
  }

  async #followLog(): Promise<void> {
    await this.#loading;
    const { waiting } = this.#log;
    try {
      do {
        const commits = await this.#log.read();
        const ids = waiting.next(this.#pace().piece);
        if (ids.length > 0) await this.#refresh(ids);
        this.#log.advance();
        if (commits !== null && !waiting.hasFew) this.#ownWrites.record(commits);
      } while (waiting.size > 0);
    } catch (error) {
      this.#ownWrites.giveUp();
      throw error;
    }
  }

  async #refresh(ids: readonly string[]): Promise<void> {
    // Documents contain names from the taxonomy, and a change of the taxonomy may be the reason for this refresh.
    await this.parts.taxonomy.refresh();
    for await (const { requested, rows } of readIndexedRows(this.parts.db, ids)) {
      const taxonomy = this.parts.taxonomy.current;
      const live = new Set(rows.map((row) => row.id));
      const removed = requested.filter((id) => !live.has(id));
      await this.#apply(rows, (slice) => this.#entries.put(this.#engine, slice, taxonomy));
      await this.#apply(removed, (slice) => this.#entries.remove(this.#engine, slice));
      this.#log.waiting.remove(requested);
    }
  }

  /** Applies items in ticks. Few items, such as the changes of one request, take a single tick. */
  async #apply<T>(items: readonly T[], write: (slice: readonly T[]) => void): Promise<void> {
    await inSteps(items, this.#pace().turnMs, write, (turn) => this.#changed(turn));
  }

  async #applyViews(changes: readonly SearchChange[]): Promise<void> {
    if (changes.length > 0) await this.#apply(changes, (slice) => this.#engine.apply(slice));
  }

  #enter(mode: Mode): void {
    assert(
      TRANSITIONS[this.#mode].includes(mode),
      `the search index cannot go from ${this.#mode} to ${mode}`,
    );
    this.#mode = mode;
    this.#engine.isCatchingUp = mode === 'catching-up';
  }

  /** A method, because the mode may have changed during an await, and the compiler would narrow a property. */
  #isStopped(): boolean {
    return this.#mode === 'stopped';
  }

  #pace(): typeof SERVING {
    return this.#mode === 'serving' || this.#mode === 'stopped' ? SERVING : STARTING;
  }

  #rates(): ExchangeRates {
    return this.parts.settings.get('exchangeRates');
  }

  async #load(): Promise<void> {
    const startedMs = monotonicMs();
    const { clock, log } = this.parts;
    let from: 'snapshot' | 'listings' = 'snapshot';
    try {
      await this.#restore();
    } catch (error) {
      if (!(error instanceof UnusableSnapshotError)) throw error;
      log.info({ reason: error.message }, 'building the search index from the listings');
      from = 'listings';
      await this.#rebuild();
    }
    this.#engine.setRankedAt(clock.now().getTime());
    this.#setNames();
    if (!this.#isStopped()) this.#enter('catching-up');
    this.#generation++;
    const { documents } = this.#engine.stats();
    log.info(
      { from, listings: documents, ms: Math.round(monotonicMs() - startedMs) },
      'the search index is loaded',
    );
  }

  async #restore(): Promise<void> {
    const { clock } = this.parts;
    const loaded = await this.#snapshot.load({ rates: this.#rates(), summaries: true });
    this.#engine = loaded.engine;
    this.#log.resume(loaded.log);
    this.#views.resume(loaded.viewsSeq);
    this.#snapshots.recordLoaded(loaded, this.#generation + 1);
    if (clock.now().getTime() - loaded.takenAt.getTime() > VIEW_CHANGES_KEPT_MS)
      this.#quietly('view counts could not be read', () => this.#readAllViews())();
  }

  async #rebuild(): Promise<void> {
    const { clock, db, taxonomy } = this.parts;
    this.#engine = new SearchEngine({ rates: this.#rates(), rankedAtMs: clock.now().getTime() });
    await this.#log.begin();
    await this.#views.begin();
    // The rollup also counts listings of erased sellers, which are not indexed.
    const total = await readMarketSum(db, 'listings', 'ACTIVE');
    let done = 0;
    for await (const rows of streamIndexedRows(db, BATCH_ROWS)) {
      await setImmediate();
      await this.#apply(rows, (slice) => this.#entries.put(this.#engine, slice, taxonomy.current));
      done += rows.length;
      this.progress = { done, total: Math.max(done, total) };
    }
    this.progress = null;
  }

  async #readAllViews(): Promise<void> {
    for await (const rows of streamViews(this.parts.db, BATCH_ROWS)) {
      await this.#applyViews(rows.map(({ id, views }) => ({ kind: 'views', id, views })));
      if (this.#isStopped()) return;
    }
  }

  #startMaintenance(): void {
    if (this.#maintenance !== null || (this.#mode !== 'loading' && this.#mode !== 'serving')) return;
    this.#maintenance = setTimeout(() => {
      this.#maintenance = null;
      if (this.#engine.compact()) this.#startMaintenance();
    }, MAINTENANCE_MS);
    this.#maintenance.unref();
  }

  #setNames(): void {
    const { current } = this.parts.taxonomy;
    this.#engine.setBrandAliases(current.brands);
    this.#engine.setNames(namesOf(current));
  }

  #changed(change: () => void): void {
    change();
    this.#generation++;
    this.#startMaintenance();
  }

  #quietly(failure: string, work: () => Promise<unknown>): () => void {
    return () => void work().catch((error: unknown) => this.parts.log.warn({ err: error }, failure));
  }
}
