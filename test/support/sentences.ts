import { expect } from 'vitest';
import { Sentence } from '../../src/platform/errors/sentence.ts';

/** A sentence equals its English. */
expect.addEqualityTesters([
  (a, b) => {
    if (a instanceof Sentence === b instanceof Sentence) return undefined;
    return typeof a === 'string' || typeof b === 'string' ? String(a) === String(b) : undefined;
  },
]);
