import type { ReactElement, ReactNode } from 'react';
import type { TextKey } from '../../texts/en.ts';
import type { Reader } from '../../texts/reader.ts';
import { kept } from '../../kept-markup.ts';
import type { ListName } from './parameters.ts';

const SHOWN_AT_ONCE = 8;

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Results that it would leave; unknown for what has no facet. */
  readonly count?: number;
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

export function Choices({
  name,
  title,
  chosen,
  choices,
  reader,
  isOpen = false,
}: {
  name: ListName;
  title: TextKey;
  chosen: readonly string[];
  choices: readonly Choice[];
  reader: Reader;
  isOpen?: boolean;
}): ReactElement | null {
  if (choices.length === 0 && chosen.length === 0) return null;
  const counted = choices.some(({ count }) => count !== undefined);
  return (
    <Group title={title} reader={reader} isOpen={isOpen || counted || chosen.length > 0}>
      {counted ? (
        <fieldset>
          <Boxes name={name} title={title} chosen={chosen} choices={choices} reader={reader} />
        </fieldset>
      ) : (
        <KeptBoxes name={name} title={title} chosen={chosen} choices={choices} reader={reader} />
      )}
    </Group>
  );
}

function Boxes({
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
}): ReactElement {
  const known = new Set(choices.map(({ value }) => value));
  // What was chosen stays in the form, also where it finds nothing.
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
  return (
    <>
      <legend className="unseen">{reader.text(title)}</legend>
      <ul>{first.map(box)}</ul>
      {rest.length > 0 && (
        <details>
          <summary>{reader.text('search.more')}</summary>
          <ul>{rest.map(box)}</ul>
        </details>
      )}
    </>
  );
}

function Box({
  name,
  value,
  label,
  count,
  isChosen,
  reader,
}: Choice & { name: ListName; isChosen: boolean; reader: Reader }): ReactElement {
  return (
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <span>{label}</span>
      {count !== undefined && <span className="number">{reader.number(count)}</span>}
    </label>
  );
}

const KeptBox = kept('li', Box);

/** Without counts, they are the same in nearly every search. */
const KeptBoxes = kept('fieldset', Boxes);
