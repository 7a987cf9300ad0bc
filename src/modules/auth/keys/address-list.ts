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

/** Whether every address that `inner` allows is allowed by `outer`, however the ranges of either are cut. */
export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const blocks = merged(outer.flatMap(blockOf));
  return inner
    .flatMap(blockOf)
    .every((block) =>
      blocks.some(
        ({ kind, first, last }) => kind === block.kind && first <= block.first && last >= block.last,
      ),
    );
}

/** A run of addresses, both ends included. */
interface Block {
  readonly kind: 'ipv4' | 'ipv6';
  readonly first: bigint;
  readonly last: bigint;
}

function blockOf(entry: string): Block[] {
  const range = readRange(entry);
  if (range === null) return [];
  const [address, bits] = range;
  const bytes = address.toByteArray();
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const size = 1n << BigInt(bytes.length * 8 - bits);
  const first = value - (value % size);
  return [{ kind: address.kind(), first, last: first + size - 1n }];
}

/** Overlapping and adjacent blocks become one. */
function merged(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const at = result.findLastIndex(({ kind }) => kind === block.kind);
    const before = result[at];
    if (before === undefined || block.first > before.last + 1n) result.push(block);
    else if (block.last > before.last) result[at] = { ...before, last: block.last };
  }
  return result;
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
