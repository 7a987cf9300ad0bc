import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import type { Chip, Chipped, SearchPageData } from './data.ts';
import { labelOf } from './filter-groups.tsx';
import {
  changed,
  FLAGS,
  type ListName,
  LISTS,
  listOf,
  RANGES,
  type RangeName,
  type SearchQuery,
  toQueryString,
  unitOf,
  without,
} from './parameters.ts';

/** The filters in force, each with a link to the same search without it. */
export function Chips({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement | null {
  const chips = chipsOf(data, reader);
  const understood = interpretedTexts(data, reader);
  if (chips.length === 0 && understood.length === 0) return null;
  return (
    <div className="chips">
      {understood.length > 0 && (
        <p>{reader.text('search.understood', { filters: reader.list(understood) })}</p>
      )}
      {chips.length > 0 && (
        <ul aria-label={reader.text('search.active')}>
          {chips.map(({ label, rest }) => (
            <li key={label}>
              <a
                href={`/${reader.language}/search${toQueryString(rest)}`}
                aria-label={reader.text('search.remove', { name: label })}
                rel="nofollow"
              >
                {label} <span aria-hidden="true">✕</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The filters of the search, each with the search without it. */
export function chipsOf(data: Chipped, reader: Reader): readonly Chip[] {
  const { query } = data;
  return [
    ...LISTS.flatMap((name) => listChips(name, data, reader)),
    ...rangeChips(query, reader),
    ...placeChips(query, reader),
    ...FLAGS.filter((name) => query[name] === 'true').map((name) => ({
      label: reader.text(`filter.${name}`),
      rest: changed(query, { [name]: '' }),
    })),
  ];
}

function listChips(name: ListName, data: Chipped, reader: Reader): readonly Chip[] {
  return listOf(data.query, name).map((value) => ({
    label: valueLabel(name, value, data, reader),
    rest: without(data.query, name, value),
  }));
}

function valueLabel(name: ListName, value: string, { answer, types }: Chipped, reader: Reader): string {
  const named = (list: readonly { slug: string; name: string }[] | undefined): string =>
    list?.find(({ slug }) => slug === value)?.name ?? value;
  if (name === 'category') return named(answer.facets.categories);
  if (name === 'subcategory') return named(types);
  if (name === 'brand') return named(answer.facets.brands);
  return labelOf(name, value, reader);
}

function rangeChips(query: SearchQuery, reader: Reader): readonly Chip[] {
  return RANGES.flatMap((name) => {
    const text = rangeText(name, query[`min_${name}`], query[`max_${name}`], query['currency'], reader);
    return text === null
      ? []
      : [
          {
            label: `${reader.text(`filter.${name}`)} ${text}`,
            rest: changed(query, { [`min_${name}`]: '', [`max_${name}`]: '' }),
          },
        ];
  });
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
    return `${reader.number(value)} ${unitOf(name)}`.trim();
  };
  if (min === undefined && max === undefined) return null;
  if (min !== undefined && max !== undefined) return min === max ? show(min) : `${show(min)} – ${show(max)}`;
  return min === undefined
    ? `${reader.text('filter.to')} ${show(max ?? '')}`
    : `${reader.text('filter.from')} ${show(min)}`;
}

function placeChips(query: SearchQuery, reader: Reader): readonly Chip[] {
  const { city, region, radius } = query as { city?: string; region?: string; radius?: string };
  return [
    ...(city === undefined
      ? []
      : [
          {
            label: radius === undefined ? city : reader.text('filter.within', { km: radius, city }),
            rest: changed(query, { city: '', radius: '' }),
          },
        ]),
    ...(region === undefined ? [] : [{ label: region, rest: changed(query, { region: '' }) }]),
  ];
}

/** Filters that the search has parsed from the query terms. */
function interpretedTexts({ answer }: SearchPageData, reader: Reader): readonly string[] {
  const read = answer.interpreted;
  if (read === undefined) return [];
  const number = (name: string): string | undefined =>
    typeof read[name] === 'number' ? String(read[name]) : undefined;
  const ranges = RANGES.flatMap((name) => {
    const text = rangeText(name, number(`min_${name}`), number(`max_${name}`), undefined, reader);
    return text === null ? [] : [`${reader.text(`filter.${name}`)} ${text}`];
  });
  const axles = Array.isArray(read['drive_type']) ? (read['drive_type'] as string[]) : [];
  return [...ranges, ...axles];
}
