import type { ReactElement } from 'react';
import { entryOf } from '@fifthwheel/text/entry-of';
import { powerKwOf } from '../../../modules/listings/index.ts';
import { regionNameIn } from '../../../platform/gazetteer/region-names.ts';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Chip, Chipped, SearchPageData } from './data.ts';
import { inspectionText, labelOf } from './filter-groups.tsx';
import { cleanness } from './groups.ts';
import { clearedAddress, filteredAddress, searchOf } from './page-query.ts';
import {
  changed,
  FLAGS,
  type ListName,
  LISTS,
  listOf,
  RANGES,
  type RangeName,
  type SearchQuery,
  unitOf,
  without,
} from './parameters.ts';

/** The active filters and query terms, each with a link to the same search without it. */
export function Chips({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement | null {
  const chips = chipsOf(data, reader);
  const { left_out: leftOut = [] } = data.answer.interpreted ?? {};
  const isRead = data.answer.interpreted !== undefined;
  const words = data.filters['q'];
  if (chips.length === 0 && words === undefined && leftOut.length === 0) return null;
  return (
    <ul className="chips" aria-label={reader.text('search.active')}>
      {isRead && chips.length > 0 && <li className="note wide-only">{reader.text('search.fromWords')}</li>}
      {chips.map(({ label, rest }) => (
        <li key={label}>
          <a
            className="chip on"
            href={filteredAddress(rest, data, reader)}
            aria-label={reader.text('search.remove', { name: label })}
            rel="nofollow"
          >
            {label} <Icon name="x" small />
          </a>
        </li>
      ))}
      {words !== undefined && (
        <li>
          <a
            className="chip on"
            href={filteredAddress(changed(data.filters, { q: '' }), data, reader)}
            aria-label={reader.text('search.remove', { name: words })}
            rel="nofollow"
          >
            “{words}” <Icon name="x" small />
          </a>
        </li>
      )}
      {leftOut.map((word) => (
        <li key={word} className="chip out">
          {reader.text('search.leftOut')} <b>{word}</b>
        </li>
      ))}
      {data.query['q'] !== undefined && searchOf(data)['category'] !== undefined && (
        <li>
          <a className="chip" href={filteredAddress({ q: data.query['q'] }, data, reader)} rel="nofollow">
            {reader.text('search.everywhere')}
          </a>
        </li>
      )}
      <li>
        <a className="chip" href={clearedAddress(data, reader)}>
          {reader.text('search.reset')}
        </a>
      </li>
    </ul>
  );
}

/** Says how the search differs from the query: corrected terms, omitted terms, and the distance of the nearest result. */
export function Readings({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement | null {
  const { left_out: leftOut = [], did_you_mean: corrections = [], nearest } = data.answer.interpreted ?? {};
  const km = nearest?.distance ?? null;
  if (leftOut.length === 0 && corrections.length === 0) return null;
  return (
    <div className="say">
      <Icon name="info-circle" />
      <div>
        {nearest !== undefined && km !== null && (
          <p>{reader.text('search.nearest', { place: nearest.place, km: reader.number(km) })}</p>
        )}
        {leftOut.length > (km === null ? 0 : 1) && (
          <p>
            {reader.text('search.withoutWords', { words: reader.list(leftOut.map((word) => `“${word}”`)) })}
          </p>
        )}
        {corrections.map(({ typed, meant }) => (
          <p key={typed}>{reader.text('search.meant', { typed, meant })}</p>
        ))}
      </div>
    </div>
  );
}

/** Returns the filters of the search, each with the search without it. */
export function chipsOf(data: Chipped, reader: Reader): readonly Chip[] {
  const { filters } = data;
  return [
    ...LISTS.flatMap((name) => listChips(name, data, reader)),
    ...rangeChips(filters, reader),
    ...placeChips(filters, reader),
    ...sellerChips(data),
    ...FLAGS.filter((name) => filters[name] === 'true').map((name) => ({
      label: reader.text(`filter.${name}`),
      rest: changed(filters, { [name]: '' }),
    })),
  ];
}

/** Returns no chip if `names` has no dealers: pages of saved searches name the dealer separately. */
function sellerChips({ filters, names }: Chipped): readonly Chip[] {
  const label = entryOf(names['seller'] ?? {}, filters['seller'] ?? '');
  return label === undefined ? [] : [{ label, rest: changed(filters, { seller: '' }) }];
}

function listChips(name: ListName, data: Chipped, reader: Reader): readonly Chip[] {
  const values = listOf(data.filters, name);
  if (name === 'euro_standard' && values.length > 1) {
    const lowest = values.toSorted((a, b) => cleanness(a) - cleanness(b) || a.localeCompare(b))[0] ?? '';
    // "from Euro 5" includes the cleaner standards.
    if (values.some((value) => value !== lowest && cleanness(value) === 6))
      return [
        {
          label: reader.text('filter.orBetter', { name: labelOf(name, lowest, reader) }),
          rest: changed(data.filters, { [name]: '' }),
        },
      ];
  }
  return values.map((value) => ({
    label: nameOfValue(name, value, data, reader),
    rest: without(data.filters, name, value),
  }));
}

export function nameOfValue(name: ListName, value: string, { names }: Chipped, reader: Reader): string {
  return entryOf(entryOf(names, name) ?? {}, value) ?? labelOf(name, value, reader);
}

function rangeChips(query: SearchQuery, reader: Reader): readonly Chip[] {
  return RANGES.flatMap((name) => {
    const { min_inspection: from, max_inspection: to } = query as Partial<Record<string, string>>;
    if (name === 'inspection' && from !== undefined && to === undefined)
      return [{ label: inspectionText(from, reader), rest: changed(query, { min_inspection: '' }) }];
    const text = rangeText(name, query[`min_${name}`], query[`max_${name}`], query['currency'], reader);
    return text === null
      ? []
      : [
          {
            label: `${rangeLabel(name, reader)} ${text}`,
            rest: changed(query, { [`min_${name}`]: '', [`max_${name}`]: '' }),
          },
        ];
  });
}

/** The name of the filter includes the unit; a chip shows the unit after the number. */
const rangeLabel = (name: RangeName, reader: Reader): string =>
  name === 'power' ? reader.field('powerKw') : reader.text(`filter.${name}`);

/** German vehicle documents state kilowatts, but buyers compare horsepower. */
function powerText(hp: number, reader: Reader): string {
  const rounded = `${reader.number(Math.round(hp))}\u00a0${reader.text('unit.hp')}`;
  if (reader.language !== 'de') return rounded;
  return `${reader.number(powerKwOf(hp))}\u00a0kW (${rounded})`;
}

function rangeText(
  name: RangeName,
  min: string | undefined,
  max: string | undefined,
  currency: string | undefined,
  reader: Reader,
): string | null {
  const show = (text: string): string => {
    const value = Number(text);
    if (Number.isNaN(value) || name === 'year') return text;
    if (name === 'price') return reader.money(value, currency ?? 'EUR');
    if (name === 'power') return powerText(value, reader);
    const unit = unitOf(name);
    return unit === '' ? reader.number(value) : `${reader.number(value)}\u00a0${unit}`;
  };
  if (min === undefined && max === undefined) return null;
  if (min !== undefined && max !== undefined) return min === max ? show(min) : `${show(min)} – ${show(max)}`;
  return min === undefined
    ? `${reader.text('filter.atMost')} ${show(max ?? '')}`
    : `${reader.text('filter.atLeast')} ${show(min)}`;
}

function placeChips(query: SearchQuery, reader: Reader): readonly Chip[] {
  const { city, region, radius, lat } = query as Partial<Record<string, string>>;
  const chips: Chip[] = [];
  if (city !== undefined)
    chips.push({
      label: radius === undefined ? city : reader.text('filter.within', { km: radius, city }),
      rest: changed(query, { city: '', radius: '' }),
    });
  if (lat !== undefined)
    chips.push({
      label: reader.text('filter.withinHere', { km: radius ?? '' }),
      rest: changed(query, { lat: '', lng: '', radius: '' }),
    });
  if (region !== undefined)
    chips.push({
      label: regionNameIn(region, reader.language),
      rest: changed(query, { region: '' }),
    });
  return chips;
}
