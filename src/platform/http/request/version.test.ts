import { describe, expect, it } from 'vitest';
import { assertVersion, versionTag } from './version.ts';

describe('assertVersion', () => {
  it.each([null, '*', versionTag(3), 'W/"v3"', '"v3-Xy_9-abc"', '"v2", "v3"'])('takes %s', (ifMatch) => {
    expect(() => assertVersion(3, ifMatch)).not.toThrow();
  });

  it.each(['"v2"', '"v33"', '"v30-abc"', 'v3', '""', 'nonsense', '"x3"'])('refuses %s', (ifMatch) => {
    expect(() => assertVersion(3, ifMatch)).toThrow('version 3');
  });
});
