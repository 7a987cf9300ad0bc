import type { ReactElement } from 'react';
import { cabTypes, colors, conditions, driveTypes, euroStandards } from '../../../modules/listings/index.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { writeNumber } from '../../texts/numbers.ts';
import type { Reader } from '../../texts/reader.ts';
import type { Counted, SearchPageData } from './data.ts';
import {
  type Bound,
  type Choice,
  Choices,
  Group,
  KeptFlag,
  KeptPlaceGroup,
  KeptRangeGroup,
  Range,
} from './filter-groups.tsx';
import {
  filterNames,
  FLAGS,
  listOf,
  type OfferName,
  rangeField,
  type RangeName,
  RANGES,
  unitOf,
} from './parameters.ts';

const plainChoices = (values: readonly string[]): readonly Choice[] => values.map((value) => ({ value }));
/** EEV is between Euro 5 and Euro 6. */
const cleanness = (standard: string): number => (standard === 'eev' ? 5.5 : Number(/\d/.exec(standard)?.[0]));
const namedChoice = ({ slug, name, count }: Counted): Choice => ({ value: slug, label: name, count });

const EURO_STANDARDS = plainChoices(
  euroStandards.toSorted((a, b) => cleanness(b) - cleanness(a) || b.localeCompare(a)),
);
const DRIVE_TYPES = plainChoices(driveTypes);
const CAB_TYPES = plainChoices(cabTypes);
const COLORS = plainChoices(colors);
const CONDITIONS = plainChoices(conditions);

/** The filters of each dimension, in the order of the page. */
const OFFERS: Readonly<Record<OfferName, (data: SearchPageData) => readonly Choice[]>> = {
  drive_type: () => DRIVE_TYPES,
  // The cleanest first; the enumeration keeps the order in which it grew.
  euro_standard: () => EURO_STANDARDS,
  fuel_type: ({ answer }) => answer.facets.fuel_types ?? [],
  transmission: ({ answer }) => answer.facets.transmissions ?? [],
  cab: () => CAB_TYPES,
  color: () => COLORS,
  condition: () => CONDITIONS,
  stage: ({ answer }) => answer.facets.stages ?? [],
  undercarriage: ({ answer }) => answer.facets.undercarriages ?? [],
  mast: ({ answer }) => answer.facets.masts ?? [],
  bus_class: ({ answer }) => answer.facets.bus_classes ?? [],
  service_history: ({ answer }) => answer.facets.service_histories ?? [],
  axle_make: ({ answer }) => answer.facets.axle_makes ?? [],
  cooling_make: ({ answer }) => answer.facets.cooling_makes ?? [],
};

