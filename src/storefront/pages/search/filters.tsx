import type { ReactElement } from 'react';
import { writeNumber } from '../../texts/numbers.ts';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SearchPageData } from './data.ts';
import {
  type Bound,
  Group,
  InspectionValid,
  KeptChoices,
  KeptFlag,
  KeptOptions,
  KeptPlace,
  KeptRange,
} from './filter-groups.tsx';
import { barsOf, choicesOf, type FilterGroup, groupsOf, OFFERED, type Part } from './groups.ts';
import { categoryOf, clearedAddress, filteredAddress, resultsPath } from './page-query.ts';
import {
  filterNames,
  FLAGS,
  type ListName,
  listOf,
  LISTS,
  rangeField,
  type RangeName,
  RANGES,
  type SearchQuery,
  toQueryString,
  unitOf,
} from './parameters.ts';

/** A plain GET form, so that every combination of filters has a URL. */
export function Filters({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { filters, answer } = data;
  const groups = groupsOf(categoryOf(filters), { isDealer: data.dealer !== null });
  return (
    <aside className="side" id="filters" aria-label={reader.text('search.filters')} data-filters="">
      <p className="side-head phone">
        <b>{reader.text('search.filters')}</b>
        <a className="button plain" href="#results" aria-label={reader.text('search.filters.close')}>
          <Icon name="x" />
        </a>
      </p>
      <form className="filters" action={filteredAddress({}, data, reader)}>
        {['q', 'sort', 'order', 'currency'].map(
          (name) =>
            filters[name] !== undefined && (
              <input key={name} type="hidden" name={name} value={filters[name]} />
            ),
        )}
        <OtherFilters groups={groups} filters={filters} />
        {groups.map((group) => (
          <FilterGroupView key={group.title} group={group} data={data} reader={reader} />
        ))}
        <div className="filter-end">
          <button type="submit" className="main wide" data-total="">
            {reader.count('search.show', answer.pagination.total)}
          </button>
          {filterNames(filters).length > 0 && (
            <a href={clearedAddress(data, reader)}>{reader.text('search.reset')}</a>
          )}
        </div>
      </form>
    </aside>
  );
}

/** Hidden fields for filters that the form of the category does not offer, so that they stay active. */
function OtherFilters({
  groups,
  filters,
}: {
  groups: readonly FilterGroup[];
  filters: SearchQuery;
}): ReactElement {
  const offered = new Set(
    groups.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.kind === 'place'
          ? ['city', 'radius', 'lat', 'lng']
          : part.kind === 'range'
            ? [`min_${part.name}`, `max_${part.name}`]
            : [part.kind === 'months' ? `min_${part.name}` : part.name],
      ),
    ),
  );
  const all = [
    ...LISTS,
    ...FLAGS,
    ...RANGES.flatMap((name) => [`min_${name}`, `max_${name}`]),
    'region',
    'seller',
  ];
  return (
    <>
      {all.map((name) =>
        offered.has(name) || filters[name] === undefined ? null : (
          <input key={name} type="hidden" name={name} value={filters[name]} />
        ),
      )}
    </>
  );
}

function FilterGroupView({
  group: { title, parts, isFolded },
  data,
  reader,
}: {
  group: FilterGroup;
  data: SearchPageData;
  reader: Reader;
}): ReactElement | null {
  const visibleParts = parts.filter((part) => hasSomething(part, data));
  if (visibleParts.length === 0) return null;
  const chosen = visibleParts.reduce((sum, part) => sum + chosenIn(part, data.filters), 0);
  const isRefused = visibleParts.some((part) =>
    namesOf(part).some((name) => data.refused[name] !== undefined),
  );
  return (
    <Group
      title={title}
      chosen={chosen}
      isOpen={isFolded !== true || chosen > 0 || isRefused}
      reader={reader}
    >
      {visibleParts.map((part) => (
        <PartView
          key={part.kind === 'place' ? 'place' : part.name}
          part={part}
          isNamed={visibleParts.length > 1 && part !== visibleParts[0]}
          data={data}
          reader={reader}
        />
      ))}
    </Group>
  );
}

const namesOf = (part: Part): readonly string[] =>
  part.kind === 'place'
    ? ['city', 'lat']
    : part.kind === 'range'
      ? [`min_${part.name}`, `max_${part.name}`]
      : [part.kind === 'months' ? `min_${part.name}` : part.name];

