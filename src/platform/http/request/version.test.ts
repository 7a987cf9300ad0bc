import { describe, expect, it } from 'vitest';
import { assertMatches, assertUnedited, versionTag } from './version.ts';

describe('assertMatches', () => {
  it.each([null, '*', versionTag(3), '"v3-Xy_9-abc"', '"v2", "v3"', 'W/"v3", "v3"'])(
    'takes %s',
    (ifMatch) => {
      expect(() => assertMatches({ version: 3 }, ifMatch)).not.toThrow();
    },
  );

  it.each(['"v2"', '"v33"', '"v30-abc"', '"v4"', '""', '"x3"', 'W/"v2"'])('rejects %s', (ifMatch) => {
    expect(() => assertMatches({ version: 3 }, ifMatch)).toThrow('version 3');
  });

  it.each(['W/"v3"', 'W/"v3-Xy_9-abc"'])('rejects %s, and says what to send', (ifMatch) => {
    expect(() => assertMatches({ version: 3 }, ifMatch)).toThrow(
      `${ifMatch} is weak. Send ${ifMatch.slice(2)}.`,
    );
  });

  it('takes any version since the last edit', () => {
    const resource = { version: 7, edited_version: 5 };
    for (const version of [5, 6, 7]) {
      expect(() => assertMatches(resource, versionTag(version))).not.toThrow();
      expect(() => assertUnedited(resource, version)).not.toThrow();
    }
    for (const version of [4, 8]) {
      expect(() => assertMatches(resource, versionTag(version))).toThrow('version 7');
      expect(() => assertUnedited(resource, version)).toThrow('version 7');
    }
  });
});