/** A plain form of the method GET: every combination of filters is an address. */
export function Filters({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { facets } = data.answer;
  const query = formQuery(data);
  const active = filterNames(query).length;
  return (
    <details className="filters" data-filters="">
      <summary>
        {reader.text('search.filters')}
        {active > 0 && <span className="number">{active}</span>}
      </summary>
      <form action={`/${reader.language}/search`} id="filters">
        {query['q'] !== undefined && <input type="hidden" name="q" value={query['q']} />}
        {query['sort'] !== undefined && <input type="hidden" name="sort" value={query['sort']} />}
        {query['order'] !== undefined && <input type="hidden" name="order" value={query['order']} />}
        <Choices
          name="category"
          chosen={listOf(query, 'category')}
          choices={(facets.categories ?? []).map(namedChoice)}
          reader={reader}
        />
        <Choices
          name="subcategory"
          chosen={listOf(query, 'subcategory')}
          choices={data.types
            .filter(({ count }) => count > 0)
            .map(({ slug, name }) => ({ value: slug, label: name }))}
          isOpen
          reader={reader}
        />
        <Choices
          name="brand"
          chosen={listOf(query, 'brand')}
          choices={(facets.brands ?? []).map(namedChoice)}
          reader={reader}
        />
        <Group title="filter.price" reader={reader} isOpen>
          <Range
            name="price"
            {...boundsOf('price', query, data.refused, reader)}
            unit={query['currency'] ?? 'EUR'}
            reader={reader}
          />
          {FLAGS.map((name) => (
            <KeptFlag key={name} name={name} isChosen={query[name] === 'true'} reader={reader} />
          ))}
        </Group>
        <Ranges names={['year', 'mileage']} query={query} refused={data.refused} reader={reader} isOpen />
        <Ranges names={traitsOf(query, data.refused)} query={query} refused={data.refused} reader={reader} />
        {(Object.keys(OFFERS) as OfferName[])
          .filter((name) => name !== 'cab' || hasCab(query))
          .map((name) => (
            <Choices
              key={name}
              name={name}
              chosen={listOf(query, name)}
              choices={OFFERS[name](data)}
              reader={reader}
            />
          ))}
        <Choices
          name="country"
          chosen={listOf(query, 'country')}
          choices={(facets.locations ?? []).map(({ country, count }) => ({ value: country, count }))}
          reader={reader}
        />
        <KeptPlaceGroup city={query['city']} radius={query['radius'] ?? ''} reader={reader} />
        <div className="filter-actions">
          <button type="submit">{reader.text('search.apply')}</button>
          {active > 0 && <a href={`/${reader.language}/search`}>{reader.text('search.reset')}</a>}
        </div>
      </form>
    </details>
  );
}

/** A landing page's category and make are chosen in its form. */
function formQuery({ query, landing }: SearchPageData): Readonly<Record<string, string>> {
  if (landing === null) return query;
  return {
    ...query,
    category: landing.category.slug,
    ...(landing.subcategory === undefined ? {} : { subcategory: landing.subcategory.slug }),
    ...(landing.brand === undefined ? {} : { brand: landing.brand.slug }),
  };
}

type InvalidInput = SearchPageData['refused'];
type FormQuery = Readonly<Record<string, string>>;

/** Filters that the form shows for every category. */
const ALWAYS: readonly RangeName[] = ['price', 'year', 'mileage'];
const OF_ROAD = ['power', 'axles', 'gross_weight', 'payload'] as const;
const OF_TRAILERS = [
  'axles',
  'gross_weight',
  'payload',
  'load_length',
  'load_volume',
  'pallets',
  'tank_volume',
  'cooling_hours',
] as const;
const OF_MACHINES = ['power', 'operating_weight', 'hours'] as const;
/** Number fields of the form by category; other categories, and none, use those of road vehicles. */
const TRAITS: Readonly<Record<string, readonly RangeName[]>> = {
  'tractor-units': ['power', 'axles', 'gross_weight'],
  vans: ['power', 'gross_weight', 'payload', 'load_volume', 'seats'],
  'semi-trailers': OF_TRAILERS,
  trailers: OF_TRAILERS,
  buses: ['power', 'seats', 'standing_places', 'axles'],
  'construction-machinery': OF_MACHINES,
  'agricultural-machinery': OF_MACHINES,
  forklifts: ['hours', 'lifting_capacity', 'lifting_height'],
};
export const OFFERED_RANGES: ReadonlySet<RangeName> = new Set([
  ...ALWAYS,
  ...OF_ROAD,
  ...Object.values(TRAITS).flat(),
]);
/** Categories whose vehicles come with different types of cab. */
const WITH_CAB = ['tractor-units', 'trucks'];

/** Numbers that matter in the category, and those in the query. */
function traitsOf(query: FormQuery, refused: InvalidInput): readonly RangeName[] {
  const named = entryOf(TRAITS, query['category'] ?? '') ?? OF_ROAD;
  const otherRanges = RANGES.filter((name) => !ALWAYS.includes(name)).filter((name) =>
    [`min_${name}`, `max_${name}`].some((end) => (query[end] ?? refused[end]) !== undefined),
  );
  return [...new Set([...named, ...otherRanges])];
}

function hasCab(query: FormQuery): boolean {
  const chosen = listOf(query, 'category');
  return query['cab'] !== undefined || chosen.length === 0 || chosen.some((slug) => WITH_CAB.includes(slug));
}

function Ranges({
  names,
  query,
  refused,
  reader,
  isOpen = false,
}: {
  names: readonly RangeName[];
  query: FormQuery;
  refused: InvalidInput;
  reader: Reader;
  isOpen?: boolean;
}): ReactElement {
  return (
    <>
      {names.map((name) => (
        <KeptRangeGroup
          key={name}
          name={name}
          {...boundsOf(name, query, refused, reader)}
          unit={unitOf(name)}
          isOpen={isOpen}
          reader={reader}
        />
      ))}
    </>
  );
}

/** Texts of the fields: numbers in the format of the language, and invalid input as typed. */
function boundsOf(
  name: RangeName,
  query: FormQuery,
  refused: InvalidInput,
  reader: Reader,
): Readonly<Record<'min' | 'max', Bound>> {
  const boundOf = (end: 'min' | 'max'): Bound => {
    const value = query[`${end}_${name}`];
    const bad = refused[`${end}_${name}`];
    if (bad !== undefined) return bad;
    const text = value === undefined ? '' : writeNumber(Number(value), reader.language, rangeField(name));
    return { text, problem: null };
  };
  return { min: boundOf('min'), max: boundOf('max') };
}
