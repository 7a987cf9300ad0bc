import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './addresses.ts';

const PROPERTY_RUNS = 10_000;

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2001:200::1',
    '2003::1',
  ])('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['localhost', 'a name'],
    ['127.1', 'a short form'],
    ['0x7f.0.0.1', 'hexadecimal'],
    ['2130706433', 'one number'],
    ['8.8.8.8:80', 'with a port'],
    ['[2606:4700::1]', 'with brackets'],
    ['2606:4700::1%eth0', 'with a zone'],
    ['0.0.0.0', 'this network'],
    ['10.1.2.3', 'private'],
    ['100.64.0.0', 'carrier-grade NAT, first'],
    ['100.127.255.255', 'carrier-grade NAT, last'],
    ['100.100.100.200', 'metadata'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'a control plane'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'metadata'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmark'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:a9fe:a9fe', 'IPv4-mapped'],
    ['::ffff:0:7f00:1', 'SIIT'],
    ['64:ff9b::a9fe:a9fe', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64 to a public address'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:1ff:ffff::1', 'protocol assignments, last'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::1', '6to4'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['::5efe:7f00:1', 'ISATAP'],
    ['2606:4700::5efe:7f00:1', 'ISATAP in a public prefix'],
    ['2606:4700::200:5efe:808:808', 'ISATAP, universal'],
    ['4000::1', 'not given out'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
  ])('rejects %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

/** Written down from the registries a second time, for another matcher: nothing here is shared with the code. */
const NOT_GLOBAL: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 8],
  ['200::', 7],
  ['400::', 6],
  ['800::', 5],
  ['1000::', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3ffe::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['5f00::', 16],
  ['8000::', 1],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

// Two lists, since a BlockList also holds IPv4 addresses against its IPv6 ranges, as if they were mapped.
const registry = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of NOT_GLOBAL) {
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  registry[family].addSubnet(network, prefix, family);
}

const MAPPED = /^(?:0000:){5}ffff:/;
const ISATAP = /^(?:[0-9a-f]{4}:){4}0[02]00:5efe:/;

function isGlobal(address: string): boolean {
  if (isIPv4(address)) return !registry.ipv4.check(address, 'ipv4');
  if (MAPPED.test(address)) {
    const [high, low] = address
      .split(':')
      .slice(6)
      .map((part) => Number.parseInt(part, 16));
    const dotted = [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.');
    return !registry.ipv4.check(dotted, 'ipv4');
  }
  return !ISATAP.test(address) && !registry.ipv6.check(address, 'ipv6');
}

const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => bytes.join('.'));

/** Near the edges of a range of the table, where mistakes are. */
const ipv4NearEdges = fc
  .tuple(
    fc.constantFrom(...NOT_GLOBAL.filter(([network]) => isIPv4(network))),
    fc.integer({ min: -2, max: 2 }),
    fc.boolean(),
  )
  .map(([[network, prefix], offset, atEnd]) => {
    const start = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const value = (start + (atEnd ? 2 ** (32 - prefix) - 1 : 0) + offset + 2 ** 32) % 2 ** 32;
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
  });

const group = fc.oneof(
  fc.nat(0xffff),
  fc.constantFrom(0, 1, 0xff9b, 0x64, 0x5efe, 0x200, 0xffff, 0x7f00, 0xdb8),
);
const ipv6 = fc
  .tuple(
    fc.oneof(
      group,
      fc.integer({ min: 0x2000, max: 0x3fff }),
      fc.constantFrom(0x2001, 0x2002, 0x3fff, 0xfe80),
    ),
    ...Array.from({ length: 7 }, () => group),
  )
  .map((parts) => parts.map((part) => part.toString(16).padStart(4, '0')).join(':'));

describe('isPublicAddress against the registries', () => {
  it.each([
    ['any IPv4 address', ipv4],
    ['IPv4 addresses at the edges', ipv4NearEdges],
    ['any IPv6 address', ipv6],
  ])('never differs for %s', (_name, addresses) => {
    fc.assert(
      fc.property(addresses, (address) => isPublicAddress(address) === isGlobal(address)),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
