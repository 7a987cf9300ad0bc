import { describe, expect, it } from 'vitest';
import { shownPages } from './pages-nav.tsx';

describe('the pages of a list', () => {
  it.each([
    [1, 3, [1, 2, 3]],
    [1, 20, [1, 2, 3, null, 20]],
    [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [10, 20, [1, null, 8, 9, 10, 11, 12, null, 20]],
    [20, 20, [1, null, 18, 19, 20]],
    // Beyond the last one.
    [40, 20, [1, null, 20]],
  ])('around page %i of %i are %o', (page, pages, shown) => {
    expect(shownPages(page, pages)).toEqual(shown);
  });
});
