import { expect, it } from 'vitest';
import { AliasTally } from './alias-tally.ts';
import { KeyRegister } from './key-register.ts';

const NONE = { externalId: null, vin: null, listingId: null };

it('a key belongs to the first row that names it, also when that is asked again', () => {
  const register = new KeyRegister();
  expect(register.claim({ externalId: 'A', vin: 'V', listingId: 'L' }, 3)).toBeNull();
  expect(register.claim({ externalId: 'A', vin: 'V', listingId: 'L' }, 3)).toBeNull();
  expect(register.claim({ ...NONE, externalId: 'A' }, 4)).toEqual({ row: 3, field: 'externalId' });
  expect(register.claim({ ...NONE, externalId: 'B', vin: 'V' }, 4)).toEqual({ row: 3, field: 'vin' });
  expect(register.claim({ ...NONE, externalId: 'B', listingId: 'L' }, 4)).toEqual({ row: 3, field: 'id' });
  // What was refused takes no key.
  expect(register.has({ ...NONE, externalId: 'B' })).toBe(false);
  expect(register.claim({ ...NONE, externalId: 'B' }, 5)).toBeNull();
});

it('any of its keys says that a listing is in the file', () => {
  const register = new KeyRegister();
  register.claim({ externalId: 'A', vin: 'V', listingId: 'L' }, 1);
  const other = { externalId: 'X', vin: 'Y', listingId: 'Z' };
  for (const one of [{ externalId: 'A' }, { vin: 'V' }, { listingId: 'L' }])
    expect(register.has({ ...other, ...one })).toBe(true);
  expect([register.has(other), register.has(NONE)]).toEqual([false, false]);
});

it('words are counted, and no more than 200 of them are kept', () => {
  const tally = new AliasTally([{ field: 'brand', written: 'M.A.N', meant: 'man', rows: 2 }]);
  const word = (n: number) => ({ field: 'color', written: `red ${n}`, meant: 'red' });
  tally.add([{ field: 'brand', written: 'M.A.N', meant: 'man' }]);
  const before = tally.copy();
  for (let n = 0; n < 250; n++) tally.add([word(n)]);
  tally.add([word(0)]);
  expect(tally.entries).toHaveLength(200);
  expect(tally.entries.slice(0, 2)).toEqual([
    { field: 'brand', written: 'M.A.N', meant: 'man', rows: 3 },
    { field: 'color', written: 'red 0', meant: 'red', rows: 2 },
  ]);
  expect(before.entries).toHaveLength(1);
  before.become(tally);
  expect(before.entries).toEqual(tally.entries);
});
