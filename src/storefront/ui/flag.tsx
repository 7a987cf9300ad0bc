import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { COUNTRIES_WITH_FLAG, FLAGS } from './generated/symbols.ts';

/** Stands for a country, never for a language, and beside its name. None for countries far from the market. */
export function Flag({ country }: { country: string }): ReactElement | null {
  const name = country.toLowerCase();
  if (!COUNTRIES_WITH_FLAG.has(name)) return null;
  return (
    <svg className="flag" aria-hidden="true">
      <use href={`${FLAGS}#${name}`} />
    </svg>
  );
}

/** Flag, town and country, as far as they are known. */
export function Town({
  city,
  country,
  reader,
}: {
  city: string | null;
  country: string | null;
  reader: Reader;
}): ReactElement | null {
  const words = [city, country === null ? null : reader.country(country)].filter((part) => part !== null);
  if (words.length === 0) return null;
  return (
    <span className="where">
      {country !== null && <Flag country={country} />} {words.join(', ')}
    </span>
  );
}
