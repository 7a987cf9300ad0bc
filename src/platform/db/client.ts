import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { type BatchResult, runBatch, type Statement } from './batch.ts';
import { CommitWatch } from './commits.ts';
import { type Deferred, isDeferred } from './deferred.ts';
import { GatheredReads } from './gathered-reads.ts';
import { namedStatement } from './prepared.ts';
import { isReadTimeout } from './sql-errors.ts';
import { NETWORK_GRACE_MS, statementTimeoutMs } from './statement-timeout.ts';

/** More than that are sent without waiting for the next statement. */
const HELD_BACK_MAX = 32;

interface HeldBack extends Statement {
  readonly settle?: { resolve(result: BatchResult): void; reject(error: unknown): void };
}

/** As the dialect writes it, with or without an isolation level or access mode. */
const BEGINNING = /^(?:begin|start transaction)\b/;
const NOTHING = { command: '', rowCount: 0, rows: [] } as const;

/** The pool as the dialect sees it. */
export function gatheringPool(pool: pg.Pool, types: pg.CustomTypesConfig): PostgresPool {
  const reads = new GatheredReads(pool, types);
  return {
    end: () => pool.end(),
    async connect() {
      const client = new GatheringClient(pool, reads, types);
      return {
        query: ((text: string, values: unknown[]) =>
          client.query(text, values)) as PostgresPoolClient['query'],
        release: () => client.release(),
      };
    },
  };
}

/**
 * Sends what begins a transaction with the first statement of it, and what is deferred with the next: each message to the
 * server costs both sides more than most statements do.
 *
 * A client whose query had no answer in time is still waiting for it: whatever is sent next, the rollback to begin with,
 * would wait behind it. So it takes no more, and is closed instead of going back to the pool.
 */
class GatheringClient {
  readonly #pool: pg.Pool;
  readonly #reads: GatheredReads;
  readonly #types: pg.CustomTypesConfig;
  readonly #commits = new CommitWatch();
  /** Taken from the pool when there is something to send that does not travel with others. */
  #client: pg.PoolClient | null = null;
  #silence: Error | null = null;
  #heldBack: HeldBack[] = [];
  /** The server knows of the transaction. */
  #hasBegun = false;
  #isInTransaction = false;

  constructor(pool: pg.Pool, reads: GatheredReads, types: pg.CustomTypesConfig) {
    this.#pool = pool;
    this.#reads = reads;
    this.#types = types;
  }

  // Cursors, the other overload of `query`, are not used: the dialect is given none.
  async query(text: string, values: readonly unknown[]): Promise<BatchResult> {
    this.#commits.sending(text);
    try {
      return await this.#query(text, values);
    } finally {
      this.#commits.answered(text);
    }
  }

  async #query(text: string, values: readonly unknown[]): Promise<BatchResult> {
    if (this.#silence !== null) throw this.#silence;
    if (BEGINNING.test(text)) {
      this.#isInTransaction = true;
      this.#heldBack.push({ text, values });
      return { ...NOTHING, rows: [] };
    }
    if (text === 'commit' || text === 'rollback') return this.#end(text);
    if (this.#isInTransaction && isDeferred(text)) return this.#holdBack(text, values);
    const isGatherable = !this.#isInTransaction && statementTimeoutMs() === undefined;
    return (isGatherable ? this.#reads.ask(text, values) : null) ?? this.#send({ text, values });
  }

  release(): void {
    this.#client?.release(this.#silence ?? undefined);
  }

  async #holdBack(text: string, values: readonly unknown[]): Promise<BatchResult> {
    const result = new Promise<BatchResult>((resolve, reject) => {
      this.#heldBack.push({ text, values, settle: { resolve, reject } });
    });
    // Its failure is told by the statement that it goes with.
    result.catch(() => {});
    if (this.#heldBack.length >= HELD_BACK_MAX) await this.#send();
    const deferred: Deferred = { result };
    return { ...NOTHING, rows: [deferred] };
  }

  async #end(text: 'commit' | 'rollback'): Promise<BatchResult> {
    const isLeftOut = text === 'rollback' || this.#heldBack.every(({ text }) => BEGINNING.test(text));
    if (isLeftOut) this.#heldBack = [];
    const result =
      isLeftOut && !this.#hasBegun ? { ...NOTHING, rows: [] } : await this.#send({ text, values: [] });
    // A commit that fails is followed by a rollback.
    this.#isInTransaction = false;
    this.#hasBegun = false;
    return result;
  }

  async #send(statement?: Statement): Promise<BatchResult> {
    const heldBack = this.#heldBack;
    this.#heldBack = [];
    const statements = statement === undefined ? heldBack : [...heldBack, statement];
    const [only] = statements;
    if (only === undefined) return { ...NOTHING, rows: [] };
    try {
      const client = (this.#client ??= await this.#pool.connect());
      if (this.#isInTransaction) this.#hasBegun = true;
      const allowedMs = statementTimeoutMs();
      const timeoutMs = allowedMs === undefined ? undefined : allowedMs + NETWORK_GRACE_MS;
      // Several statements in one text, as migrations are, are for the simple protocol.
      if (statements.length === 1 && only.values.length === 0 && namedStatement(only.text).name === undefined)
        // The timeout is known to the driver, not to its types.
        return await client.query({ text: only.text, query_timeout: timeoutMs } as pg.QueryConfig);
      const results = await runBatch(client, statements, { types: this.#types, timeoutMs });
      heldBack.forEach(({ settle }, at) => settle?.resolve(results[at] ?? { ...NOTHING, rows: [] }));
      return results.at(-1) ?? { ...NOTHING, rows: [] };
    } catch (error) {
      for (const { settle } of heldBack) settle?.reject(error);
      if (isReadTimeout(error)) this.#silence = error;
      throw error;
    }
  }
}
