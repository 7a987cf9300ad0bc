import { describe, expect, it } from 'vitest';
import { eventFrame, readPosition, writePosition } from './frames.ts';

describe('a position', () => {
  it('is read as it was written', () => {
    expect(readPosition(writePosition([41, 0, 7]))).toEqual([41, 0, 7]);
  });

  it.each([null, '', '-1', '1.', '1..2', '1e9', '9999999999999999', '1.2\n', 'abc', '1.1.1.1.1.1.1.1.1'])(
    'is nothing when it is %j',
    (text) => {
      expect(readPosition(text)).toBeNull();
    },
  );
});

it('writes a frame with and without an id', () => {
  expect(eventFrame('message', '{"a":1}', '3.4')).toBe('id: 3.4\nevent: message\ndata: {"a":1}\n\n');
  expect(eventFrame('presence', '{}', null)).toBe('event: presence\ndata: {}\n\n');
});
