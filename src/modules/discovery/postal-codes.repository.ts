import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import { POSTAL_COUNTRIES, type Town, townOfPostalArea } from '../../platform/gazetteer/postal-areas.ts';
import './tables.ts';

/** A postal code with an optional country prefix and an optional town: `D-01067 Dresden`. */
const WRITTEN =
  /^(?:([A-Za-z]{1,3})[- ])?(\d[\d-]{2,6}|\d{4} ?[A-Za-z]{2}|\d{3} ?\d{2})(?:[ ,]+(\p{L}.*))?$/u;
/** Minimum length of a code: shorter prefixes match too many towns. */
const LENGTH_MIN = 3;
const READ_MAX = 200;

export interface PostalPlace {
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

export interface WrittenPostalCode {
  readonly code: string;
  /** Country code or vehicle registration code before the number, such as `D` or `DE`. */
  readonly countryPrefix: string | undefined;
  readonly town: string | undefined;
}

export function readPostalCode(text: string): WrittenPostalCode | null {
  const match = WRITTEN.exec(text.trim());
  return match === null ? null : { countryPrefix: match[1], code: match[2] as string, town: match[3] };
}

/** Vehicle registration codes that postal codes use as a prefix and that differ from the country code. */
const COUNTRY_OF_PREFIX: Readonly<Record<string, string>> = {
  D: 'DE',
  A: 'AT',
  B: 'BE',
  E: 'ES',
  F: 'FR',
  I: 'IT',
};

/** Countries that a user of the language most likely means, likeliest first. */
const COUNTRIES_OF_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  nl: ['NL', 'BE'],
};

/** Returns the countries that the code can belong to, likeliest first; with a country prefix, only that country. */
export function postalCountries({ countryPrefix }: WrittenPostalCode, language: string): readonly string[] {
  if (countryPrefix === undefined)
    return [...new Set([...(COUNTRIES_OF_LANGUAGE[language] ?? []), ...POSTAL_COUNTRIES])];
  const code = countryPrefix.toUpperCase();
  return [COUNTRY_OF_PREFIX[code] ?? code];
}

/**
 * Returns a postal code with the prefix of its country, such as `FR-75001`: the country of the search, otherwise the likeliest one
 * for the language. Returns a code with a prefix or a town unchanged, and null for a text without a postal code.
 */
export function withCountryPrefix(
  text: string,
  { language, country }: { readonly language: string; readonly country: string | undefined },
): string | null {
  const postal = readPostalCode(text);
  if (postal === null) return null;
  if (postal.countryPrefix !== undefined || postal.town !== undefined) return text;
  const countries =
    country === undefined ? postalCountries(postal, language) : country.split(',').slice(0, 1);
  const area = townOfPostalArea(postal.code, countries);
  return area === undefined ? text : `${area.country}-${postal.code}`;
}

/** Returns the towns of live listings whose postal code begins with these characters. */
export async function findPostalPlaces(
  db: Queryable,
  code: string,
  { most }: { readonly most: number },
): Promise<readonly PostalPlace[]> {
  if (code.length < LENGTH_MIN) return [];
  const prefix = `${code.replace(/[%_\\]/g, '')}%`;
  const { rows } = await sql<PostalPlace>`
    select distinct "postalCode", city, country from (
      select postal_code as "postalCode", city, country from listings
      where status = 'ACTIVE' and postal_code is not null and postal_code like ${prefix}
        and city is not null and country is not null
      order by postal_code limit ${READ_MAX}) near
    order by "postalCode", city limit ${most}`.execute(db);
  return rows;
}

/** Returns the town of a postal code according to live listings, in the first of `countries` that has the code. */
export async function findTownOfPostalCode(
  db: Queryable,
  code: string,
  countries: readonly string[],
): Promise<Town | undefined> {
  const { rows } = await sql<Town>`
    select city as name, country from listings
    where status = 'ACTIVE' and postal_code = ${code} and city is not null and country = any(${countries})
    order by array_position(${countries}::text[], country::text), city limit 1`.execute(db);
  return rows[0];
}
