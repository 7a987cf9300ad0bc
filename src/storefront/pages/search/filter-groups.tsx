/** Groups of filters. Their props are plain data, so each is rendered once for all pages that show the same. */
import type { ReactElement, ReactNode } from 'react';
import { entryOf } from '@fifthwheel/text/entry-of';
import { camelCase } from '@fifthwheel/text/snake-case';
import { withCachedMarkup } from '../../kept-markup.ts';
import type { TextKey } from '../../texts/generated/keys.ts';
import type { Reader } from '../../texts/reader.ts';
import { AxleGlyph } from '../../ui/axle-glyph.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Option } from '../../ui/option.tsx';
import type { SearchPageData } from './data.ts';
import type { Bar, Choice } from './groups.ts';
import { COLUMN_OF_OFFER, type FlagName, type ListName, type RangeName } from './parameters.ts';

const SHOWN_AT_ONCE = 6;

interface ChoicesProps {
  readonly name: ListName;
  readonly chosen: readonly string[];
  readonly choices: readonly Choice[];
  /** URL of the same page with all values; null if the list is complete. */
  readonly more: string | null;
}

/** The name of a filter value, if the texts have one. */
export function labelOf(name: ListName, value: string, reader: Reader): string {
  if (name === 'country') return reader.country(value.toUpperCase());
  const column = COLUMN_OF_OFFER.get(name);
  return column === undefined ? value : reader.value(camelCase(column), value);
}

export function Group({
  title,
  chosen,
  isOpen,
  reader,
  children,
}: {
  title: TextKey;
  /** Number of active filters in the group. */
  chosen: number;
  isOpen: boolean;
  reader: Reader;
  children: ReactNode;
}): ReactElement {
  return (
    <details className="group" open={isOpen}>
      <summary>
        {reader.text(title)}
        {chosen > 0 && <span className="n">{chosen}</span>}
        <Icon name="chevron-down" small className="turn" />
      </summary>
      <div className="group-in">{children}</div>
    </details>
  );
}

/** Keeps chosen values in the form, even without results. */
function withChosen(choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] {
  const known = new Set(choices.map(({ value }) => value));
  return [...choices, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))];
}

