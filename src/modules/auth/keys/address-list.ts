import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** The bits before the IPv4 address in `::ffff:a.b.c.d`. */
const MAPPED_BITS = 96;
const ENTRY = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/;

/** Whether an entry is an IPv4 or IPv6 address or a CIDR range, as people write them (no octal, hexadecimal or short IPv4). */
export function isAddressOrRange(text: string): boolean {
  return readRange(text) !== null;
}

/** `::ffff:a.b.c.d` is the address a.b.c.d, in the request and in the list. */
export function isAddressAllowed(ip: string, entries: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return entries.some((entry) => {
    const range = readRange(entry);
    return range !== null && range[0].kind() === address.kind() && address.match(...range);
  });
}

function readRange(text: string): Range | null {
  const match = ENTRY.exec(text);
  if (match?.[1] === undefined) return null;
  const bits = match[2] === undefined ? null : Number(match[2]);
  if (ipaddr.IPv4.isValidFourPartDecimal(match[1])) {
    return bits !== null && bits > IPV4_BITS ? null : [ipaddr.IPv4.parse(match[1]), bits ?? IPV4_BITS];
  }
  if (!ipaddr.IPv6.isValid(match[1]) || (bits !== null && bits > IPV6_BITS)) return null;
  const address = ipaddr.IPv6.parse(match[1]);
  if (!address.isIPv4MappedAddress()) return [address, bits ?? IPV6_BITS];
  if (bits !== null && bits < MAPPED_BITS) return [address, bits];
  return [address.toIPv4Address(), (bits ?? IPV6_BITS) - MAPPED_BITS];
}
