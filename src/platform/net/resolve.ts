import { lookup, Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name; throws when it has none. Ends early, by throwing, when the signal says so. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

/**
 * Asks the name servers directly. The system's own look-up would wait in libuv's thread pool, whose four threads also
 * hash passwords and read files: a few names with silent servers would stand still the whole process.
 */
export const resolveByServers: Resolve = async (hostname, signal) => {
  const resolver = new Resolver();
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
    if (addresses.length > 0) return addresses;
    throw ipv4.status === 'rejected' ? ipv4.reason : new Error(`${hostname} has no addresses`);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** For work on one's own machine: names that only /etc/hosts or the like knows are found too. */
export const resolveLocally: Resolve = async (hostname, signal) => {
  try {
    return await resolveByServers(hostname, signal);
  } catch {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }
};

function addressesOf(result: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
