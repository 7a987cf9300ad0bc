/** Groups of filters. What they show is plain data, so each is rendered once for all pages that show the same. */
import type { ReactElement, ReactNode } from 'react';
import type { TextKey } from '../../texts/generated/keys.ts';
import type { Reader } from '../../texts/reader.ts';
import { withCachedMarkup } from '../../kept-markup.ts';
import { camelCase } from '@fifthwheel/text/snake-case';
import { COLUMN_OF_OFFER, type FlagName, type ListName, type RangeName } from './parameters.ts';

const SHOWN_AT_ONCE = 8;

export interface Choice {
  readonly value: string;
  /** Filters without a name in the texts. */
  readonly label?: string;
  /** Number of results with this choice; unknown without a facet. */
  readonly count?: number;
}

interface ChoicesProps {
  readonly name: ListName;
  readonly chosen: readonly string[];
  readonly choices: readonly Choice[];
  readonly isOpen?: boolean;
}

/** The name of a filter value, if the texts have one. */
export function labelOf(name: ListName, value: string, reader: Reader): string {
  if (name === 'country') return reader.country(value.toUpperCase());
  const column = COLUMN_OF_OFFER.get(name);
  return column === undefined ? value : reader.value(camelCase(column), value);
}

export function Group({
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

export function Choices(props: ChoicesProps & { reader: Reader }): ReactElement | null {
  return props.choices.length === 0 && props.chosen.length === 0 ? null : <KeptChoices {...props} />;
}

const KeptChoices = withCachedMarkup<ChoicesProps>(({ name, chosen, choices, reader, isOpen = false }) => {
  const known = new Set(choices.map(({ value }) => value));
  // Keep chosen values in the form, even without results.
  const all: readonly Choice[] = [
    ...choices,
    ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value, count: 0 })),
  ];
  const first = all.filter(({ value }, at) => at < SHOWN_AT_ONCE || chosen.includes(value));
  const rest = all.filter((choice) => !first.includes(choice));
  const box = (choice: Choice): ReactElement => (
    <KeptBox
      key={choice.value}
      name={name}
      {...choice}
      isChosen={chosen.includes(choice.value)}
      reader={reader}
    />
  );
  const counted = choices.some(({ count }) => count !== undefined);
  return Group({
    title: `filter.${name}`,
    reader,
    isOpen: isOpen || counted || chosen.length > 0,
    children: (
      <fieldset>
        <legend className="unseen">{reader.text(`filter.${name}`)}</legend>
        <ul>{first.map(box)}</ul>
        {rest.length > 0 && (
          <details>
            <summary>{reader.text('search.more')}</summary>
            <ul>{rest.map(box)}</ul>
          </details>
        )}
      </fieldset>
    ),
  });
});

interface BoxProps extends Choice {
  readonly name: ListName;
  readonly isChosen: boolean;
}

const KeptBox = withCachedMarkup<BoxProps>(({ name, value, label, count, isChosen, reader }) => (
  <li>
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <span>{label ?? labelOf(name, value, reader)}</span>
      {count !== undefined && <span className="number">{reader.number(count)}</span>}
    </label>
  </li>
));

/** One end of a range. */
export interface Bound {
  readonly text: string;
  readonly problem: string | null;
}

interface RangeProps {
  readonly name: RangeName;
  readonly unit: string;
  readonly min: Bound;
  readonly max: Bound;
}

export const KeptRangeGroup = withCachedMarkup<RangeProps & { isOpen: boolean }>(({ isOpen, ...range }) =>
  Group({
    title: `filter.${range.name}`,
    reader: range.reader,
    isOpen: isOpen || range.min.text !== '' || range.max.text !== '',
    children: <Range {...range} />,
  }),
);

/** Text fields: a field of the type `number` takes no `60.000` in most languages. */
export function Range({ name, unit, min, max, reader }: RangeProps & { reader: Reader }): ReactElement {
  const field = (end: 'min' | 'max', { text, problem }: Bound): ReactElement => (
    <div data-bound="">
      <label>
        <span>{`${reader.text(end === 'min' ? 'filter.from' : 'filter.to')}${unit === '' ? '' : ` (${unit})`}`}</span>
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
    <div className="range">
      {field('min', min)}
      {field('max', max)}
    </div>
  );
}

export const KeptFlag = withCachedMarkup<{ name: FlagName; isChosen: boolean }>(
  ({ name, isChosen, reader }) => (
    <label>
      <input type="checkbox" name={name} value="true" defaultChecked={isChosen} />
      <span>{reader.text(`filter.${name}`)}</span>
    </label>
  ),
);

const RADII = [25, 50, 100, 200, 500] as const;

export const KeptPlaceGroup = withCachedMarkup<{ city: string | undefined; radius: string }>(
  ({ city, radius, reader }) =>
    Group({
      title: 'filter.place',
      reader,
      isOpen: city !== undefined,
      children: (
        <div className="place">
          <label>
            <span>{reader.text('filter.city')}</span>
            <input name="city" defaultValue={city ?? ''} maxLength={100} autoComplete="address-level2" />
          </label>
          <label>
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
      ),
    }),
);
