import { describe, expect, it } from 'vitest';
import { isAddressAllowed, isAddressOrRange } from './address-list.ts';

describe('an entry', () => {
  it.each([
    '192.0.2.1',
    '192.0.2.1/0',
    '192.0.2.1/32',
    '2001:db8::1',
    '2001:db8::/0',
    '2001:db8::/128',
    '::ffff:192.0.2.1',
    '::ffff:192.0.2.1/95',
    '::ffff:192.0.2.1/128',
  ])('may be %s', (text) => {
    expect(isAddressOrRange(text)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.000.2.1',
    '0xc0.0.2.1',
    '192.0.2.1/',
    '192.0.2.1/33',
    '192.0.2.1/1000',
    '2001:db8::/129',
    '::ffff:192.0.2.1/129',
    'fe80::1%eth0',
    ' 192.0.2.1',
  ])('is not %j', (text) => {
    expect(isAddressOrRange(text)).toBe(false);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['10.1.255.255', '10.1.0.0/16'],
    ['10.1.2.3', '0.0.0.0/0'],
    ['2001:db8::5', '2001:db8::5'],
    ['2001:db8::ffff', '2001:db8::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.5', '::ffff:192.0.2.4/127'],
    ['198.51.100.7', '::ffff:192.0.2.1/96'],
  ])('%s is allowed by %s', (ip, entry) => {
    expect(isAddressAllowed(ip, ['203.0.113.9', entry, '2001:db8:9::/48'])).toBe(true);
  });

  it.each([
    ['192.0.2.2', '192.0.2.1'],
    ['10.2.0.0', '10.1.0.0/16'],
    ['2001:db8::5', '0.0.0.0/0'],
    ['192.0.2.1', '::/0'],
    ['2001:db8:0:1::', '2001:db8::/64'],
    ['192.0.2.2', '::ffff:192.0.2.1'],
    ['192.0.2.6', '::ffff:192.0.2.4/127'],
    ['somewhere', '0.0.0.0/0'],
  ])('%s is not allowed by %s', (ip, entry) => {
    expect(isAddressAllowed(ip, [entry])).toBe(false);
    expect(isAddressAllowed(ip, [])).toBe(false);
  });
});
