import { describe, expect, it } from 'vitest';
import { authorName } from './author-name.ts';

describe('authorName', () => {
  it.each([
    ['Anna Petersen', 'Anna P.'],
    ['Anna Maria von der Heide', 'Anna H.'],
    ['Anna', 'Anna'],
    ['  Łukasz   źródlak ', 'Łukasz Ź.'],
    ["Seán O'Neill", 'Seán O.'],
    ['李 小龙', '李 小.'],
    ['𝔄nna 𝔅erg', '𝔄nna 𝔅.'],
    ['Anna (private) 1968', 'Anna P.'],
    ['12 34', 'A buyer'],
  ])('%s is shown as %s', (name, publicName) => {
    expect(authorName(name)).toBe(publicName);
  });
});
