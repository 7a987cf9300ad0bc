import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenSearchConfig } from '../../../config/config.ts';
import { HOUR_MS, monotonicMs, SECOND_MS } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import {
  ATTEMPTS,
  type Client,
  ClusterAway,
  ClusterIndex,
  ClusterIndices,
  createClient,
  dueMs,
  isFarPage,
  LATE,
  MAPPING_NAME,
  PATIENT_MS,
  withDue,
} from '@fifthwheel/opensearch';
import type {
  KnownValues,
  LiveCounts,
  SearchQuery,
  SearchResult,
  SearchTiming,
  Suggestion,
} from '@fifthwheel/search';
import { ChangeLogReader, loggedCommits, type LogLag } from '../../listings/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { documentShape } from '../documents.ts';
import type { MarketIndex } from '../market-index.ts';
import { OWN_WRITE_MS, OwnWrites } from '../own-writes.ts';
import { ClusterFeed } from './cluster-feed.ts';
import { ClusterPosition } from './cluster-position.ts';
import { t } from '../../../platform/errors/sentence.ts';

const FAR_MS = 15 * SECOND_MS;
const POLL_MS = 40;
const LOOK_MS = 2 * SECOND_MS;
const RETRY_AFTER_SECONDS = '5';

export interface ClusterMarketParts extends Platform {
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly cluster: OpenSearchConfig;
}

