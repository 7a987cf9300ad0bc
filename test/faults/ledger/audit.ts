import pg from 'pg';
import type { Receiver } from '../../support/receiver.ts';
import { type Entry, eventKey, type Ledger, type Proof, type UnansweredWrite } from './ledger.ts';
import type { MarketClient } from './market-client.ts';

const QUIET_POLL_MS = 50;
const QUIET_DEADLINE_MS = 60_000;
const PAGE = 100;
const REPEATED_AT_ONCE = 5;

/** Compares a ledger with the database, the search and the deliveries that a webhook received. */
export class Audit {
  readonly #db: pg.Pool;

  constructor(databaseUrl: string) {
    this.#db = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    this.#db.on('error', () => {});
  }

  close(): Promise<void> {
    return this.#db.end();
  }

  /** Returns the backend process of a random database session of the application. */
  async sessionPid(): Promise<number | undefined> {
    const { rows } = await this.#db.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'fifthwheel' order by random() limit 1`,
    );
    return rows[0]?.pid;
  }

  /** Ends the leases of killed workers and the pauses after failures, then waits until no job or delivery is due. */
  async waitUntilIdle(): Promise<void> {
    await this.#db.query('update jobs set locked_until = now() where locked_until > now()');
    await this.#db.query('update jobs set run_at = now() where run_at > now() and last_error is not null');
    const deadline = performance.now() + QUIET_DEADLINE_MS;
    for (;;) {
      const { rows } = await this.#db.query<{ jobs: number; deliveries: number; kinds: string }>(`
        select
          (select count(*)::int from jobs where failed_at is null and dedupe_key is distinct from 'recurring'
             and run_at < now() + interval '1 minute') as jobs,
          (select string_agg(distinct name || ' ' || coalesce(last_error, ''), ', ') from jobs
             where dedupe_key is distinct from 'recurring' and run_at < now() + interval '1 minute') as kinds,
          (select count(*)::int from webhook_deliveries where state = 'pending') as deliveries`);
      const [waiting] = rows;
      if (waiting?.jobs === 0 && waiting.deliveries === 0) return;
      if (performance.now() > deadline) throw new Error(`the work does not end: ${JSON.stringify(waiting)}`);
      await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
    }
  }

  /** Returns what is missing for these entries; an empty list if nothing is. */
  async findMissing(entries: readonly Entry[], receiver: Receiver): Promise<string[]> {
    const problems: string[] = [];
    const ids = await this.#eventIds();
    const received = receivedIds(receiver);
    for (const entry of entries) {
      for (const proof of entry.proofs) {
        const count = await this.count(proof);
        if (count !== proof.count) problems.push(`${entry.kind}: ${proof.what} is there ${count} times`);
      }
      for (const key of entry.events) {
        const id = ids.get(key);
        if (id === undefined) problems.push(`${entry.kind}: no event ${key}`);
        else if (entry.delivered && !received.has(id))
          problems.push(`${entry.kind}: ${key} was not delivered`);
      }
    }
    return problems;
  }

  /** Returns deliveries without a committed event, deliveries with different bodies, and jobs that failed for good. */
  async findExcess(receiver: Receiver): Promise<string[]> {
    const events = await this.#db.query<{ id: string }>('select id from events');
    const known = new Set(events.rows.map((row) => row.id));
    const problems: string[] = [];
    for (const [id, bodies] of receivedIds(receiver)) {
      if (!known.has(id)) problems.push(`${id} was delivered and never committed`);
      if (bodies.size > 1) problems.push(`${id} came with ${bodies.size} different bodies`);
    }
    const { rows } = await this.#db.query<{ name: string; last_error: string }>(
      'select name, last_error from jobs where failed_at is not null',
    );
    return [...problems, ...rows.map((row) => `${row.name} gave up: ${row.last_error}`)];
  }

  /** Repeats writes that got no response. Each must have happened at most once, and exactly once if the response says so. */
  async repeat(client: MarketClient, unanswered: readonly UnansweredWrite[]): Promise<string[]> {
    const problems: string[] = [];
    const waiting = unanswered.filter((request) => request.write.once !== undefined);
    await Promise.all(
      Array.from({ length: REPEATED_AT_ONCE }, async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
          problems.push(...(await this.#repeatOne(client, next)));
      }),
    );
    return problems;
  }

  async #repeatOne(client: MarketClient, request: UnansweredWrite): Promise<string[]> {
    const { kind, once } = request.write;
    if (once === undefined) return [];
    const { status, code } = await client.repeat(request);
    if (status >= 500) return [`${kind} again: ${status}`];
    const count = await this.count(once);
    // All of these writes create something, so a lost response can be read later.
    if (code === 'IDEMPOTENCY_CONFLICT') return [`${kind} again: ${status} ${code}`];
    return count === once.count || (count === 0 && status >= 300)
      ? []
      : [`${kind}: after ${status} ${code ?? ''} ${once.what} is there ${count} times`];
  }

  /** Compares every page of the search with the live listings. */
  async findSearchDifferences(client: MarketClient): Promise<string[]> {
    const { rows } = await this.#db.query<{ id: string; price: string }>(
      `select id, price from listings where status = 'ACTIVE'`,
    );
    const live = new Map(rows.map((row) => [row.id, Number(row.price)]));
    const problems: string[] = [];
    const found = new Map<string, number>();
    for (let page = 1; ; page++) {
      const { data } = await client.read(
        `/api/search?page=${page}&limit=${PAGE}&sort=created_at&fields=id,price&facets=brands`,
      );
      const { results, pagination, facets } = data as SearchData;
      for (const { id, price } of results) found.set(id, price);
      if (page === 1 && pagination.total !== live.size)
        problems.push(`the search counts ${pagination.total} of ${live.size} listings`);
      if (page === 1 && facets.brands.reduce((sum, brand) => sum + brand.count, 0) !== live.size)
        problems.push('the facets count otherwise than the database');
      if (results.length < PAGE) break;
    }
    for (const [id, price] of live)
      if (found.get(id) !== price) problems.push(`${id} is found for ${found.get(id)}`);
    for (const id of found.keys()) if (!live.has(id)) problems.push(`${id} is found and not live`);
    return problems;
  }

  async count(proof: Proof): Promise<number> {
    const { rows } = await this.#db.query<{ count: number }>(proof.sql, [...proof.parameters]);
    return rows[0]?.count ?? 0;
  }

  async #eventIds(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#db.query<{ id: string; type: string; data: unknown }>(
      'select id, type, data from events',
    );
    return new Map(rows.map((row) => [eventKey(row.type, row.data), row.id]));
  }
}

interface SearchData {
  readonly results: readonly { id: string; price: number }[];
  readonly pagination: { readonly total: number };
  readonly facets: { readonly brands: readonly { count: number }[] };
}

function receivedIds(receiver: Receiver): ReadonlyMap<string, ReadonlySet<string>> {
  const bodies = new Map<string, Set<string>>();
  for (const { body } of receiver.requests) {
    const { id } = JSON.parse(body) as { id: string };
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  return bodies;
}

/** Summarizes a run. */
export function summary(ledger: Ledger): string {
  const kinds = [...new Set(ledger.entries.map((entry) => entry.kind))].toSorted();
  return [
    `${ledger.entries.length} acknowledged (${kinds.map((kind) => `${ledger.count(kind)} ${kind}`).join(', ')})`,
    `answers ${[...ledger.statusCounts].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
    `slowest answer ${Math.round(ledger.slowestMs)} ms`,
  ].join('; ');
}
