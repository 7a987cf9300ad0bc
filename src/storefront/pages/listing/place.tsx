import type { ReactElement } from 'react';
import { coordinatesOf } from '../../../modules/discovery/index.ts';
import { EuropeMap, MapDot } from '../../maps/europe-map.tsx';
import { isOnMap, project } from '../../../platform/map/europe.ts';
import type { Reader } from '../../texts/reader.ts';
import type { ListingDetail } from './load.ts';

/** The location: as text, as a dot, and as a link to a third-party map. */
export function Place({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  const words = placeOf(listing, reader);
  const found = coordinatesOf(listing.location);
  const point = found === null ? null : project(found.lat, found.lng);
  return (
    <div className="place-of">
      <p>
        {reader.text('listing.location')}: {words}
        {found !== null && (
          <>
            {' · '}
            <a
              href={`https://www.openstreetmap.org/?mlat=${found.lat}&mlon=${found.lng}#map=11/${found.lat}/${found.lng}`}
              rel="noreferrer nofollow"
            >
              {reader.text('listing.openMap')}
            </a>
          </>
        )}
      </p>
      {point !== null && isOnMap(point) && (
        <EuropeMap label={reader.text('listing.map', { place: words })}>
          <MapDot point={point} />
        </EuropeMap>
      )}
    </div>
  );
}

export function placeOf({ location }: ListingDetail, reader?: Reader): string {
  const country = location.country === null ? null : (reader?.country(location.country) ?? location.country);
  const town = [location.postalCode, location.city].filter((part) => part !== null).join(' ');
  return [town, country].filter((part) => part !== null && part !== '').join(', ');
}
