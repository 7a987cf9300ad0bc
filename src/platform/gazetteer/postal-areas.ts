import { readResourceRows } from './resource-rows.ts';

/** A town, identified by its name in the gazetteer. */
export interface Town {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Format of complete postal codes by country. Countries with the same format are in order of likelihood. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  ES: /^\d{5}$/,
  CZ: /^\d{3} ?\d{2}$/,
  PL: /^\d{2}-\d{3}$/,
  NL: /^\d{4}(?: ?[A-Za-z]{2})?$/,
  AT: /^\d{4}$/,
  CH: /^\d{4}$/,
  BE: /^\d{4}$/,
  DK: /^\d{4}$/,
};
export const POSTAL_COUNTRIES = Object.keys(FORMATS);
const PREFIX_LENGTH_MAX = 2;

/** Town at the center of each postal area, by country and the first one or two characters of its codes. */
let areas: ReadonlyMap<string, string> | undefined;

/** Returns the town at the center of a postal code's area, in the first of these countries whose format the code has. */
export function townOfPostalArea(code: string, countries: readonly string[]): Town | undefined {
  areas ??= readAreas();
  for (const country of countries)
    if (FORMATS[country]?.test(code) === true)
      for (let length = PREFIX_LENGTH_MAX; length > 0; length -= 1) {
        const name = areas.get(`${country}${code.slice(0, length)}`);
        if (name !== undefined) return { name, country };
      }
  return undefined;
}

/** Reads the file. Each line has a country, a town, and the prefixes of its codes, separated by commas. */
function readAreas(): ReadonlyMap<string, string> {
  return new Map(
    readResourceRows('postal-areas.tsv').flatMap(([country = '', town = '', prefixes = '']) =>
      prefixes.split(',').map((prefix) => [`${country}${prefix}`, town] as const),
    ),
  );
}
