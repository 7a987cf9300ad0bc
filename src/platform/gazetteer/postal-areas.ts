import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';

/** A town by its name in the gazetteer. */
export interface Town {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The form of complete postal codes, by country. Where forms are alike, the first country is the likeliest. */
const FORMS: Readonly<Record<string, RegExp>> = {
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
export const POSTAL_COUNTRIES = Object.keys(FORMS);
const BEGINNING_MAX = 2;

/** Town at the centre of each postal area, by country and the first one or two characters of the codes. */
let areas: ReadonlyMap<string, string> | undefined;

/** Returns the town at the centre of the area of a postal code, in the first of these countries that can have the code. */
export function townOfPostalArea(code: string, countries: readonly string[]): Town | undefined {
  areas ??= readAreas();
  for (const country of countries)
    if (FORMS[country]?.test(code) === true)
      for (let length = BEGINNING_MAX; length > 0; length -= 1) {
        const name = areas.get(`${country}${code.slice(0, length)}`);
        if (name !== undefined) return { name, country };
      }
  return undefined;
}

/** A line of the file has the country, the town, and the beginnings of its codes separated by commas. */
function readAreas(): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(PACKAGE_ROOT, 'resources', 'postal-areas.tsv'), 'utf8');
  const lines = text.trimEnd().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [country = '', town = '', beginnings = ''] = line.split('\t');
      return beginnings.split(',').map((beginning) => [`${country}${beginning}`, town] as const);
    }),
  );
}
