/** Filters of a list, kept in the URL. A change returns to the first page. */
import { type ReactElement, useEffect, useState } from 'react';
import { useUrlState } from '../url-state.ts';
import { type DeskText, type Option, type Prefix, useWords } from '../words.ts';

const TYPING_MS = 250;

/** The value of a filter as it is typed, and the function that sets it; the URL follows when the user stops typing. */
export function useTypedFilter(name: string): readonly [typed: string, setTyped: (text: string) => void] {
  const [state, change] = useUrlState();
  const applied = state[name] ?? '';
  const [typed, setTyped] = useState(applied);
  const [shown, setShown] = useState(applied);
  if (shown !== applied) {
    setShown(applied);
    setTyped(applied);
  }
  useEffect(() => {
    if (typed === applied) return undefined;
    const timer = setTimeout(
      () => change({ [name]: typed === '' ? undefined : typed, page: undefined }, { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  });
  return [typed, setTyped];
}

export function TextFilter({
  name,
  label,
  type = 'search',
}: {
  name: string;
  label: DeskText;
  type?: 'search' | 'date';
}): ReactElement {
  const words = useWords();
  const [typed, setTyped] = useTypedFilter(name);
  return (
    <label className="filter">
      <span>{words.text(label)}</span>
      <input type={type} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </label>
  );
}

interface Choice {
  readonly name: string;
  readonly label: DeskText;
  /** Label of no choice. */
  readonly all?: DeskText;
}

/** A choice of `values`, labeled by the texts `texts.value`. */
export function ChoiceFilter<Text extends string, Value extends string>({
  texts,
  values,
  label,
  all = 'desk.admin.all',
  ...choice
}: Choice & { values: readonly Value[]; texts: Prefix<Text, Value> }): ReactElement {
  const words = useWords();
  return (
    <label className="filter">
      <span>{words.text(label)}</span>
      <SelectFilter {...choice} none={words.text(all)} options={words.options(texts, values)} />
    </label>
  );
}

export function SelectFilter({
  name,
  label,
  none,
  options,
  className,
}: {
  name: string;
  /** Without it, a label element names the field. */
  label?: string;
  none: string;
  options: readonly Option[];
  className?: string;
}): ReactElement {
  const [state, change] = useUrlState();
  return (
    <select
      className={className}
      aria-label={label}
      value={state[name] ?? ''}
      onChange={({ target }) =>
        change({ [name]: target.value === '' ? undefined : target.value, page: undefined, cursor: undefined })
      }
    >
      <option value="">{none}</option>
      {options.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A value that the URL has, unless it is none of `values`: anyone can write a URL. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text);
}
