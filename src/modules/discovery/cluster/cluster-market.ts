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

/** The live listings in a cluster: no process holds them, and one of all feeds them. */
export class ClusterMarketIndex implements MarketIndex {
  /** What other processes and the cluster change cannot be told at once, so no answer is kept. */
  readonly generation = null;
  readonly #parts: ClusterMarketParts;
  readonly #client: Client;
  readonly #patient: Client;
  readonly #indices: ClusterIndices;
  /** For questions whose answer is not waited for. */
  readonly #watched: ClusterIndices;
  readonly #index: ClusterIndex;
  readonly #position: ClusterPosition;
  readonly #log: ChangeLogReader;
  readonly #feed: ClusterFeed;
  readonly #ownWrites: OwnWrites;
  /** Up to which commit of this process the feed was last asked for. */
  #fedCommits = -1;
  /** Why searches are not answered; null while they are. */
  #trouble: string | null = null;
  /** Whether it did not answer when it was last looked at: nobody waits for it until it does. */
  #isAway = false;
  /** Whether there has been no index yet, for all that is known: one that is lost later is built anew beside everything else. */
  #isAwaited = false;
  #wasFound = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: ClusterMarketParts) {
    this.#parts = parts;
    const { db, clock, settings, cluster } = parts;
    this.#client = createClient(cluster);
    this.#patient = createClient({ ...cluster, timeoutMs: PATIENT_MS });
    // As long as for one attempt at most: it is better to be a moment behind than not to answer.
    this.#ownWrites = new OwnWrites(Math.min(OWN_WRITE_MS, cluster.timeoutMs));
    const { shards, replicas } = cluster;
    const alias = aliasOf(cluster.index, documentShape(db));
    this.#indices = new ClusterIndices(this.#patient, alias, { shards, replicas });
    this.#watched = new ClusterIndices(this.#client, alias, { shards, replicas });
    this.#index = new ClusterIndex({
      client: this.#client,
      index: this.#indices.alias,
      rates: () => settings.get('exchangeRates'),
      // The same in all processes, and pages stay put in between.
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

  /** How many live listings this process could not index. */
  get leftOut(): number {
    return this.#feed.leftOut;
  }

  /** While the cluster is away all but searches goes on; without any index yet, servers of before answer. */
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

  /** Both attempts of one question, however many of them an answer takes. */
  dueMs(): number {
    return monotonicMs() + ATTEMPTS * this.#parts.cluster.timeoutMs;
  }

  inTime<T>(work: () => Promise<T>, due = this.dueMs()): Promise<T> {
    return withDue(due, work);
  }

  async search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult> {
    const search = (): Promise<SearchResult> => this.#index.search(query, timing);
    // Steps towards a page that is far down take as long as they take, while each is answered in time.
    const result = await this.#asked(search, isFarPage(query) ? monotonicMs() + FAR_MS : undefined);
    this.#noteFound();
    return result;
  }

  async suggest(typed: string, limit: number): Promise<Suggestion[]> {
    return this.#asked(() => this.#index.suggest(typed, limit));
  }

  async liveCounts(): Promise<LiveCounts> {
    return this.#asked(() => this.#index.liveCounts());
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    return this.#asked(() => this.#index.read(work));
  }

  async known(): Promise<KnownValues> {
    return this.#asked(() => this.#index.known());
  }

  /** How many listings can be found; null where it cannot be asked. */
  async count(): Promise<number | null> {
    return this.#isAway ? null : this.#index.count().catch(() => null);
  }

  /** A cluster that is away is no reason not to start: it will be followed when it is there. */
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

  /** Each question waits by itself, within its time. */
  includeOwnWrites(): Promise<void> {
    return Promise.resolve();
  }

  async #includeOwnWrites(): Promise<void> {
    if (this.#trouble !== null) return;
    this.#haveFed();
    await this.#ownWrites.included(() => {
      this.#follow().catch(() => this.#ownWrites.giveUp());
    });
  }

  /** Whoever asks has the index fed with what others have written, without waiting for it. */
  #haveFed(): void {
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

  /** How far the index is behind the change log; null where it cannot be asked. */
  async lag(): Promise<(LogLag & { readonly position: number }) | null> {
    if (this.#isAway) return null;
    const state = await this.#position.peek(this.#watched.writer(this.#watched.alias)).catch(() => null);
    return state === null
      ? null
      : { position: state.log.position, ...(await this.#log.lag(state.log.position)) };
  }

  /** Whether the index has come to where the change log ends now, in the time of one attempt. */
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

  /** Tells what is the matter with the cluster in the catalogue's words; it is no fault of the request. */
  async #asked<T>(ask: () => Promise<T>, due = dueMs() ?? this.dueMs()): Promise<T> {
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
    const given = new AbortController();
    const late = async (): Promise<never> => {
      await pause(Math.max(0, due - monotonicMs()), undefined, { signal: given.signal });
      throw new ClusterAway(LATE);
    };
    try {
      return await Promise.race([withDue(due, answer), late()]);
    } finally {
      given.abort();
    }
  }

  /** Whether there is an index, and somebody who answers. */
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
    if (this.#trouble === null) this.#parts.log.warn({ err: error }, 'the search cluster does not answer');
    this.#trouble = error.message;
  }
}

/** Servers that make other documents have an index of their own, so that both are right while one release follows another. */
export function aliasOf(prefix: string, shape: string): string {
  const name = createHash('sha256').update(`${MAPPING_NAME} ${shape}`).digest('hex').slice(0, 10);
  return `${prefix}-listings-${name}`;
}
