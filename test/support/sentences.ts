import { expect } from 'vitest';
import { Sentence } from '../../src/platform/errors/sentence.ts';

/** A localizable sentence equals its English text. */
expect.addEqualityTesters([
  (a, b) => {
    if (a instanceof Sentence === b instanceof Sentence) return undefined;
    return typeof a === 'string' || typeof b === 'string' ? String(a) === String(b) : undefined;
  },
]);