export const KeptChoices = withCachedMarkup<ChoicesProps>(({ name, chosen, choices, more, reader }) => {
  const all = withChosen(choices, chosen);
  const visible =
    more === null ? all : all.filter(({ value }, index) => index < SHOWN_AT_ONCE || chosen.includes(value));
  // Other lists are named by the summary of their group.
  const isNamed = name === 'subcategory' || name === 'model';
  return (
    <fieldset data-choices={name}>
      <legend className={isNamed ? undefined : 'unseen'}>{reader.text(`filter.${name}`)}</legend>
      <ul>
        {visible.map(({ value, label, count }) => (
          <li key={value}>
            <label className="check">
              <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
              {name === 'country' && <Flag country={value} />} {label ?? labelOf(name, value, reader)}
              <span className="count">{reader.number(count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {more !== null && all.length > visible.length && (
        <a
          className="more"
          href={more}
          rel="nofollow"
          data-more={name}
          data-label={reader.text('filter.find')}
        >
          {reader.text('filter.all', { count: reader.number(all.length) })}
        </a>
      )}
    </fieldset>
  );
});

export const KeptOptions = withCachedMarkup<Omit<ChoicesProps, 'more'>>(
  ({ name, chosen, choices, reader }) => (
    <fieldset>
      <legend className="unseen">{reader.text(`filter.${name}`)}</legend>
      <div className="options">
        {withChosen(choices, chosen).map(({ value, count }) => (
          <Option
            key={value}
            name={name}
            value={value}
            count={reader.number(count)}
            isChosen={chosen.includes(value)}
          >
            {name === 'drive_type' && <AxleGlyph formula={value} />}
            {name === 'color' && <Swatch color={value} />}
            {labelOf(name, value, reader)}
          </Option>
        ))}
      </div>
    </fieldset>
  ),
);

const SWATCHES: Readonly<Record<string, string>> = {
  white: '#f4f6f7',
  silver: '#b9c1c7',
  grey: '#7f8a93',
  black: '#2b2f33',
  red: '#b8232f',
  blue: '#1c5c9c',
  green: '#2f6b45',
  yellow: '#e9b418',
  orange: '#de7418',
  beige: '#cdbb98',
  brown: '#71503a',
  purple: '#5f4190',
  gold: '#bb9238',
};

function Swatch({ color }: { color: string }): ReactElement | null {
  const fill = entryOf(SWATCHES, color);
  return fill === undefined ? null : (
    <svg className="swatch" viewBox="0 0 2 2" aria-hidden="true">
      <circle cx="1" cy="1" r="1" fill={fill} />
    </svg>
  );
}

/** One end of a range. */
export interface Bound {
  readonly text: string;
  readonly problem: string | null;
  /** The value in the search. */
  readonly value: number | null;
}

interface RangeProps {
  readonly name: RangeName;
  readonly unit: string;
  readonly min: Bound;
  readonly max: Bound;
  readonly bars: readonly Bar[];
  /** Named, because the group has other parts. */
  readonly isNamed: boolean;
}

/** Uses text fields, because fields of the type `number` do not accept `60.000` in most languages. */
export const KeptRange = withCachedMarkup<RangeProps>(({ name, unit, min, max, bars, isNamed, reader }) => {
  const label = reader.text(`filter.${name}`);
  const field = (end: 'min' | 'max', { text, problem }: Bound): ReactElement => (
    <div data-bound="">
      <label className="field">
        <span>
          <span className="unseen">{label} </span>
          {`${reader.text(end === 'min' ? 'filter.from' : 'filter.to')}${unit === '' ? '' : ` (${unit})`}`}
        </span>
        <input
          inputMode={name === 'price' ? 'decimal' : 'numeric'}
          name={`${end}_${name}`}
          defaultValue={text}
          maxLength={40}
          autoComplete="off"
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${end}_${name}-p`}
        />
      </label>
      {problem !== null && (
        <p className="problem" id={`${end}_${name}-p`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
  return (
    <fieldset>
      <legend className={isNamed ? undefined : 'unseen'}>{label}</legend>
      <Histogram bars={bars} from={min.value} to={max.value} />
      <div className="range">
        {field('min', min)}
        {field('max', max)}
      </div>
    </fieldset>
  );
});

const WIDTH = 240;
const HEIGHT = 36;

function Histogram({
  bars,
  from,
  to,
}: {
  bars: readonly Bar[];
  from: number | null;
  to: number | null;
}): ReactElement | null {
  if (bars.length < 3) return null;
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const step = Math.floor(WIDTH / bars.length);
  const isIn = ({ min, max }: Bar): boolean =>
    (from === null || (max ?? Infinity) >= from) && (to === null || min <= to);
  const heightOf = ({ count }: Bar): number => Math.max(1, Math.round((count / most) * HEIGHT));
  const shapeOf = (isShown: (bar: Bar) => boolean): string | undefined =>
    bars
      .map((bar, index) =>
        isShown(bar) ? `M${index * step} ${HEIGHT}v-${heightOf(bar)}h${step - 2}V${HEIGHT}` : '',
      )
      .join('') || undefined;
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${step * bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={shapeOf((bar) => !isIn(bar))} />
      <path className="in" d={shapeOf(isIn)} />
    </svg>
  );
}

export const KeptFlag = withCachedMarkup<{ name: FlagName; isChosen: boolean }>(
  ({ name, isChosen, reader }) => (
    <label className="check">
      <input type="checkbox" name={name} value="true" defaultChecked={isChosen} />
      {reader.text(`filter.${name}`)}
    </label>
  ),
);

/** Filter by the minimum validity of the general inspection. */
export function InspectionValid({
  chosen,
  offered,
  reader,
}: {
  chosen: string;
  offered: SearchPageData['inspections'];
  reader: Reader;
}): ReactElement {
  const isOffered = chosen === '' || offered.some(({ month }) => month === chosen);
  return (
    <label className="field">
      <span>{reader.text('filter.inspection')}</span>
      <select name="min_inspection" defaultValue={chosen}>
        <option value="">{reader.text('filter.inspection.any')}</option>
        {offered.map(({ months, month }) => (
          <option key={month} value={month}>
            {reader.text('filter.inspection.months', { time: reader.count('time.months', months) })}
          </option>
        ))}
        {!isOffered && <option value={chosen}>{inspectionText(chosen, reader)}</option>}
      </select>
    </label>
  );
}

/** @param month for example `202711` */
export function inspectionText(month: string, reader: Reader): string {
  const isMonth = /^\d{4}(0[1-9]|1[0-2])$/.test(month);
  return isMonth
    ? reader.text('filter.inspection.until', {
        month: reader.month(`${month.slice(0, 4)}-${month.slice(4)}`),
      })
    : `${reader.text('filter.inspection')} ${month}`;
}

const RADII = [25, 50, 100, 200, 500] as const;

interface PlaceProps {
  readonly city: string;
  readonly radius: string;
  readonly problem: string | null;
  /** Coordinates of the reader; null until the reader shares the location. */
  readonly here: { readonly lat: string; readonly lng: string } | null;
}

export const KeptPlace = withCachedMarkup<PlaceProps>(({ city, radius, problem, here, reader }) => (
  <div data-place="" data-here={reader.text('filter.here')}>
    <div className="range">
      <div data-bound="">
        <label className="field">
          <span>{reader.text('filter.city')}</span>
          <input
            name="city"
            defaultValue={city}
            maxLength={100}
            autoComplete="address-level2"
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={problem === null ? undefined : 'city-p'}
          />
        </label>
        {problem !== null && (
          <p className="problem" id="city-p" role="alert">
            {problem}
          </p>
        )}
      </div>
      <label className="field">
        <span>{reader.text('filter.radius')}</span>
        <select name="radius" defaultValue={radius}>
          <option value="">{reader.text('filter.radius.any')}</option>
          {RADII.map((km) => (
            <option key={km} value={km}>
              {km} km
            </option>
          ))}
        </select>
      </label>
    </div>
    {here !== null && (
      <>
        <input type="hidden" name="lat" value={here.lat} />
        <input type="hidden" name="lng" value={here.lng} />
      </>
    )}
  </div>
));
