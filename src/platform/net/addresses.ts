/**
 * IP addresses that outbound requests can connect to: those of the public internet. IPv6 is an allow-list, because only
 * 2000::/3 is allocated for global unicast, minus exceptions; IPv4 is a deny-list. Sources: the IANA special-purpose
 * address registries and the registries of IPv4 and IPv6 address space. Addresses that embed an IPv4 address (6to4,
 * Teredo, NAT64, ISATAP, SIIT) are always rejected: their destination depends on an unknown translator.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const REFUSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and the metadata of some clouds
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a public address, but inside Azure the machine's own control plane
  '169.254.0.0/16', // link-local, metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, retired
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range));

const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const REFUSED_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3ffe::/16', // 6bone, returned
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** RFC 5214: the interface identifier 0000:5efe or 0200:5efe, in any prefix, is followed by an IPv4 address. */
const ISATAP_MARK = 0x5efe;

/** Whether a text is a public address (without port or brackets); false for anything that is not an address. */
export function isPublicAddress(text: string): boolean {
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return !REFUSED_IPV4.some((range) => address.match(range));
  return (
    address.match(GLOBAL_UNICAST_IPV6) &&
    !REFUSED_IPV6.some((range) => address.match(range)) &&
    !isIsatap(address)
  );
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , before, mark] = address.parts;
  return (before === 0 || before === 0x0200) && mark === ISATAP_MARK;
}
