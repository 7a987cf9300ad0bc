/** The search panel of the home page: a form whose fields follow the category, by style alone. */
import type { ReactElement, ReactNode } from 'react';
import type { TextKey } from '../../texts/generated/keys.ts';
import type { Reader } from '../../texts/reader.ts';
import { Icon, KindIcon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-box.tsx';
import { COLUMN_OF_OFFER } from '../search/parameters.ts';
import type { HomeData } from './load.ts';

const ROAD = ['tractor-units', 'trucks', 'vans'] as const;
const TRAILERS = ['semi-trailers', 'trailers'] as const;
const MACHINES = ['construction-machinery', 'agricultural-machinery', 'forklifts'] as const;
/** Categories whose types differ more than their makes. */
const TYPED = [...TRAILERS, ...MACHINES] as const;
const BY_MILEAGE = ['', ...ROAD, 'buses'] as const;

const AXLE_FORMULAS = ['4x2', '4x4', '6x2', '6x4', '6x6', '8x2', '8x4', '8x6'] as const;
const PRICES = [5000, 10_000, 20_000, 35_000, 50_000, 75_000, 100_000, 150_000] as const;
const MILEAGES = [50_000, 100_000, 250_000, 500_000, 750_000, 1_000_000] as const;
const HOURS = [500, 1000, 2500, 5000, 10_000] as const;
const OPERATING_WEIGHTS = [2000, 5000, 10_000, 20_000, 30_000] as const;
const PAYLOADS = [1000, 5000, 10_000, 20_000, 25_000, 30_000] as const;
const AXLES = [1, 2, 3, 4] as const;
const SEATS = [9, 20, 30, 50, 60] as const;

/** km around the town. */
const RADIUS = '100';

export function Seek({ data, reader }: { data: HomeData; reader: Reader }): ReactElement {
  const action = `/${reader.language}/search`;
  const tons = (kg: number): string => `${reader.number(kg / 1000)} t`;
  return (
    <form
      className="seek"
      action={action}
      data-seek=""
      data-total={data.total}
      data-forms={JSON.stringify(reader.forms('home.seek.show'))}
    >
      <fieldset className="seek-kinds">
        <legend className="unseen">{reader.text('filter.category')}</legend>
        <Kind category="" name={reader.text('nav.all')} isChosen />
        {data.categories.map(({ slug, name }) => (
          <Kind key={slug} category={slug} name={name} isChosen={false} />
        ))}
      </fieldset>
      <div className="seek-fields">
        <Field label={reader.text('filter.brand')}>
          <select name="brand" data-brand="">
            <option value="">{reader.text('home.seek.any')}</option>
            {data.brands
              .toSorted((a, b) => a.name.localeCompare(b.name, reader.language))
              .map(({ slug, name, count }) => (
                <option key={slug} value={slug}>
                  {`${name} (${reader.number(count)})`}
                </option>
              ))}
          </select>
        </Field>
        {/* A script fills it for the make. */}
        <Field label={reader.text('filter.model')} isHidden>
          <select name="model" data-model="" disabled>
            <option value="">{reader.text('home.seek.any')}</option>
          </select>
        </Field>
        {data.categories
          .filter(({ slug, types }) => TYPED.some((typed) => typed === slug) && types.length > 1)
          .map(({ slug, types }) => (
            <Choices
              key={slug}
              name="subcategory"
              label="filter.subcategory"
              categories={[slug]}
              options={types.map((type) => [type.slug, type.name])}
              reader={reader}
            />
          ))}
        <Choices
          name="drive_type"
          label="filter.drive_type"
          categories={ROAD}
          options={AXLE_FORMULAS.map((formula) => [
            formula,
            reader.value(COLUMN_OF_OFFER.get('drive_type') ?? '', formula),
          ])}
          isMinor
          reader={reader}
        />
        <Choices
          name="min_axles"
          label="filter.axles"
          bound="from"
          categories={TRAILERS}
          options={AXLES.map((axles) => [String(axles), reader.number(axles)])}
          reader={reader}
        />
        <Choices
          name="min_payload"
          label="filter.payload"
          bound="from"
          categories={TRAILERS}
          options={PAYLOADS.map((kg) => [String(kg), tons(kg)])}
          isMinor
          reader={reader}
        />
        <Choices
          name="min_operating_weight"
          label="filter.operating_weight"
          bound="from"
          categories={MACHINES}
          options={OPERATING_WEIGHTS.map((kg) => [String(kg), tons(kg)])}
          isMinor
          reader={reader}
        />
        <Choices
          name="min_seats"
          label="filter.seats"
          bound="from"
          categories={['buses']}
          options={SEATS.map((seats) => [String(seats), reader.number(seats)])}
          isMinor
          reader={reader}
        />
        <Choices
          name="min_year"
          label="filter.year"
          bound="from"
          options={data.years.map((year) => [String(year), String(year)])}
          reader={reader}
        />
        <Choices
          name="max_mileage"
          label="filter.mileage"
          bound="to"
          categories={BY_MILEAGE}
          options={MILEAGES.map((km) => [String(km), `${reader.number(km)} km`])}
          reader={reader}
        />
        <Choices
          name="max_hours"
          label="filter.hours"
          bound="to"
          categories={MACHINES}
          options={HOURS.map((hours) => [String(hours), `${reader.number(hours)} h`])}
          reader={reader}
        />
        <Choices
          name="max_price"
          label="filter.price"
          bound="to"
          options={PRICES.map((price) => [String(price), reader.money(price, 'EUR')])}
          reader={reader}
        />
      </div>
      <div className="seek-words">
        <div className="find">
          <SearchField reader={reader} q="" id="q" />
        </div>
        <div className="find seek-place">
          <label htmlFor="place" className="unseen">
            {reader.text('home.seek.place')}
          </label>
          <Icon name="map-pin" />
          <input
            id="place"
            name="city"
            maxLength={80}
            placeholder={reader.text('home.seek.place')}
            autoComplete="off"
          />
          <input type="hidden" name="radius" value={RADIUS} />
        </div>
        <button className="seek-all" formAction={`${action}#filters`}>
          <Icon name="adjustments-horizontal" />
          {reader.text('home.seek.filters')}
        </button>
        <button className="go" type="submit" data-show="">
          {reader.count('home.seek.show', data.total)}
        </button>
      </div>
    </form>
  );
}

function Kind({
  category,
  name,
  isChosen,
}: {
  /** '': all. */
  category: string;
  name: string;
  isChosen: boolean;
}): ReactElement {
  return (
    <label>
      <input type="radio" name="category" value={category} defaultChecked={isChosen} />
      {category === '' ? <Icon name="stack-2" className="kind-all" /> : <KindIcon category={category} />}
      {name}
    </label>
  );
}

function Choices({
  name,
  label,
  bound,
  categories,
  options,
  isMinor = false,
  reader,
}: {
  name: string;
  label: TextKey;
  /** Whether the values are the least or the highest one. */
  bound?: 'from' | 'to';
  /** All by default. */
  categories?: readonly string[];
  options: readonly (readonly [value: string, label: string])[];
  /** Phones do without it. */
  isMinor?: boolean;
  reader: Reader;
}): ReactElement {
  const field = reader.text(label);
  return (
    <Field
      label={bound === undefined ? field : reader.text(`home.seek.${bound}`, { field })}
      categories={categories}
      className={isMinor ? 'wide-only' : ''}
    >
      <select name={name}>
        <option value="">{reader.text('home.seek.any')}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Field({
  label,
  categories,
  className = '',
  isHidden = false,
  children,
}: {
  label: string;
  categories?: readonly string[] | undefined;
  className?: string;
  isHidden?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <label
      className={`field ${className}`.trim()}
      data-for={categories?.map((category) => category || 'all').join(' ')}
      hidden={isHidden}
    >
      <span>{label}</span>
      {children}
    </label>
  );
}
