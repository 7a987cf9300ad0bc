/** Filters above a table, kept in the address. */
import { type ReactElement, useEffect, useState } from 'react';
import { useUrlState } from '../url-state.ts';

const TYPING_MS = 250;

/** A field that asks when somebody has stopped typing. */
export function TextFilter({
  name,
  label,
  type = 'search',
}: {
  name: string;
  label: string;
  type?: 'search' | 'date';
}): ReactElement {
  const [state, change] = useUrlState();
  const asked = state[name] ?? '';
  const [typed, setTyped] = useState(asked);
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    setShown(asked);
    setTyped(asked);
  }
  useEffect(() => {
    if (typed === asked) return;
    const timer = setTimeout(
      () => change({ [name]: typed === '' ? undefined : typed, page: undefined }, { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  });
  return (
    <label className="filter">
      <span>{label}</span>
      <input type={type} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </label>
  );
}

export function ChoiceFilter({
  name,
  label,
  all,
  options,
}: {
  name: string;
  label: string;
  all: string;
  options: readonly { readonly value: string; readonly label: string }[];
}): ReactElement {
  const [state, change] = useUrlState();
  return (
    <label className="filter">
      <span>{label}</span>
      <select
        value={state[name] ?? ''}
        onChange={({ target }) =>
          change({ [name]: target.value === '' ? undefined : target.value, page: undefined })
        }
      >
        <option value="">{all}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The page that the address asks for. */
export function usePage(): number {
  const [state] = useUrlState();
  return Math.max(1, Math.trunc(Number(state['page'] ?? 1)) || 1);
}