function chosenIn(part: Part, filters: SearchQuery): number {
  if (part.kind === 'list' || part.kind === 'options') return listOf(filters, part.name).length;
  return namesOf(part).some((name) => filters[name] !== undefined) ? 1 : 0;
}

/** Returns whether the filter is offered: a list only with values, and models only once a make is selected. */
function hasSomething(part: Part, { filters, answer, dealer }: SearchPageData): boolean {
  if (part.kind === 'flag' && part.name === 'verified_seller') return dealer === null;
  if (part.kind !== 'list' && part.kind !== 'options') return true;
  if (filters[part.name] !== undefined) return true;
  if (part.name === 'model' && filters['brand'] === undefined) return false;
  if (part.name === 'subcategory' && filters['category'] === undefined) return false;
  return choicesOf(part.name, answer.facets).length > 0;
}

/** Lists whose legend already names them, because they depend on the list above. */
const NESTED: ReadonlySet<string> = new Set(['subcategory', 'model']);

function ListView({
  name,
  isNamed,
  data,
  reader,
}: {
  name: ListName;
  isNamed: boolean;
  data: SearchPageData;
  reader: Reader;
}): ReactElement {
  const { filters, answer, query } = data;
  const more = `/${reader.language}${resultsPath(data)}${toQueryString({ ...query, all: name })}`;
  return (
    <>
      {isNamed && !NESTED.has(name) && <h3 className="note">{reader.text(`filter.${name}`)}</h3>}
      <KeptChoices
        name={name}
        chosen={listOf(filters, name)}
        choices={choicesOf(name, answer.facets).slice(0, query['all'] === name ? undefined : LISTED_MAX)}
        more={query['all'] === name ? null : more}
        reader={reader}
      />
    </>
  );
}

function PartView({
  part,
  isNamed,
  data,
  reader,
}: {
  part: Part;
  isNamed: boolean;
  data: SearchPageData;
  reader: Reader;
}): ReactElement {
  const { filters, refused, answer } = data;
  switch (part.kind) {
    case 'list':
      return <ListView name={part.name} isNamed={isNamed} data={data} reader={reader} />;
    case 'options':
      return (
        <KeptOptions
          name={part.name}
          chosen={listOf(filters, part.name)}
          choices={choicesOf(part.name, answer.facets)}
          reader={reader}
        />
      );
    case 'range':
      return (
        <KeptRange
          name={part.name}
          unit={part.name === 'price' ? (filters['currency'] ?? 'EUR') : unitOf(part.name)}
          {...boundsOf(part.name, filters, refused, reader)}
          bars={barsOf(part.name, answer.facets)}
          isNamed={isNamed}
          reader={reader}
        />
      );
    case 'months':
      return (
        <InspectionValid
          chosen={filters['min_inspection'] ?? ''}
          offered={data.inspections}
          reader={reader}
        />
      );
    case 'flag':
      return <KeptFlag name={part.name} isChosen={filters[part.name] === 'true'} reader={reader} />;
    case 'place': {
      const { lat, lng } = filters;
      return (
        <KeptPlace
          city={refused['city']?.text ?? filters['city'] ?? ''}
          radius={filters['radius'] ?? ''}
          problem={refused['city']?.problem ?? null}
          here={lat === undefined || lng === undefined ? null : { lat, lng }}
          reader={reader}
        />
      );
    }
  }
}

/** Number of values up to which the link to all values shows an exact number. */
const LISTED_MAX = 100;

export const OFFERED_RANGES: ReadonlySet<string> = OFFERED;

/** Returns the texts of the fields: numbers in the format of the language, and invalid input unchanged. */
function boundsOf(
  name: RangeName,
  query: SearchQuery,
  refused: SearchPageData['refused'],
  reader: Reader,
): Readonly<Record<'min' | 'max', Bound>> {
  const boundOf = (end: 'min' | 'max'): Bound => {
    const value = query[`${end}_${name}`];
    const bad = refused[`${end}_${name}`];
    if (bad !== undefined) return { ...bad, value: null };
    if (value === undefined) return { text: '', problem: null, value: null };
    const text = writeNumber(Number(value), reader.language, rangeField(name));
    return { text, problem: null, value: Number(value) };
  };
  return { min: boundOf('min'), max: boundOf('max') };
}
