import { expect, test } from 'vitest';
import { editsAllowed } from './text-groups.ts';

test.each([
  ['FH12', 0],
  ['man', 0],
  ['volvo', 1],
  ['mercedes', 1],
  ['mitsubishi', 2],
])('%s tolerates %i edits', (typed, edits) => {
  expect(editsAllowed(typed)).toBe(edits);
});
