import type { ReactElement, ReactNode } from 'react';
import { conditions, driveTypes, euroStandards } from '../../../modules/listings/index.ts';
import type { TextKey } from '../../texts/en.ts';
import type { Reader } from '../../texts/reader.ts';
import { valueLabel } from './chips.tsx';
import type { SearchPageData } from './load.ts';
import { filterNames, type ListName, listOf } from './parameters.ts';

const SHOWN_AT_ONCE = 8;
const RADII = [25, 50, 100, 200, 500] as const;

interface Choice {
  readonly value: string;
  readonly label: string;
  /** Results that it would leave; unknown for what has no facet. */
  readonly count?: number;
}

/** A plain form of the method GET: every combination of filters is an address. */
export function Filters({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { facets } = data.answer;
  const query = formQuery(data);
  const values = (name: ListName, list: readonly string[]): readonly Choice[] =>
    list.map((value) => ({ value, label: valueLabel(name, value, data, reader) }));
  const active = filterNames(query).length;
  return (
    <details className="filters" open data-filters="">
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
        </Group>
        <Group title="filter.year" reader={reader} isOpen>
          <Range name="year" query={query} unit="" step="1" reader={reader} />
        </Group>
        <Group title="filter.mileage" reader={reader} isOpen>
          <Range name="mileage" query={query} unit="km" step="1" reader={reader} />
        </Group>
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
    category: landing.subcategory?.slug ?? landing.category.slug,
    ...(landing.brand === undefined ? {} : { brand: landing.brand.slug }),
  };
}

function Group({
  title,
  reader,
  isOpen,
  children,
}: {
  title: TextKey;
  reader: Reader;
  isOpen: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <details className="filter-group" open={isOpen}>
      <summary>{reader.text(title)}</summary>
      {children}
    </details>
  );
}

function Choices({
  name,
  title,
  chosen,
  choices,
  reader,
}: {
  name: ListName;
  title: TextKey;
  chosen: readonly string[];
  choices: readonly Choice[];
  reader: Reader;
}): ReactElement | null {
  const known = new Set(choices.map(({ value }) => value));
  // What was chosen stays in the form, also where it finds nothing.
  const all = [
    ...choices,
    ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value, count: 0 })),
  ];
  if (all.length === 0) return null;
  const first = all.filter(({ value }, at) => at < SHOWN_AT_ONCE || chosen.includes(value));
  const rest = all.filter((choice) => !first.includes(choice));
  const counted = choices.some(({ count }) => count !== undefined);
  const box = (choice: Choice): ReactElement => (
    <li key={choice.value}>
      <label>
        <input
          type="checkbox"
          name={name}
          value={choice.value}
          defaultChecked={chosen.includes(choice.value)}
        />
        <span>{choice.label}</span>
        {choice.count !== undefined && <span className="number">{reader.number(choice.count)}</span>}
      </label>
    </li>
  );
  return (
    <Group title={title} reader={reader} isOpen={counted || chosen.length > 0}>
      <fieldset>
        <legend className="unseen">{reader.text(title)}</legend>
        <ul>{first.map(box)}</ul>
        {rest.length > 0 && (
          <details>
            <summary>{reader.text('search.more')}</summary>
            <ul>{rest.map(box)}</ul>
          </details>
        )}
      </fieldset>
    </Group>
  );
}

function Range({
  name,
  query,
  unit,
  step,
  reader,
}: {
  name: 'price' | 'year' | 'mileage';
  query: Readonly<Record<string, string>>;
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
