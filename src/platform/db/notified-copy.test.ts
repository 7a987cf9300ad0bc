import { describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { PgListener } from './listener.ts';
import { NotifiedCopy } from './notified-copy.ts';

/** A fake database: reads return the value from when they started, and end on command. */
function slowSource() {
  let stored = 0;
  const reads: { answer(): void; fail(): void }[] = [];
  return {
    reads,
    write: (value: number) => void (stored = value),
    read: () => {
      const seen = stored;
      return new Promise<number>((resolve, reject) => {
        reads.push({ answer: () => resolve(seen), fail: () => reject(new Error('away')) });
      });
    },
  };
}

function copyOf(read: () => Promise<number>): NotifiedCopy<number> {
  const log = createLogger('silent');
  const listener = new PgListener('postgresql://nowhere', log);
  return new NotifiedCopy({ listener, log }, { channel: 'numbers', initial: 0, read });
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a copy that is reloaded while it is read', () => {
  it('is never overwritten by the older read', async () => {
    const source = slowSource();
    const copy = copyOf(source.read);
    const seen: number[] = [];
    copy.onChange((value) => seen.push(value));
    source.write(1);
    const first = copy.reload();
    await turn();
    source.write(2);
    const second = copy.reload();
    await turn();
    // If the newer read had started, it would finish first.
    source.reads.toReversed()[0]?.answer();
    await turn();
    for (const read of source.reads) read.answer();
    await first;
    await turn();
    for (const read of source.reads) read.answer();
    await second;
    expect(copy.current).toBe(2);
    expect(seen).toEqual([1, 2]);
  });

  it('is read once more for all that ask meanwhile', async () => {
    const source = slowSource();
    const copy = copyOf(source.read);
    const first = copy.reload();
    await turn();
    const laterReloads = [copy.reload(), copy.reload(), copy.reload()];
    source.reads[0]?.answer();
    await first;
    await turn();
    source.reads[1]?.answer();
    await Promise.all(laterReloads);
    expect(source.reads).toHaveLength(2);
  });

  it('is read after a read that failed, and keeps its value until then', async () => {
    const source = slowSource();
    const copy = copyOf(source.read);
    source.write(1);
    const first = copy.reload();
    const second = first.catch(() => copy.reload());
    await turn();
    source.reads[0]?.fail();
    await expect(first).rejects.toThrow('away');
    expect(copy.current).toBe(0);
    await turn();
    source.reads[1]?.answer();
    await second;
    expect(copy.current).toBe(1);
  });
});
