import { describe, expect, it } from 'vitest';
import { AliasTally } from './alias-tally.ts';

const alias = (written: string, value = 'man') => ({ field: 'brand', written, meant: value });

describe('values of a file that are recognized as catalog entries', () => {
  it('are counted by original and recognized value, on top of earlier counts', () => {
    const tally = new AliasTally([{ ...alias('M'), rows: 2 }]);
    tally.add([alias('M'), alias('M', 'mercedes-benz')]);
    tally.add([alias('M'), { ...alias('M'), field: 'model' }, alias('\0')]);
    expect(tally.entries).toEqual([
      { ...alias('M'), rows: 4 },
      { ...alias('M', 'mercedes-benz'), rows: 1 },
      { ...alias('M'), field: 'model', rows: 1 },
      { ...alias('\ufffd'), rows: 1 },
    ]);
  });

  it('are limited to two hundred, which are still counted', () => {
    const tally = new AliasTally([]);
    const words = Array.from({ length: 201 }, (_, n) => alias(`word ${n}`));
    for (let times = 0; times < 2; times++) tally.add(words);
    expect(tally.entries).toEqual(words.slice(0, 200).map((each) => ({ ...each, rows: 2 })));
  });

  it('are unchanged if an attempt on a copy fails, and replaced if it succeeds', () => {
    const tally = new AliasTally([]);
    const copy = tally.copy();
    copy.add([alias('M')]);
    expect(tally.entries).toEqual([]);
    tally.replaceWith(copy);
    expect(tally.entries).toEqual([{ ...alias('M'), rows: 1 }]);
  });
});
