/**
 * The search engine of this process, kept equal to the database.
 *
 * At the start it comes from the snapshot on disk, or from the live listings where there is none that fits. Then it
 * follows the change log: woken by NOTIFY, and before each search when this process has committed anything since, so that
 * a write is in the next search of its own process.
 */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { HOUR_MS, MINUTE_MS, monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import type { Logger } from '../../platform/log.ts';
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
} from '../../search/index.ts';
import {
  ChangeLogReader,
  ChangeSignal,
  loggedCommits,
  type LogLag,
  type LogState,
  OwnCommits,
} from '../listings/index.ts';
import type { ExchangeRates, Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { documentShape } from './documents.ts';
import { countIndexed, findIndexedRows, streamIndexedRows, streamViews } from './documents.repository.ts';
import { IndexEntries } from './index-entries.ts';
import { IndexSnapshot, UnfitSnapshot } from './index-snapshot.ts';
import type { MarketIndex } from './market-index.ts';
import { SearchScheduler } from './search-scheduler.ts';
import { ViewChanges } from './view-changes.repository.ts';

/** Read without a break: some ten milliseconds. */
const BATCH_ROWS = 200;
/** Changes made and applied before yielding to other work: a millisecond, but tens where a process has just started. */
const CHANGES_AT_A_TIME = 5;
const VIEWS_MS = 30 * SECOND_MS;
/** A slice of maintenance takes a millisecond or two: a tenth of the time while there is any to do. */
const MAINTENANCE_MS = 20;
const SNAPSHOT_MS = 10 * MINUTE_MS;

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

export class SearchIndex implements MarketIndex {
  /** While it is built from the listings: how many are in it, of how many. */
  progress: { readonly done: number; readonly total: number } | null = null;
  readonly #parts: SearchIndexParts;
  readonly #log: ChangeLogReader;
  readonly #views: ViewChanges;
  readonly #snapshot: IndexSnapshot;
  readonly #signal: ChangeSignal;
  readonly #scheduler = new SearchScheduler();
  readonly #entries: IndexEntries;
  #engine: SearchEngine;
  #loading: Promise<void> | null = null;
  #isLoaded = false;
  #isStopping = false;
  #startedAt = new Date(0);
  #generation = 0;
  readonly #ownCommits = new OwnCommits();
  /** Up to where the log is in the engine: behind the reader while a batch is being applied. */
  #applied: LogState = { position: 0, holes: [] };
  #snapshotAt: Date | null = null;
  #snapshotGeneration = -1;
  #writing: Promise<void> = Promise.resolve();
  #catchingUp: Promise<void> | null = null;
  #again = false;
  #maintenance: NodeJS.Timeout | null = null;
  #timers: NodeJS.Timeout[] = [];

  constructor(parts: SearchIndexParts) {
    this.#parts = parts;
    const { db, directory, listener } = parts;
    this.#signal = new ChangeSignal(
      listener,
      this.#quietly('the search index could not catch up', () => this.catchUp()),
    );
    this.#log = new ChangeLogReader(db, 'searches');
    this.#views = new ViewChanges(db);
    this.#snapshot = new IndexSnapshot({ db, directory, shape: documentShape(db) });
    this.#entries = new IndexEntries(parts.log);
    this.#engine = new SearchEngine();
  }

  notReady(): string | null {
    return this.#isLoaded ? null : 'loading';
  }

  get generation(): number {
    return this.#generation;
  }

  get position(): number {
    return this.#applied.position;
  }

  /** How many live listings could not be indexed. */
  get leftOut(): number {
    return this.#entries.leftOut;
  }

  /** When the snapshot that this process last read or wrote was taken. */
  get snapshotAt(): Date | null {
    return this.#snapshotAt;
  }

  stats(): EngineStats {
    return this.#engine.stats();
  }

  lag(): Promise<LogLag> {
    return this.#log.lag(this.position);
  }

  async start(): Promise<void> {
    const { settings, taxonomy, clock } = this.#parts;
    this.#startedAt = clock.now();
    settings.onChange(() => this.#changed(() => this.#engine.setRates(this.#rates())));
    taxonomy.onChange(() => this.#changed(() => this.#engine.setBrandAliases(taxonomy.current.brands)));
    this.#loading = this.#load();
    await this.#signal.start();
    await this.#loading;
    await this.catchUp();
    this.#timers = [
      setInterval(
        this.#quietly('view counts could not be read', () => this.readViews()),
        VIEWS_MS,
      ),
      setInterval(() => this.#changed(() => this.#engine.setRankedAt(clock.now().getTime())), HOUR_MS),
      setInterval(() => this.#writeSnapshotIfDue(), MINUTE_MS),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#writeSnapshotIfDue();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#signal.stop();
    if (this.#maintenance !== null) clearTimeout(this.#maintenance);
    await this.#writing;
  }

  /** Nobody else is waited for. */
  dueMs = (): number => Infinity;
  inTime = <T>(work: () => Promise<T>): Promise<T> => work();

  async search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult> {
    return this.#inTurn((engine) => engine.search(query, timing));
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    return this.#inTurn(({ known }) => work(known));
  }

  async known(): Promise<KnownValues> {
    await this.catchUpWithOwnCommits();
    return this.#engine.known;
  }

  async #inTurn<T>(work: (engine: SearchEngine) => T): Promise<T> {
    await this.catchUpWithOwnCommits();
    return this.#scheduler.run(() => work(this.#engine));
  }

  async suggest(prefix: string, limit: number): Promise<Suggestion[]> {
    await this.catchUpWithOwnCommits();
    return this.#engine.suggest(prefix, limit);
  }

  async liveCounts(): Promise<LiveCounts> {
    await this.catchUpWithOwnCommits();
    return this.#engine.liveCounts();
  }

  catchUpWithOwnCommits(): Promise<void> {
    return this.#ownCommits.await(() => this.catchUp());
  }

  /** Calls during a run share one further run. */
  catchUp(): Promise<void> {
    if (this.#catchingUp !== null) {
      this.#again = true;
      return this.#catchingUp.then(() => this.#catchingUp ?? undefined);
    }
    this.#catchingUp = this.#run().finally(() => {
      this.#catchingUp = null;
      if (this.#again) {
        this.#again = false;
        void this.catchUp().catch(() => {});
      }
    });
    return this.#catchingUp;
  }

  /** Applies view counts, which may lag; they are read at intervals, all at once. */
  async readViews(): Promise<void> {
    const changes = await this.#views.read();
    await this.#applyViews(changes);
  }

  /** Writes the snapshot now, also when there is a fresh one; it can be given up by `stop`. */
  writeSnapshot(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #run(): Promise<void> {
    // What is read for the first time must not come over what the log has told of meanwhile.
    await this.#loading;
    for (;;) {
      const commits = loggedCommits();
      const before = this.#log.state;
      const { listingIds, isFull } = await this.#log.read();
      try {
        if (listingIds.length > 0) await this.#refresh(listingIds);
      } catch (error) {
        // The log would not name them again, and they would be missing for as long as the process lives.
        this.#log.resume(before);
        throw error;
      }
      this.#applied = this.#log.state;
      if (!isFull) {
        this.#ownCommits.note(commits);
        return;
      }
    }
  }

  async #refresh(ids: readonly string[]): Promise<void> {
    // Names in the documents are those of the taxonomy, whose change may be what is followed here.
    await this.#parts.taxonomy.refresh();
    const rows = await findIndexedRows(this.#parts.db, ids);
    const live = new Set(rows.map((row) => row.id));
    const taxonomy = this.#parts.taxonomy.current;
    const gone = ids.filter((id) => !live.has(id));
    await this.#apply(rows, (some) => this.#entries.put(this.#engine, some, taxonomy));
    await this.#apply(gone, (some) => this.#entries.remove(this.#engine, some));
  }

  async #apply<T>(items: readonly T[], write: (some: readonly T[]) => void): Promise<void> {
    for (let at = 0; at < items.length; at += CHANGES_AT_A_TIME) {
      // What one request has changed is in the index at once.
      if (items.length > CHANGES_AT_A_TIME) await setImmediate();
      this.#changed(() => write(items.slice(at, at + CHANGES_AT_A_TIME)));
    }
    this.#startMaintenance();
  }

  async #applyViews(changes: readonly SearchChange[]): Promise<void> {
    if (changes.length > 0) await this.#apply(changes, (some) => this.#engine.apply(some));
  }

  async #load(): Promise<void> {
    const startedMs = monotonicMs();
    const { clock, log, taxonomy } = this.#parts;
    let from: 'snapshot' | 'listings' = 'snapshot';
    try {
      await this.#restore();
    } catch (error) {
      if (!(error instanceof UnfitSnapshot)) throw error;
      log.info({ reason: error.message }, 'the search index is built from the listings');
      from = 'listings';
      await this.#rebuild();
    }
    this.#engine.setRankedAt(clock.now().getTime());
    this.#engine.setBrandAliases(taxonomy.current.brands);
    while (this.#engine.compact()) await setImmediate();
    this.#isLoaded = true;
    this.#generation++;
    const { documents } = this.#engine.stats();
    log.info(
      { from, listings: documents, ms: Math.round(monotonicMs() - startedMs) },
      'the search index is loaded',
    );
  }

  async #restore(): Promise<void> {
    const { clock } = this.#parts;
    const loaded = await this.#snapshot.load({ rates: this.#rates(), summaries: true });
    this.#engine = loaded.engine;
    this.#log.resume(loaded.log);
    this.#applied = loaded.log;
    this.#views.resume(loaded.viewsSeq);
    this.#snapshotAt = loaded.takenAt;
    this.#snapshotGeneration = this.#generation + 1;
    if (clock.now().getTime() - loaded.takenAt.getTime() > VIEW_CHANGES_KEPT_MS)
      this.#quietly('view counts could not be read', () => this.#readAllViews())();
  }

  async #rebuild(): Promise<void> {
    const { clock, db, taxonomy } = this.#parts;
    this.#engine = new SearchEngine({ rates: this.#rates(), rankedAtMs: clock.now().getTime() });
    await this.#log.begin();
    await this.#views.begin();
    this.#applied = this.#log.state;
    const total = await countIndexed(db);
    let done = 0;
    for await (const rows of streamIndexedRows(db, BATCH_ROWS)) {
      for (let at = 0; at < rows.length; at += CHANGES_AT_A_TIME) {
        await setImmediate();
        this.#entries.put(this.#engine, rows.slice(at, at + CHANGES_AT_A_TIME), taxonomy.current);
      }
      done += rows.length;
      this.progress = { done, total: Math.max(done, total) };
    }
    this.progress = null;
  }

  async #readAllViews(): Promise<void> {
    for await (const rows of streamViews(this.#parts.db, BATCH_ROWS)) {
      await this.#applyViews(rows.map(({ id, views }) => ({ kind: 'views', id, views })));
      if (this.#isStopping) return;
    }
  }

  /**
   * After a while with changes, and at once where there was none that fits. Of several processes on one directory the
   * first whose turn it is writes for all.
   */
  #writeSnapshotIfDue(): void {
    this.#writing = this.#writing.then(async () => {
      if (!this.#isStopping && (await this.#isSnapshotDue())) await this.#write();
    });
  }

  async #isSnapshotDue(): Promise<boolean> {
    if (this.#snapshotGeneration === this.#generation) return false;
    const writtenAt = (await this.#snapshot.writtenAt())?.getTime() ?? 0;
    const isFit = this.#snapshotAt !== null || writtenAt > this.#startedAt.getTime();
    return !isFit || this.#parts.clock.now().getTime() - writtenAt > SNAPSHOT_MS;
  }

  async #write(): Promise<void> {
    const { clock, log } = this.#parts;
    const startedMs = monotonicMs();
    const now = clock.now();
    const generation = this.#generation;
    const state = { log: this.#applied, viewsSeq: this.#views.position };
    try {
      const isWritten = await this.#snapshot.write(this.#engine, state, {
        now,
        isWanted: () => !this.#isStopping,
      });
      if (!isWritten) return;
      this.#snapshotAt = now;
      this.#snapshotGeneration = generation;
      log.debug({ ms: Math.round(monotonicMs() - startedMs) }, 'the snapshot of the search index is written');
    } catch (error) {
      log.warn({ err: error }, 'the snapshot of the search index could not be written');
    }
  }

  #startMaintenance(): void {
    if (this.#maintenance !== null || this.#isStopping) return;
    this.#maintenance = setTimeout(() => {
      this.#maintenance = null;
      if (this.#engine.compact()) this.#startMaintenance();
    }, MAINTENANCE_MS);
    this.#maintenance.unref();
  }

  #rates(): ExchangeRates {
    return this.#parts.settings.get('exchangeRates');
  }

  #changed(change: () => void): void {
    change();
    this.#generation++;
    if (this.#isLoaded) this.#startMaintenance();
  }

  #quietly(failure: string, work: () => Promise<unknown>): () => void {
    return () => void work().catch((error: unknown) => this.#parts.log.warn({ err: error }, failure));
  }
}
