import { LRUCache } from 'lru-cache';

export interface ByteCacheOptions<V> {
  readonly bytesMax: number;
  /** Approximate memory of a value. */
  readonly bytesOf: (value: V) => number;
  readonly ttlMs?: number;
}

/**
 * A least-recently-used cache bounded by its memory, keys included, because clients choose the keys and the sizes of the
 * responses. A value larger than the whole cache is not stored.
 */
export function byteCache<V extends object>({
  bytesMax,
  bytesOf,
  ttlMs = 0,
}: ByteCacheOptions<V>): LRUCache<string, V> {
  return new LRUCache<string, V>({
    maxSize: bytesMax,
    sizeCalculation: (value, key) => Math.ceil(bytesOf(value)) + 2 * key.length + ENTRY_BYTES,
    ttl: ttlMs,
    // A caller that cannot load the value may request a stale one with `allowStale`.
    noDeleteOnStaleGet: true,
  });
}

/** Overhead of the cache per entry. */
const ENTRY_BYTES = 100;
