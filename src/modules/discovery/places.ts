import { COUNTRY_CODES, countryNamed } from '../../platform/countries.ts';
import type { City, Gazetteer } from '../../platform/gazetteer/gazetteer.ts';
import type { GeoCentre } from '@fifthwheel/search';
import { type Town, townOfPostalArea } from '../../platform/gazetteer/postal-areas.ts';
import { postalCountries, readPostalCode } from './postal-codes.repository.ts';
import { FilterProblems, invalidFilter, SHOWN_MAX, unknownLocation } from './filter-errors.ts';
import type { SearchFilters } from './search-parameters.ts';
import { t } from '../../platform/errors/sentence.ts';

/** The places in a search, in the spellings and coordinates that the engine compares. */
export interface Places {
  readonly countries?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly cities?: readonly string[] | undefined;
  readonly centre?: GeoCentre | undefined;
  /** Errors in the places of the search. */
  readonly problems: FilterProblems;
}

type TownLookup = Pick<PlaceLookup, 'gazetteer' | 'language' | 'findTownOfPostalCode'>;

export interface PlaceLookup {
  readonly gazetteer: Gazetteer;
  /** Language of the user, which decides the likeliest country of a postal code. */
  readonly language: string;
  readonly findTownOfPostalCode: (code: string, countries: readonly string[]) => Promise<Town | undefined>;
  /** Returns whether any live listing is in the place. */
  readonly isListed: (place: { cities: [string] } | { regions: [string] }) => Promise<boolean>;
}

/** Looks up all places in the filters of a search. */
export async function resolvePlaces(given: SearchFilters, lookup: PlaceLookup): Promise<Places> {
  const problems = new FilterProblems();
  const countries = problems.try(() => readCountries(given.country));
  const town = await townOf(given.city, countries?.[0], lookup);
  const centre = problems.try(() =>
    readCentre({ ...given, city: town?.name }, town?.country, lookup.gazetteer),
  );
  // With a radius, the city is only the center.
  const city = given.radius === undefined ? town?.name : undefined;
  const { region } = given;
  const cities = city === undefined ? undefined : await spellingsOfCity(city, town?.country, lookup);
  const regions = region === undefined ? undefined : await spellingsOfRegion(region, countries?.[0], lookup);
  if (city !== undefined && cities === null)
    problems.add(unknownLocation('city', city, lookup.gazetteer.nearestCityName(city, town?.country)));
  else if (region !== undefined && regions === null) problems.add(unknownLocation('region', region, null));
  return { countries, centre, cities: cities ?? undefined, regions: regions ?? undefined, problems };
}

/**
 * Returns the town of a name or a postal code.
 *
 * @throws LOCATION_NOT_FOUND
 */
export async function findTown(name: string, country: string | undefined, lookup: TownLookup): Promise<City> {
  const town = await townOf(name, country, lookup);
  return cityNamed(town?.name ?? name, town?.country ?? country, lookup.gazetteer);
}

function cityNamed(name: string, country: string | undefined, gazetteer: Gazetteer): City {
  const city = gazetteer.findCity(name, country);
  if (city === null) throw unknownLocation('city', name, gazetteer.nearestCityName(name, country));
  return city;
}

/** Replaces a postal code such as `01067` or `10115 Berlin` by its town, or by the town at the center of its postal area. */
async function townOf(
  city: string | undefined,
  country: string | undefined,
  lookup: TownLookup,
): Promise<{ readonly name: string; readonly country: string | undefined } | undefined> {
  if (city === undefined) return undefined;
  const postal = readPostalCode(city);
  if (postal === null) return { name: city, country };
  const countries = country === undefined ? postalCountries(postal, lookup.language) : [country];
  const knownCountry = countries.length === 1 ? countries[0] : undefined;
  if (postal.town !== undefined && lookup.gazetteer.cityExists(postal.town, knownCountry))
    return { name: postal.town, country: knownCountry };
  const listed = await lookup.findTownOfPostalCode(postal.code, countries);
  // Dealers enter towns freely, so the gazetteer may not know the town of a listing.
  const isKnown = listed !== undefined && lookup.gazetteer.cityExists(listed.name, listed.country);
  const town = isKnown ? listed : townOfPostalArea(postal.code, countries);
  return town ?? { name: city, country };
}

/** Returns all spellings, because sellers and buyers write a city in different languages. Null if the city is unknown. */
async function spellingsOfCity(
  name: string,
  country: string | undefined,
  { gazetteer, isListed }: PlaceLookup,
): Promise<readonly string[] | null> {
  if (!gazetteer.cityExists(name) && !(await isListed({ cities: [name] }))) return null;
  return [name, ...gazetteer.citySpellings(name, country)];
}

async function spellingsOfRegion(
  name: string,
  country: string | undefined,
  { gazetteer, isListed }: PlaceLookup,
): Promise<readonly string[] | null> {
  if (!gazetteer.isRegion(name) && !(await isListed({ regions: [name] }))) return null;
  return [name, ...gazetteer.regionSpellings(name, country)];
}

function readCountries(codes: readonly string[] | undefined): readonly string[] | undefined {
  const wrong = codes?.find((code) => !COUNTRY_CODES.has(code.toUpperCase()));
  if (wrong !== undefined) {
    const suggestion = countryNamed(wrong);
    throw invalidFilter(
      'country',
      suggestion === undefined
        ? t('cannot be "{value}": it is a two-letter code, such as DE', { value: wrong.slice(0, SHOWN_MAX) })
        : t('cannot be "{value}": it is a two-letter code; did you mean "{meant}"?', {
            value: wrong.slice(0, SHOWN_MAX),
            meant: suggestion,
          }),
    );
  }
  return codes?.map((code) => code.toUpperCase());
}

/** Returns the center of a radius search. Coordinates take precedence over the city. */
function readCentre(
  { lat, lng, radius, city }: Pick<SearchFilters, 'lat' | 'lng' | 'radius'> & { city: string | undefined },
  country: string | undefined,
  gazetteer: Gazetteer,
): GeoCentre | undefined {
  if ((lat === undefined) !== (lng === undefined)) {
    const [missing, present] = lat === undefined ? ['lat', 'lng'] : ['lng', 'lat'];
    throw invalidFilter(present, t('requires {other} as well', { other: missing }));
  }
  if (lat !== undefined && lng !== undefined) return { lat, lng, radiusKm: radius };
  if (radius === undefined) return undefined;
  if (city === undefined) throw invalidFilter('radius', t('requires a center: lat and lng, or a city'));
  const place = cityNamed(city, country, gazetteer);
  return { lat: place.lat, lng: place.lng, radiusKm: radius };
}
