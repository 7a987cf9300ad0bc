import { describe, expect, it } from 'vitest';
import { Names } from './names.ts';
import { type Brand, type Category, type Feature, TaxonomySnapshot } from './taxonomy.ts';

let read = 0;

/** Counts how often its names are read. */
function named<T extends object>(item: T): T & { names: Record<string, string> } {
  return Object.defineProperty({ ...item, names: {} }, 'names', {
    enumerable: true,
    get: () => {
      read += 1;
      return { en: 'Tractor units', de: 'Sattelzugmaschinen' };
    },
  });
}

const category: Category = named({
  id: 'cat_1',
  slug: 'tractor-units',
  parentId: null,
  vehicleClass: 'TU' as const,
  aliases: [],
  importKeys: [],
  hiddenAttributes: [],
  requiredAttributes: [],
  active: true,
  position: 1,
});
const feature: Feature = named({
  code: 'retarder',
  group: 'brakes',
  classes: [],
  importKeys: [],
  active: true,
});
const brand: Brand = {
  id: 'brd_1',
  slug: 'man',
  name: 'MAN',
  logo: null,
  classes: [],
  aliases: [],
  active: true,
  models: [],
};

describe('the names of a taxonomy', () => {
  it('are loaded only when a lookup by name needs them, and only those of its kind', () => {
    read = 0;
    const names = new Names(
      new TaxonomySnapshot({ categories: [category], brands: [brand], features: [feature], redirects: [] }),
    );
    expect(names.category('tractor-units')?.top.id).toBe('cat_1');
    expect(names.brand('man', null)?.id).toBe('brd_1');
    expect(names.brand('M.A.N.', null)?.id).toBe('brd_1');
    expect(names.feature('retarder')?.code).toBe('retarder');
    expect(read).toBe(0);
    expect(names.category('Sattelzugmaschinen')?.top.id).toBe('cat_1');
    expect(names.category('sattelzugmaschine')?.top.id).toBe('cat_1');
    expect(read).toBe(1);
  });
});
