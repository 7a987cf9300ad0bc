import { describe, expect, it } from 'vitest';
import { byteCache } from './byte-cache.ts';

const BYTES_MAX = 100_000;
const cache = () => byteCache<Buffer>({ bytesMax: BYTES_MAX, bytesOf: (bytes) => bytes.length });

describe('a cache bounded in bytes', () => {
  it('keeps many small values and few large ones', () => {
    const [small, large] = [cache(), cache()];
    for (let i = 0; i < 1000; i++) {
      small.set(`k${i}`, Buffer.alloc(50));
      large.set(`k${i}`, Buffer.alloc(30_000));
    }
    expect(small.size).toBeGreaterThan(500);
    expect([...large.keys()]).toEqual(['k999', 'k998', 'k997']);
  });

  it('counts keys, which clients choose', () => {
    const entries = cache();
    for (let i = 0; i < 1000; i++) entries.set(`${i} ${'x'.repeat(16_000)}`, Buffer.alloc(1));
    expect(entries.size).toBeLessThanOrEqual(3);
  });

  it('does not give up all it has for a value that is larger than itself', () => {
    const entries = cache();
    entries.set('small', Buffer.alloc(10));
    entries.set('huge', Buffer.alloc(BYTES_MAX + 1));
    expect([...entries.keys()]).toEqual(['small']);
  });
});
