import { describe, expect, it } from 'vitest';
import { findTargetProblem, type TargetPolicy } from './target-url.ts';

const live: TargetPolicy = {
  production: false,
  allowPrivate: false,
  baseUrl: 'https://market.example',
  isSandbox: false,
};

describe('a target', () => {
  it.each([
    'https://hooks.dealer.example/fifthwheel?key=1#part',
    'http://hooks.dealer.example/',
    'https://hooks.dealer.example:8443/',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://xn--mller-kva.example/',
    'HTTPS://Hooks.Dealer.Example/',
  ])('may be %s', (url) => {
    expect(findTargetProblem(url, live)).toBeNull();
  });

  it.each([
    ['', 'nothing'],
    ['not a url', 'no address'],
    ['hooks.dealer.example/x', 'without scheme'],
    ['ftp://dealer.example/', 'another scheme'],
    ['file:///etc/passwd', 'a file'],
    ['gopher://dealer.example/', 'another scheme'],
    ['data:text/plain,hello', 'data'],
    ['javascript:alert(1)', 'a script'],
    ['https:dealer.example', 'without slashes'],
    ['https:\\\\dealer.example', 'with backslashes'],
    ['https://u:p@dealer.example/', 'with a password'],
    ['https://u@dealer.example/', 'with a user name'],
    ['https://dealer.example:22/', 'SSH'],
    ['https://dealer.example:25/', 'SMTP'],
    ['https://dealer.example:6667/', 'IRC'],
    ['https://dealer.example/\r\nX-Evil: 1', 'a line break'],
    ['https://dealer.example/\t', 'a tab'],
    ['https://deаler.example/', 'a Cyrillic letter'],
    [`https://dealer.example/${'x'.repeat(3000)}`, 'too long'],
    ['http://127.0.0.1/', 'loopback'],
    ['http://localhost', 'loopback'],
    ['http://LOCALHOST./', 'loopback'],
    ['http://db.localhost/', 'loopback'],
    ['http://[::1]/', 'loopback'],
    ['http://0/', 'this network'],
    ['http://0x7f.1', 'loopback'],
    ['http://2130706433', 'loopback'],
    ['http://017700000001', 'loopback'],
    ['http://①②⑦.0.0.1', 'loopback'],
    ['http://127.1', 'loopback'],
    ['http://[::ffff:7f00:1]', 'IPv4-mapped'],
    ['http://[::ffff:0:7f00:1]', 'SIIT'],
    ['http://[64:ff9b::a9fe:a9fe]', 'NAT64'],
    ['http://[2002:7f00:1::1]', '6to4'],
    ['http://[::5efe:7f00:1]', 'ISATAP'],
    ['http://[fec0::1]', 'site-local'],
    ['http://169.254.169.254/latest/meta-data', 'metadata'],
    ['http://100.100.100.200/', 'metadata'],
    ['http://metadata.google.internal/', 'metadata'],
    ['http://10.0.0.1/', 'private'],
    ['http://172.16.5.5/', 'private'],
    ['http://192.168.0.1/', 'private'],
    ['http://[fd00::1]/', 'private'],
    ['http://intranet/', 'a name without a dot'],
    ['http://printer.local/', 'a local name'],
    ['https://market.example/api/listings', 'this service'],
    ['https://MARKET.example.:443/', 'this service'],
  ])('may not be %j (%s)', (url) => {
    expect(String(findTargetProblem(url, live))).toMatch(/^must /);
  });

  it('must be https in production', () => {
    expect(findTargetProblem('http://hooks.dealer.example/', { ...live, production: true })).toEqual(
      'must be an https address',
    );
  });

  it('may be private where that is allowed, but nothing else', () => {
    const local = { ...live, allowPrivate: true, baseUrl: 'http://127.0.0.1:3000' };
    expect(findTargetProblem('http://localhost:4000/hook', local)).toBeNull();
    expect(findTargetProblem('http://[::1]:4000/hook', local)).toBeNull();
    expect(findTargetProblem('http://192.168.1.5/hook', local)).toBeNull();
    for (const url of [
      'http://localhost:3000/x',
      'http://127.0.0.2:3000/',
      'http://[::1]:3000/',
      'http://127.1:3000/',
    ])
      expect([url, findTargetProblem(url, local)]).toEqual([url, 'must not be an address of this service']);
    expect(findTargetProblem('http://localhost:22/', local)).not.toBeNull();
    expect(findTargetProblem('https://u:p@localhost/', local)).not.toBeNull();
    expect(findTargetProblem('http://localhost/', { ...local, production: true })).not.toBeNull();
  });

  it("may be the sandbox's own receiver, in the sandbox", () => {
    const inbox = 'http://127.0.0.1:3001/v1/sandbox/webhook-inbox/orders';
    const sandbox = { ...live, allowPrivate: true, baseUrl: 'http://127.0.0.1:3001', isSandbox: true };
    expect(findTargetProblem(inbox, sandbox)).toBeNull();
    expect(findTargetProblem(inbox, { ...sandbox, isSandbox: false })).not.toBeNull();
    expect(findTargetProblem('http://127.0.0.1:3001/v1/sandbox/reset', sandbox)).not.toBeNull();
  });
});
