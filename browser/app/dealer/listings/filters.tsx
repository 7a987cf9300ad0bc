/** Filters of the stock: all that the API offers, kept in the URL. */
import type { ReactElement } from 'react';
import type { api } from '../../api.ts';
import { CheckField, Form, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { STATUSES } from './status.tsx';

export type ListQuery = NonNullable<Parameters<typeof api.listings.list>[0]>;
type Status = (typeof STATUSES)[number];
type State = Readonly<Record<string, string>>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EXACT = ['externalId', 'vin'] as const;
export const FILTERS = ['q', 'status', 'changed', ...EXACT] as const;

/** The statuses in the URL. Ignores unknown ones, because anyone can write a URL. */
export function statesIn({ status }: State): readonly Status[] {
  const names = status?.split(',') ?? [];
  return STATUSES.filter((known) => names.includes(known));
}

/** The start of the day in the URL, in the time zone of the user. */
function changedSince({ changed }: State): string | undefined {
  const time = DAY.test(changed ?? '') ? new Date(`${changed}T00:00`) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

export function filtersOf(state: State): ListQuery {
  const { q, externalId, vin } = state;
  const states = statesIn(state);
  return {
    q,
    status: states.length === 0 ? undefined : [...states],
    updatedSince: changedSince(state),
    externalId,
    vin,
  };
}

export function Filters(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const chosen = statesIn(state);
  return (
    <Popover
      label={words.text('desk.listings.filters')}
      className="quiet"
      button={words.text('desk.listings.filters')}
    >
      <Form
        submit={words.text('desk.listings.filters.show')}
        onSubmit={async (values) => {
          const states = STATUSES.filter((known) => values.getAll('status').includes(known)).join(',');
          change({
            status: states === '' ? undefined : states,
            changed: textOf(values, 'changed'),
            externalId: textOf(values, 'externalId'),
            vin: textOf(values, 'vin'),
            page: undefined,
          });
          document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover();
        }}
      >
        <fieldset className="field">
          <legend>{words.text('desk.listings.status')}</legend>
          <div className="boxes">
            {STATUSES.map((status) => (
              <CheckField
                key={status}
                name="status"
                value={status}
                label={words.text(`desk.listings.status.${status}`)}
                defaultChecked={chosen.includes(status)}
              />
            ))}
          </div>
        </fieldset>
        <TextField
          name="changed"
          type="date"
          label={words.text('desk.listings.changedSince')}
          defaultValue={state['changed'] ?? ''}
        />
        {EXACT.map((name) => (
          <TextField
            key={name}
            name={name}
            label={labelOf(name, words)}
            autoComplete="off"
            defaultValue={state[name] ?? ''}
          />
        ))}
      </Form>
    </Popover>
  );
}

const labelOf = (name: (typeof EXACT)[number], words: DeskWords): string =>
  words.text(name === 'vin' ? 'desk.listings.vin' : 'desk.listings.stockNumber');

/** Filters that are visible nowhere else, each with a button that removes it. */
export function FilterChips(): ReactElement | null {
  const words = useWords();
  const [state, change] = useUrlState();
  const states = statesIn(state);
  const chips: [name: string, text: string][] = [];
  if (states.length > 1)
    chips.push(['status', states.map((name) => words.text(`desk.listings.status.${name}`)).join(', ')]);
  const since = changedSince(state);
  if (since !== undefined)
    chips.push(['changed', `${words.text('desk.listings.changedSince')} ${words.date(since)}`]);
  for (const name of EXACT)
    if (state[name] !== undefined) chips.push([name, `${labelOf(name, words)} ${state[name]}`]);
  if (chips.length === 0) return null;
  return (
    <ul className="chips">
      {chips.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            className="chip"
            onClick={() => change({ [name]: undefined, page: undefined })}
          >
            <span className="unseen">{words.text('desk.listings.filters.drop')} </span>
            {text}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
