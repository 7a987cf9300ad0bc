import { lookup, Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns all addresses of a name; throws if there are none or the signal aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

/**
 * Queries the name servers directly. The system's lookup would block a thread of libuv's pool, whose four threads also
 * hash passwords and read files: a few names with silent servers would stall the whole process.
 */
export const resolveByServers: Resolve = async (hostname, signal) => {
  const resolver = new Resolver();
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
    if (addresses.length > 0) return addresses;
    throw ipv4.status === 'rejected' ? ipv4.reason : new Error(`${hostname} has no addresses`);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** For local work: also finds names that only /etc/hosts and the like know. */
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