/** Index of the live listings in a search cluster. No process keeps them in memory, and one process of all feeds the index. */
export class ClusterMarketIndex implements MarketIndex {
  /** Null, because this process cannot know when another process or the search cluster changes the index: cache no response. */
  readonly generation = null;
  readonly #parts: ClusterMarketParts;
  readonly #client: Client;
  readonly #patient: Client;
  readonly #indices: ClusterIndices;
  /** Has the short timeout of searches, for status checks. */
  readonly #watched: ClusterIndices;
  readonly #index: ClusterIndex;
  readonly #position: ClusterPosition;
  readonly #log: ChangeLogReader;
  readonly #feed: ClusterFeed;
  readonly #ownWrites: OwnWrites;
  /** Commit of this process up to which a run of the feed was last requested. */
  #fedCommits = -1;
  /** Reason why searches fail; null while they work. */
  #trouble: string | null = null;
  /** Whether the search cluster did not respond to the last check. Until it does, requests fail without waiting for it. */
  #isAway = false;
  /** Whether this process has not seen an index yet. An index that is lost later is rebuilt while the process keeps serving. */
  #isAwaited = false;
  #wasFound = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: ClusterMarketParts) {
    this.#parts = parts;
    const { db, clock, settings, cluster } = parts;
    this.#client = createClient(cluster);
    this.#patient = createClient({ ...cluster, timeoutMs: PATIENT_MS });
    // Wait no longer than one attempt takes: a response that is slightly out of date is better than none.
    this.#ownWrites = new OwnWrites(Math.min(OWN_WRITE_MS, cluster.timeoutMs));
    const { shards, replicas } = cluster;
    const alias = aliasOf(cluster.index, documentShape(db));
    this.#indices = new ClusterIndices(this.#patient, alias, { shards, replicas });
    this.#watched = new ClusterIndices(this.#client, alias, { shards, replicas });
    this.#index = new ClusterIndex({
      client: this.#client,
      index: this.#indices.alias,
      rates: () => settings.get('exchangeRates'),
      // Rounded to the hour, so that all processes rank alike and results do not move between pages.
      rankedAtMs: () => Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS,
    });
    this.#position = new ClusterPosition(db);
    this.#log = new ChangeLogReader(db, 'searches');
    this.#feed = new ClusterFeed({ ...parts, indices: this.#indices, position: this.#position });
  }

  get indices(): ClusterIndices {
    return this.#indices;
  }

  get position(): ClusterPosition {
    return this.#position;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  get holdsLease(): boolean {
    return this.#feed.holdsLease;
  }

  /** Number of live listings that this process could not index. */
  get leftOut(): number {
    return this.#feed.leftOut;
  }

  /**
   * Reports ready while the search cluster is down, because only searches need it. Reports not ready until the first index exists, so
   * that the servers of the previous release keep the traffic.
   */
  notReady(): string | null {
    return this.#isAwaited ? 'the search index is being built' : null;
  }

  async start(): Promise<void> {
    const { taxonomy } = this.#parts;
    const rename = (): void => this.#index.setBrandAliases(taxonomy.current.brands);
    taxonomy.onChange(rename);
    rename();
    await this.#look();
    let isLooking = false;
    this.#timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      this.#looking = this.#look().finally(() => {
        isLooking = false;
      });
    }, LOOK_MS).unref();
  }

  startFeeding(): Promise<void> {
    return this.#feed.start();
  }

  stopFeeding(): Promise<void> {
    return this.#feed.stop();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all([this.#client.close(), this.#patient.close()]);
  }

  /** Allows one request to the search cluster both its attempts, however many requests a response takes. */
  dueMs(): number {
    return monotonicMs() + ATTEMPTS * this.#parts.cluster.timeoutMs;
  }

  inTime<T>(work: () => Promise<T>, due = this.dueMs()): Promise<T> {
    return withDue(due, work);
  }

  async search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult> {
    const search = (): Promise<SearchResult> => this.#index.search(query, timing);
    // A page far down takes many requests: they share a longer deadline, and each keeps its own timeout.
    const result = await this.#withClusterErrors(
      search,
      isFarPage(query) ? monotonicMs() + FAR_MS : undefined,
    );
    this.#noteFound();
    return result;
  }

  async suggest(typed: string, limit: number): Promise<Suggestion[]> {
    return this.#withClusterErrors(() => this.#index.suggest(typed, limit));
  }

  async liveCounts(): Promise<LiveCounts> {
    return this.#withClusterErrors(() => this.#index.liveCounts());
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    return this.#withClusterErrors(() => this.#index.read(work));
  }

  async known(): Promise<KnownValues> {
    return this.#withClusterErrors(() => this.#index.known());
  }

  /** Number of listings in the index; null if the search cluster does not respond. */
  async count(): Promise<number | null> {
    return this.#isAway ? null : this.#index.count().catch(() => null);
  }

  /** Does not fail while the search cluster is unavailable, so that the process can start; the feed catches up later. */
  async catchUp(): Promise<void> {
    try {
      if (this.#feed.holdsLease) await this.#feed.catchUp();
      else await this.#waitForTheFeed();
    } catch (error) {
      if (!(error instanceof ClusterAway)) throw error;
      this.#note(error);
    }
  }

  summariesEnding(): Promise<readonly Uint8Array[]> {
    return Promise.resolve([]);
  }

  /** Does nothing: each request to the search cluster waits for own writes itself, within its deadline. */
  includeOwnWrites(): Promise<void> {
    return Promise.resolve();
  }

  async #includeOwnWrites(): Promise<void> {
    if (this.#trouble !== null) return;
    this.#requestFeed();
    await this.#ownWrites.included(() => {
      this.#follow().catch(() => this.#ownWrites.giveUp());
    });
  }

  /** Starts a run of the feed for the commits of other accounts, without waiting for it. */
  #requestFeed(): void {
    const commits = loggedCommits();
    if (this.#fedCommits === commits || !this.#feed.holdsLease) return;
    this.#fedCommits = commits;
    this.#feed.catchUp().catch(() => {});
  }

  async #follow(): Promise<void> {
    const commits = loggedCommits();
    if (this.#feed.holdsLease) await this.#feed.catchUp();
    else if (!(await this.#waitForTheFeed())) return;
    this.#ownWrites.note(commits);
  }

  /** How far the index is behind the change log; null if the search cluster does not respond. */
  async lag(): Promise<(LogLag & { readonly position: number }) | null> {
    if (this.#isAway) return null;
    const state = await this.#position.peek(this.#watched.writer(this.#watched.alias)).catch(() => null);
    return state === null
      ? null
      : { position: state.log.position, ...(await this.#log.lag(state.log.position)) };
  }

  /**
   * Waits, at most as long as one attempt takes, until the index reaches the current end of the change log. Returns whether it
   * did.
   */
  async #waitForTheFeed(): Promise<boolean> {
    const { positions: head } = await this.#log.lag(0);
    const writer = this.#watched.writer(this.#watched.alias);
    const startedMs = monotonicMs();
    while (monotonicMs() - startedMs < this.#parts.cluster.timeoutMs) {
      const state = await this.#position.peek(writer);
      if (state === null) return false;
      const { position, holes } = state.log;
      if (position >= head && holes.every(({ seq }) => seq > head)) return true;
      await pause(POLL_MS);
    }
    return false;
  }

  /** Turns failures of the search cluster into SERVICE_UNAVAILABLE, because the request is not at fault. */
  async #withClusterErrors<T>(ask: () => Promise<T>, due = dueMs() ?? this.dueMs()): Promise<T> {
    try {
      if (this.#isAway) throw new ClusterAway(this.#trouble ?? 'the cluster does not answer');
      const answer = await this.#orLate(due, async () => {
        await this.#includeOwnWrites();
        return ask();
      });
      this.#trouble = null;
      return answer;
    } catch (cause) {
      if (!(cause instanceof ClusterAway)) throw cause;
      this.#note(cause);
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        t('Search is temporarily unavailable. Try again in a few seconds.'),
        {
          cause,
          headers: { 'retry-after': RETRY_AFTER_SECONDS },
        },
      );
    }
  }

  async #orLate<T>(due: number, answer: () => Promise<T>): Promise<T> {
    const settled = new AbortController();
    const late = async (): Promise<never> => {
      await pause(Math.max(0, due - monotonicMs()), undefined, { signal: settled.signal });
      throw new ClusterAway(LATE);
    };
    try {
      return await Promise.race([withDue(due, answer), late()]);
    } finally {
      settled.abort();
    }
  }

  /** Checks that the search cluster responds and has an index. */
  async #look(): Promise<void> {
    try {
      const isThere = await this.#watched.isThere();
      if (isThere) this.#noteFound();
      else this.#isAwaited = !this.#wasFound;
      if (!isThere) this.#trouble = 'there is no index';
      else {
        await this.#index.count();
        this.#trouble = null;
      }
      this.#isAway = false;
    } catch (error) {
      this.#isAway = true;
      this.#note(error as Error);
    }
  }

  #noteFound(): void {
    this.#wasFound = true;
    this.#isAwaited = false;
  }

  #note(error: Error): void {
    if (this.#trouble === null) this.#parts.log.warn({ err: error }, 'the search cluster does not respond');
    this.#trouble = error.message;
  }
}

/** Includes the shape of the documents, so that the servers of two releases use separate indices during an upgrade. */
export function aliasOf(prefix: string, shape: string): string {
  const name = createHash('sha256').update(`${MAPPING_NAME} ${shape}`).digest('hex').slice(0, 10);
  return `${prefix}-listings-${name}`;
}
