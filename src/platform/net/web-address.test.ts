import { describe, expect, it } from 'vitest';
import { findAddressProblem, WEB_ADDRESS_LENGTH_MAX } from './web-address.ts';

const problemOf = (text: string) => findAddressProblem(text, { httpsOnly: true, allowPrivate: false });

describe('a web address', () => {
  it('has up to 2,048 characters', () => {
    const long = 'https://dealer.example/'.padEnd(WEB_ADDRESS_LENGTH_MAX, 'x');
    expect(long.length).toBe(2048);
    expect(problemOf(long)).toBeNull();
    expect(problemOf(`${long}x`)).toEqual('must have at most 2048 characters');
  });

  it('has no port of the system but those of the web, and none on which another protocol waits', () => {
    const refused = (from: number, to: number): number[] =>
      Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
        (port) => problemOf(`https://dealer.example:${port}/`) !== null,
      );
    // 443 is written without a port.
    expect(refused(0, 1023).length).toBe(1024 - 2);
    expect(problemOf('https://dealer.example:80/')).toBeNull();
    // https://fetch.spec.whatwg.org/#port-blocking
    expect(refused(1024, 65_535)).toEqual([
      1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
      6697, 10_080,
    ]);
  });
});
