import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { AliasTally } from './alias-tally.ts';
import { KeyRegister } from './key-register.ts';
import { presetOf } from './presets/presets.ts';
import { inspectFile, readRows } from './reading/import-file.ts';

const NONE = { externalId: null, vin: null, listingId: null };

it('a key belongs to the first row that names it, also on later calls', () => {
  const register = new KeyRegister();
  expect(register.claim({ externalId: 'A', vin: 'V', listingId: 'L' }, 3)).toBeNull();
  expect(register.claim({ externalId: 'A', vin: 'V', listingId: 'L' }, 3)).toBeNull();
  expect(register.claim({ ...NONE, externalId: 'A' }, 4)).toEqual({ row: 3, field: 'externalId' });
  expect(register.claim({ ...NONE, externalId: 'B', vin: 'V' }, 4)).toEqual({ row: 3, field: 'vin' });
  expect(register.claim({ ...NONE, externalId: 'B', listingId: 'L' }, 4)).toEqual({ row: 3, field: 'id' });
  // A rejected row takes no key.
  expect(register.has({ ...NONE, externalId: 'B' })).toBe(false);
  expect(register.claim({ ...NONE, externalId: 'B' }, 5)).toBeNull();
});

it('any of its keys says that a listing is in the file', () => {
  const register = new KeyRegister();
  register.claim({ externalId: 'A', vin: 'V', listingId: 'L' }, 1);
  const other = { externalId: 'X', vin: 'Y', listingId: 'Z' };
  for (const key of [{ externalId: 'A' }, { vin: 'V' }, { listingId: 'L' }])
    expect(register.has({ ...other, ...key })).toBe(true);
  expect([register.has(other), register.has(NONE)]).toEqual([false, false]);
});

it('a key of a row that cannot be read is in the file, and free for the row that has it', () => {
  const register = new KeyRegister();
  const keys = { ...NONE, externalId: 'A' };
  register.record(keys);
  expect(register.has(keys)).toBe(true);
  expect(register.claim(keys, 7)).toBeNull();
  register.record(keys);
  expect(register.claim(keys, 9)).toEqual({ row: 7, field: 'externalId' });
});

it('keys that no listing could have are also distinguished', () => {
  const register = new KeyRegister();
  const long = 'x'.repeat(8000);
  expect(register.claim({ ...NONE, externalId: `${long}1` }, 1)).toBeNull();
  expect(register.claim({ ...NONE, externalId: `${long}2` }, 2)).toBeNull();
  expect(register.claim({ ...NONE, externalId: `${long}1` }, 3)).toEqual({ row: 1, field: 'externalId' });
});

it('only the keys of a file of 60 MB stay in memory', { timeout: 120_000 }, async () => {
  const rowCount = 60_000;
  const filler = 'serviced, first hand, with two tanks '.repeat(26);
  async function* open() {
    yield Buffer.from('external_id,vin,listing_id,title\n');
    for (let row = 1; row <= rowCount; row++) {
      const id = String(row).padStart(10, '0');
      yield Buffer.from(`stock number ${id},WDB9634${id},lst_01JQ8Z6M3V0K${id},${filler}\n`);
    }
  }
  const preset = presetOf('own');
  const plan = { plan: 'Enterprise', rows: rowCount };
  const { format } = await inspectFile(open, preset, {}, plan);
  const register = new KeyRegister();
  const before = heapMegabytes();
  for await (const rows of readRows(open, format, preset))
    for (const { number, cells } of rows) {
      const [externalId = null, vin = null, listingId = null] = ['external_id', 'vin', 'listing_id'].map(
        (name) => cells.get(name),
      );
      expect(register.claim({ externalId, vin, listingId }, number)).toBeNull();
    }
  expect(heapMegabytes() - before).toBeLessThan(40);
  const last = { ...NONE, externalId: `stock number ${String(rowCount).padStart(10, '0')}` };
  expect(register.has(last)).toBe(true);
});

/** Returns the heap size after a garbage collection. */
function heapMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

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
  before.replaceWith(tally);
  expect(before.entries).toEqual(tally.entries);
});
