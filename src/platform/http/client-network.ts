import ipaddr from 'ipaddr.js';

const IPV6_SITE_PARTS = 4;

/**
 * The client that an address counts as: an IPv4 address, or the /64 of an IPv6 address, which usually belongs to one
 * client.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, IPV6_SITE_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
