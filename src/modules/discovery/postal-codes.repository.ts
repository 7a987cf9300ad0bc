import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import './tables.ts';

/** A postal code, perhaps with the sign of its country, and the town that follows it: `D-01067 Dresden`. */
const WRITTEN = /^(?:[A-Za-z]{1,3}[- ])?(\d[\d-]{2,6}|\d{4} ?[A-Za-z]{2}|\d{3} ?\d{2})(?:[ ,]+(\p{L}.*))?$/u;
/** Codes that share this many characters are of the same area. */
const AREA_LENGTH = 3;
const READ_MAX = 200;

export interface PostalPlace {
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

export function readPostalCode(text: string): { code: string; town: string | undefined } | null {
  const match = WRITTEN.exec(text.trim());
  return match === null ? null : { code: match[1] as string, town: match[2] };
}

/** Returns the towns of live listings whose postal code begins with these characters. */
export async function findPostalPlaces(
  db: Queryable,
  code: string,
  { country, most }: { country?: string | undefined; most: number },
): Promise<readonly PostalPlace[]> {
  if (code.length < AREA_LENGTH) return [];
  const prefix = `${code.replace(/[%_\\]/g, '')}%`;
  const { rows } = await sql<PostalPlace>`
    select distinct "postalCode", city, country from (
      select postal_code as "postalCode", city, country from listings
      where status = 'ACTIVE' and postal_code is not null and postal_code like ${prefix}
        and city is not null and country is not null
        and (${country ?? null}::text is null or country = ${country ?? null})
      order by postal_code limit ${READ_MAX}) near
    order by "postalCode", city limit ${most}`.execute(db);
  return rows;
}

/** Returns the town of a postal code, or one in its area, as far as live listings tell; undefined if they do not. */
export async function cityOfPostalCode(
  db: Queryable,
  code: string,
  country: string | undefined,
): Promise<string | undefined> {
  for (const prefix of [code, code.slice(0, AREA_LENGTH)]) {
    const [place] = await findPostalPlaces(db, prefix, { country, most: 1 });
    if (place !== undefined) return place.city;
  }
  return undefined;
}
