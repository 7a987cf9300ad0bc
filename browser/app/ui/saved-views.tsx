/** Saved views of a table: the query string of the URL with a name, stored for the user. */
import { useAction } from '../action.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api } from '../api.ts';
import { useSetQuery, useUrlState } from '../url-state.ts';
import { useWords } from '../words.ts';
import { Form, TextField, textOf } from './form.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { read } from '../query.ts';

const NAME_LENGTH_MAX = 60;

/** A canonical query string, without the page. */
function canonical(query: URLSearchParams): string {
  const result = new URLSearchParams(query);
  result.delete('page');
  result.sort();
  return result.toString();
}

export function SavedViews({ area }: { area: string }): ReactElement {
  const words = useWords();
  const [state] = useUrlState();
  const show = useSetQuery();
  const { data } = useQuery(read('savedViews.list', { area }));
  const views = data?.views ?? [];
  const currentQuery = canonical(new URLSearchParams(state));
  const current = views.find(({ query }) => canonical(new URLSearchParams(query)) === currentQuery);
  const [act] = useAction();
  const remove = ({ id, name, query }: (typeof views)[number]): Promise<boolean> =>
    act(() => api.savedViews.delete(id), {
      done: words.text('desk.views.deleted', { name }),
      undo: () => api.savedViews.save({ area, name, query }),
    });
  return (
    <Popover
      label={words.text('desk.views')}
      className="quiet"
      button={
        current === undefined
          ? words.text('desk.views')
          : words.text('desk.views.one', { name: current.name })
      }
    >
      <div className="stack">
        {views.length === 0 ? (
          <p className="note">{words.text('desk.views.none')}</p>
        ) : (
          <ul className="menu views">
            {views.map((view) => (
              <li key={view.id}>
                <button
                  type="button"
                  className="menu-item"
                  aria-current={view.id === current?.id ? 'true' : undefined}
                  onClick={({ currentTarget }) => {
                    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                    show(view.query);
                  }}
                >
                  {view.name}
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={words.text('desk.views.delete', { name: view.name })}
                  onClick={() => void remove(view)}
                >
                  <Icon name="trash" size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Form
          isQuiet
          submit={words.text('desk.views.save')}
          onSubmit={async (values) => {
            await api.savedViews.save({ area, name: textOf(values, 'name') ?? '', query: currentQuery });
          }}
        >
          <TextField
            name="name"
            label={words.text('desk.views.name')}
            hint={words.text('desk.views.hint')}
            maxLength={NAME_LENGTH_MAX}
            autoComplete="off"
          />
        </Form>
      </div>
    </Popover>
  );
}
