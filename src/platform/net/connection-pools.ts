/**
 * Keeps connections open between requests of one caller to the same servers. The key is everything that was checked
 * before connecting: the origin and the resolved addresses. If a name resolves differently, new connections are made,
 * so keeping them weakens no rule. They are kept for a fraction of a second, less than any server's idle timeout: a
 * request on a connection that the server is closing would fail.
 */
import { type buildConnector, Pool } from 'undici';
import { monotonicMs } from '../clock.ts';
import type { ResolvedAddress } from './resolve.ts';

const KEPT_MS = 500;
const ORIGINS_MAX = 1000;

interface PooledConnections {
  readonly pool: Pool;
  users: number;
  usedAtMs: number;
}

export class ConnectionPools {
  readonly #kept = new Map<string, PooledConnections>();

  /** How many servers have open connections, or had until just now. */
  get size(): number {
    return this.#kept.size;
  }

  /** Calls `work` with a pool of connections to the origin at these addresses; `make` creates the pool. */
  async use<T>(
    origin: string,
    addresses: readonly ResolvedAddress[],
    make: { readonly connect: ReturnType<typeof buildConnector>; readonly maxHeaderSize: number },
    work: (pool: Pool) => Promise<T>,
  ): Promise<T> {
    const key = [origin, ...addresses.map(({ address }) => address).toSorted()].join(' ');
    const entry = this.#take(key, origin, make);
    entry.users++;
    try {
      return await work(entry.pool);
    } finally {
      entry.users--;
      entry.usedAtMs = monotonicMs();
    }
  }

  /** Closes all connections, including those in use. */
  async close(): Promise<void> {
    const pools = [...this.#kept.values()].map(({ pool }) => pool);
    this.#kept.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #take(
    key: string,
    origin: string,
    make: { readonly connect: ReturnType<typeof buildConnector>; readonly maxHeaderSize: number },
  ): PooledConnections {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    if (this.#kept.size >= ORIGINS_MAX) this.#forgetIdle();
    const pool = new Pool(origin, {
      ...make,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEPT_MS,
      // The server's Keep-Alive hint is ignored.
      keepAliveMaxTimeout: KEPT_MS,
    });
    const entry = { pool, users: 0, usedAtMs: monotonicMs() };
    this.#kept.set(key, entry);
    return entry;
  }

  /** Drops pools whose connections have closed on their own. */
  #forgetIdle(): void {
    const before = monotonicMs() - 2 * KEPT_MS;
    for (const [key, { pool, users, usedAtMs }] of this.#kept) {
      if (users > 0 || usedAtMs > before) continue;
      this.#kept.delete(key);
      void pool.destroy().catch(() => {});
    }
  }
}
