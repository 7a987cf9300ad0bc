import type { ReactElement } from 'react';
import { cabTypes, colors, conditions, driveTypes, euroStandards } from '../../../modules/listings/index.ts';
import { entryOf } from '../../../text/entry-of.ts';
import type { Reader } from '../../texts/reader.ts';
import { UNITS, valueLabel } from './chips.tsx';
import type { SearchPageData } from './data.ts';
import { type Choice, Choices, Group } from './filter-groups.tsx';
import { filterNames, FLAGS, type ListName, listOf, type RangeName } from './parameters.ts';

const RADII = [25, 50, 100, 200, 500] as const;

/** A plain form of the method GET: every combination of filters is an address. */
export function Filters({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { facets } = data.answer;
  const query = formQuery(data);
  const values = (name: ListName, list: readonly string[]): readonly Choice[] =>
    list.map((value) => ({ value, label: valueLabel(name, value, data, reader) }));
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
          title="filter.category"
          chosen={listOf(query, 'category')}
          choices={(facets.categories ?? []).map(({ slug, name, count }) => ({
            value: slug,
            label: name,
            count,
          }))}
          reader={reader}
        />
        <Choices
          name="subcategory"
          title="filter.subcategory"
          chosen={listOf(query, 'subcategory')}
          choices={data.types
            .filter(({ count }) => count > 0)
            .map(({ slug, name }) => ({ value: slug, label: name }))}
          isOpen
          reader={reader}
        />
        <Choices
          name="brand"
          title="filter.brand"
          chosen={listOf(query, 'brand')}
          choices={(facets.brands ?? []).map(({ slug, name, count }) => ({
            value: slug,
            label: name,
            count,
          }))}
          reader={reader}
        />
        <Group title="filter.price" reader={reader} isOpen>
          <Range name="price" query={query} unit={query['currency'] ?? 'EUR'} step="any" reader={reader} />
          {FLAGS.map((name) => (
            <Flag key={name} name={name} query={query} reader={reader} />
          ))}
        </Group>
        <Ranges names={['year', 'mileage']} query={query} reader={reader} isOpen />
        <Ranges names={traitsOf(query)} query={query} reader={reader} />
        <Choices
          name="drive_type"
          title="filter.drive_type"
          chosen={listOf(query, 'drive_type')}
          choices={values('drive_type', driveTypes)}
          reader={reader}
        />
        <Choices
          name="euro_standard"
          title="filter.euro_standard"
          chosen={listOf(query, 'euro_standard')}
          choices={values('euro_standard', euroStandards.toReversed())}
          reader={reader}
        />
        <Choices
          name="fuel_type"
          title="filter.fuel_type"
          chosen={listOf(query, 'fuel_type')}
          choices={(facets.fuel_types ?? []).map(({ value, count }) => ({
            value,
            label: reader.value('fuelType', value),
            count,
          }))}
          reader={reader}
        />
        <Choices
          name="transmission"
          title="filter.transmission"
          chosen={listOf(query, 'transmission')}
          choices={(facets.transmissions ?? []).map(({ value, count }) => ({
            value,
            label: reader.value('transmission', value),
            count,
          }))}
          reader={reader}
        />
        {hasCab(query) && (
          <Choices
            name="cab"
            title="filter.cab"
            chosen={listOf(query, 'cab')}
            choices={values('cab', cabTypes)}
            reader={reader}
          />
        )}
        <Choices
          name="color"
          title="filter.color"
          chosen={listOf(query, 'color')}
          choices={values('color', colors)}
          reader={reader}
        />
        <Choices
          name="condition"
          title="filter.condition"
          chosen={listOf(query, 'condition')}
          choices={values('condition', conditions)}
          reader={reader}
        />
        <Choices
          name="country"
          title="filter.country"
          chosen={listOf(query, 'country')}
          choices={(facets.locations ?? []).map(({ country, count }) => ({
            value: country,
            label: reader.country(country),
            count,
          }))}
          reader={reader}
        />
        <Group title="filter.place" reader={reader} isOpen={query['city'] !== undefined}>
          <div className="place">
            <label>
              <span>{reader.text('filter.city')}</span>
              <input
                name="city"
                defaultValue={query['city'] ?? ''}
                maxLength={100}
                autoComplete="address-level2"
              />
            </label>
            <label>
              <span>{reader.text('filter.radius')}</span>
              <select name="radius" defaultValue={query['radius'] ?? ''}>
                <option value="">{reader.text('filter.radius.any')}</option>
                {RADII.map((km) => (
                  <option key={km} value={km}>
                    {km} km
                  </option>
                ))}
              </select>
            </label>
          </div>
        </Group>
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

type FormQuery = Readonly<Record<string, string>>;

const OF_ROAD = ['power', 'axles', 'gross_weight', 'payload'] as const;
const OF_MACHINES = ['power', 'operating_weight', 'hours'] as const;
const TRAITS: Readonly<Record<string, readonly RangeName[]>> = {
  'tractor-units': ['power', 'axles', 'gross_weight'],
  'semi-trailers': ['axles', 'gross_weight', 'payload'],
  trailers: ['axles', 'gross_weight', 'payload'],
  buses: ['power', 'seats', 'axles'],
  'construction-machinery': OF_MACHINES,
  'agricultural-machinery': OF_MACHINES,
  forklifts: OF_MACHINES,
};
/** Categories whose vehicles have a cab of one kind or another. */
const WITH_CAB = ['tractor-units', 'trucks'];

/** The numbers that matter in the category, and those that are asked for. */
function traitsOf(query: FormQuery): readonly RangeName[] {
  const named = entryOf(TRAITS, query['category'] ?? '') ?? OF_ROAD;
  const others = [...OF_ROAD, ...OF_MACHINES, 'seats' as const].filter(
    (name) => query[`min_${name}`] !== undefined || query[`max_${name}`] !== undefined,
  );
  return [...new Set([...named, ...others])];
}

function hasCab(query: FormQuery): boolean {
  const chosen = listOf(query, 'category');
  return query['cab'] !== undefined || chosen.length === 0 || chosen.some((slug) => WITH_CAB.includes(slug));
}

function Ranges({
  names,
  query,
  reader,
  isOpen = false,
}: {
  names: readonly RangeName[];
  query: FormQuery;
  reader: Reader;
  isOpen?: boolean;
}): ReactElement {
  return (
    <>
      {names.map((name) => (
        <Group
          key={name}
          title={`filter.${name}`}
          reader={reader}
          isOpen={isOpen || query[`min_${name}`] !== undefined || query[`max_${name}`] !== undefined}
        >
          <Range name={name} query={query} unit={UNITS[name] ?? ''} step="1" reader={reader} />
        </Group>
      ))}
    </>
  );
}

function Flag({
  name,
  query,
  reader,
}: {
  name: (typeof FLAGS)[number];
  query: FormQuery;
  reader: Reader;
}): ReactElement {
  return (
    <label>
      <input type="checkbox" name={name} value="true" defaultChecked={query[name] === 'true'} />
      <span>{reader.text(`filter.${name}`)}</span>
    </label>
  );
}

function Range({
  name,
  query,
  unit,
  step,
  reader,
}: {
  name: RangeName;
  query: FormQuery;
  unit: string;
  step: string;
  reader: Reader;
}): ReactElement {
  const field = (end: 'min' | 'max'): ReactElement => (
    <label>
      <span>{`${reader.text(end === 'min' ? 'filter.from' : 'filter.to')}${unit === '' ? '' : ` (${unit})`}`}</span>
      <input
        type="number"
        inputMode="numeric"
        name={`${end}_${name}`}
        min={name === 'year' ? 1900 : 0}
        max={name === 'year' ? 2100 : undefined}
        step={step}
        defaultValue={query[`${end}_${name}`] ?? ''}
      />
    </label>
  );
  return (
    <div className="range">
      {field('min')}
      {field('max')}
    </div>
  );
}
