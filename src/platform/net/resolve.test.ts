import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveByServers, resolveLocally } from './resolve.ts';

afterEach(() => vi.restoreAllMocks());

const { signal } = new AbortController();

function mockResolver(ipv4: string[] | Error, ipv6: string[] | Error): void {
  const resolvesTo = (addresses: string[] | Error) => () =>
    addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses);
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(resolvesTo(ipv4) as never);
  vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(resolvesTo(ipv6) as never);
}

describe('resolveByServers', () => {
  it('gives the addresses of both families, also when one of them fails', async () => {
    mockResolver(['192.0.2.1', '192.0.2.2'], ['2001:db8::1']);
    expect(await resolveByServers('both.example', signal)).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    mockResolver(new Error('no IPv4'), ['2001:db8::1']);
    expect(await resolveByServers('six.example', signal)).toEqual([{ address: '2001:db8::1', family: 6 }]);
  });

  it('fails for a name without any, with the reason that there is', async () => {
    mockResolver([], []);
    await expect(resolveByServers('empty.example', signal)).rejects.toThrow('empty.example has no addresses');
    mockResolver(new Error('no such name'), new Error('not this one either'));
    await expect(resolveByServers('nowhere.example', signal)).rejects.toThrow('no such name');
  });

  it('gives up only when no caller waits any more', async () => {
    const rejections: ((reason: Error) => void)[] = [];
    const silence = () => new Promise<never>((_resolve, reject) => void rejections.push(reject));
    vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(silence as never);
    vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(silence as never);
    const cancel = vi.spyOn(Resolver.prototype, 'cancel').mockImplementation(() => {
      for (const reject of rejections) reject(new Error('cancelled'));
    });
    const waiting = new AbortController();
    const answered = resolveByServers('silent.example', waiting.signal);
    waiting.abort();
    await expect(answered).rejects.toThrow('cancelled');
    expect(cancel).toHaveBeenCalledTimes(1);

    mockResolver(['192.0.2.1'], []);
    const later = new AbortController();
    await resolveByServers('quick.example', later.signal);
    later.abort();
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

describe('resolveLocally', () => {
  it('queries the machine for names that the name servers lack, in both address families', async () => {
    mockResolver(new Error('no such name'), new Error('no such name'));
    expect(await resolveLocally('127.0.0.1', signal)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect(await resolveLocally('::1', signal)).toEqual([{ address: '::1', family: 6 }]);
  });

  it('uses the result of the name servers', async () => {
    mockResolver(['192.0.2.1'], []);
    expect(await resolveLocally('localhost', signal)).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });
});
