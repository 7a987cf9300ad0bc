import { loadGazetteer } from './gazetteer.ts';
import { readResourceRows } from './resource-rows.ts';

const LANGUAGES = ['en', 'de', 'fr', 'nl', 'pl'] as const;

let names: ReadonlyMap<string, readonly string[]> | null = null;

/** Reads the file. Each line has a country, the main name in GeoNames, and the name in each language. */
function readNames(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readResourceRows('region-names.tsv').map(([country, name, ...inLanguages]) => [
      `${country} ${name}`,
      inLanguages,
    ]),
  );
}

/** Returns the name of a region in a language, such as `Bavière` for `Bayern` in French; an unknown name unchanged. */
export function regionNameIn(name: string, language: (typeof LANGUAGES)[number]): string {
  const region = loadGazetteer().findRegion(name);
  if (region === null) return name;
  names ??= readNames();
  return names.get(`${region.country} ${region.name}`)?.[LANGUAGES.indexOf(language)] ?? region.name;
}
