import type { ReactElement } from 'react';
import { countryPoints } from '../../maps/countries.data.ts';
import { EuropeMap } from '../../maps/europe-map.tsx';
import { entryOf } from '@fifthwheel/text/entry-of';
import type { Reader } from '../../texts/reader.ts';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SearchPageData } from './data.ts';
import { changed, listOf } from './parameters.ts';
import { filteredAddress, searchOf } from './page-query.ts';

const SMALLEST = 11;
const LARGEST = 20;
const LISTED = 12;

const PLACES_MIN = 2;

const placesOf = ({ answer }: SearchPageData) =>
  (answer.facets.locations ?? []).flatMap(({ country, count }) => {
    const point = entryOf(countryPoints, country);
    return point === undefined || count === 0 ? [] : [{ country, count, ...point }];
  });

export const hasCountryMap = (data: SearchPageData): boolean => placesOf(data).length >= PLACES_MIN;

/** A map that links each country with its number of vehicles. The country filter shows the same numbers as text. */
export function CountryMap({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement | null {
  const places = placesOf(data);
  if (places.length < PLACES_MIN) return null;
  const most = Math.max(...places.map(({ count }) => count));
  const query = searchOf(data);
  const chosen = listOf(query, 'country');
  // The URL is built once; the country code is replaced in it.
  const address = filteredAddress(changed(query, { country: 'XX' }), data, reader);
  return (
    <section className="map part" id="map" aria-label={reader.text('search.map')}>
      <EuropeMap>
        {places
          // Smaller circles are drawn on top.
          .toSorted((a, b) => b.count - a.count)
          .map(({ country, count, x, y }) => (
            <a
              key={country}
              href={address.replace('country=XX', `country=${country}`)}
              aria-label={reader
                .count('search.map.country', count)
                .replace('{name}', reader.country(country))}
              aria-current={chosen.includes(country) ? 'true' : undefined}
              rel="nofollow"
            >
              <circle
                cx={x}
                cy={y}
                r={Math.round(SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most))}
              />
              <text x={x} y={y}>
                {count}
              </text>
            </a>
          ))}
      </EuropeMap>
      <div>
        <div className="block-head">
          <h2>{reader.text('search.map.title')}</h2>
          <a className="button plain" href="#results" aria-label={reader.text('search.map.close')}>
            <Icon name="x" />
          </a>
        </div>
        <ul className="lands">
          {places
            .toSorted((a, b) => b.count - a.count)
            .slice(0, LISTED)
            .map(({ country, count }) => (
              <li key={country}>
                <a href={address.replace('country=XX', `country=${country}`)} rel="nofollow">
                  <Flag country={country} />
                  {reader.country(country)}
                  <span className="count">{reader.number(count)}</span>
                </a>
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}
