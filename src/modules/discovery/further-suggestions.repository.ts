import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { City, Gazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { spelledAsTyped } from '../../platform/gazetteer/spelling.ts';
import { isOnMap, project } from '../../platform/map/europe.ts';
import { companies } from '../companies/index.ts';
import { findIdsByNumber } from './documents.repository.ts';
import { townOfPostalArea } from '../../platform/gazetteer/postal-areas.ts';
import { findPostalPlaces, postalCountries, readPostalCode } from './postal-codes.repository.ts';
import './tables.ts';

/** A town, dealer or vehicle that completes a text. */
export interface FurtherSuggestion {
  readonly type: 'place' | 'seller' | 'listing';
  readonly value: string;
  /** Slug of a dealer or listing. */
  readonly slug?: string;
  /** Country of a place. */
  readonly country?: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** Minimum length of a name: shorter texts match too many names, and the index of names needs three letters. */
const LETTERS_MIN = 3;
const RADIUS_KM = 60;
/** Number of cities to read before those in Europe, where most vehicles are, are moved to the front. */
const NAMESAKES_MAX = 50;

const isInEurope = ({ lat, lng }: City): boolean => isOnMap(project(lat, lng));

/** Returns the most populous towns whose name begins with the text, in the user's spelling, or the towns of a postal code. */
export async function suggestPlaces(
  db: Queryable,
  typed: string,
  { gazetteer, language, most }: { gazetteer: Gazetteer; language: string; most: number },
): Promise<FurtherSuggestion[]> {
  const postal = readPostalCode(typed);
  if (postal !== null && postal.town === undefined) {
    const livePlaces = (await findPostalPlaces(db, postal.code, { most })).filter(({ city, country }) =>
      gazetteer.cityExists(city, country),
    );
    const area =
      livePlaces.length > 0 ? undefined : townOfPostalArea(postal.code, postalCountries(postal, language));
    const places =
      area === undefined ? livePlaces : [{ postalCode: postal.code, city: area.name, country: area.country }];
    return places.map(({ postalCode, city, country }) => ({
      type: 'place',
      value: `${postalCode} ${city}`,
      country,
      parameters: { city, country, radius: RADIUS_KM },
    }));
  }
  const name = postal?.town ?? typed.trim();
  if (name.length < LETTERS_MIN) return [];
  return gazetteer
    .citiesBeginning(name, NAMESAKES_MAX)
    .toSorted((a, b) => Number(isInEurope(b)) - Number(isInEurope(a)))
    .slice(0, most)
    .map((place) => {
      const city = spelledAsTyped(place, name);
      return {
        type: 'place',
        value: city,
        country: place.country,
        parameters: { city, radius: RADIUS_KM },
      };
    });
}

/** Returns dealers with live listings whose name contains the text. */
export async function suggestSellers(
  db: Queryable,
  typed: string,
  most: number,
): Promise<FurtherSuggestion[]> {
  const name = typed.trim().toLowerCase();
  if (name.length < LETTERS_MIN) return [];
  const { rows } = await sql<{ slug: string; name: string }>`
    select s.slug, s.company_name as name from ${companies} s
    where lower(s.company_name) like ${`%${name.replace(/[%_\\]/g, '\\$&')}%`} and s.status <> 'erased'
      and exists (select from listings l where l.seller_id = s.id and l.status = 'ACTIVE')
    order by strpos(lower(s.company_name), ${name}), s.company_name limit ${most}`.execute(db);
  return rows.map(({ slug, name: value }) => ({ type: 'seller', value, slug, parameters: { seller: slug } }));
}

/** Returns live listings by their stock number, or a vehicle identification number that the seller shows. */
export async function suggestListings(
  db: Queryable,
  typed: string,
  most: number,
): Promise<FurtherSuggestion[]> {
  const ids = (await findIdsByNumber(db, typed)).slice(0, most);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ slug: string; title: string }>`
    select slug, title from listings where id = any(${ids}::text[]) and status = 'ACTIVE'
    order by array_position(${ids}::text[], id)`.execute(db);
  return rows.map(({ slug, title }) => ({
    type: 'listing',
    value: title,
    slug,
    parameters: { q: typed.trim() },
  }));
}
