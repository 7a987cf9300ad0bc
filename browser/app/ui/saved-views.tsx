/** Names for what a table shows: a view is the query of an address, kept for whoever has signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api } from '../api.ts';
import { useShow, useUrlState } from '../url-state.ts';
import { useWords } from '../words.ts';
import { Form, TextField, textOf } from './form.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { problemText } from './states.tsx';
import { say } from './toasts.tsx';

const NAME_LENGTH_MAX = 60;

/** Filters, order and columns, in one spelling. Where somebody has turned pages to is no part of a view. */
function spelled(query: URLSearchParams): string {
  const spelling = new URLSearchParams(query);
  spelling.delete('page');
  spelling.sort();
  return spelling.toString();
}

export function SavedViews({ area }: { area: string }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [state] = useUrlState();
  const show = useShow();
  const { data } = useQuery({ queryKey: ['views', area], queryFn: () => api.savedViews.list({ area }) });
  const views = data?.views ?? [];
  const shown = spelled(new URLSearchParams(state));
  const current = views.find(({ query }) => spelled(new URLSearchParams(query)) === shown);
  const refresh = () => queries.invalidateQueries({ queryKey: ['views', area] });
  const remove = async ({ id, name, query }: (typeof views)[number]): Promise<void> => {
    try {
      await api.savedViews.delete(id);
      say(words.text('desk.views.deleted', { name }), {
        action: {
          label: words.text('desk.undo'),
          run: () => void api.savedViews.save({ area, name, query }).then(refresh),
        },
      });
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    await refresh();
  };
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
            await api.savedViews.save({ area, name: textOf(values, 'name') ?? '', query: shown });
            await refresh();
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
