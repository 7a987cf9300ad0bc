import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildConnector } from 'undici';
import { ConnectionPools } from './connection-pools.ts';

const SERVERS_MAX = 1000;
const make = { connect: buildConnector({}), maxHeaderSize: 1024 };
const connections = new ConnectionPools();

afterEach(async () => {
  vi.useRealTimers();
  await connections.close();
});

const use = (origin: string, address = '192.0.2.1', work: () => Promise<void> = async () => {}) =>
  connections.use(origin, [{ address, family: 4 }], make, work);

async function useMany(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await use(`http://receiver-${n}.example`);
}

describe('kept connections', () => {
  it('are shared only by requests to the same server', async () => {
    await use('http://receiver.example');
    await use('http://receiver.example');
    expect(connections.size).toBe(1);
    await use('http://receiver.example', '192.0.2.2');
    await use('http://receiver.example:8080');
    expect(connections.size).toBe(3);
  });

  it('are none after the end, and new ones can be made', async () => {
    await use('http://receiver.example');
    await connections.close();
    expect(connections.size).toBe(0);
    await use('http://receiver.example');
    expect(connections.size).toBe(1);
  });

  it('are closed a second after their last use when a thousand servers need more', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await useMany(SERVERS_MAX);
    vi.advanceTimersByTime(999);
    await use('http://one-more.example');
    expect(connections.size).toBe(SERVERS_MAX + 1);
    vi.advanceTimersByTime(1);
    await use('http://another.example');
    // The two last ones were used just now.
    expect(connections.size).toBe(2);
  });

  it('stay open while they are in use, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let finish = (): void => {};
    const underway = use(
      'http://slow.example',
      '192.0.2.1',
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await useMany(SERVERS_MAX - 1);
    vi.advanceTimersByTime(60_000);
    await use('http://one-more.example');
    expect(connections.size).toBe(2);
    finish();
    await underway;
  });

  it('stay open while there are fewer servers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await useMany(SERVERS_MAX - 1);
    vi.advanceTimersByTime(60_000);
    await use('http://one-more.example');
    expect(connections.size).toBe(SERVERS_MAX);
  });
});
