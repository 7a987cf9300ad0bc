import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type Event } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { Developer } from './developer.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { Example } from './example.tsx';

const PAGE_ROWS = 50;

const columnsOf = (words: DeskWords, open: (event: Event) => void): readonly Column<Event>[] => [
  {
    id: 'type',
    label: words.text('desk.events.type'),
    isFixed: true,
    cell: (event) => (
      <button
        type="button"
        className="link"
        title={words.text('desk.events.show')}
        onClick={() => open(event)}
      >
        {event.type}
      </button>
    ),
  },
  {
    id: 'created_at',
    label: words.text('desk.events.when'),
    cell: ({ created_at: at }) => words.moment(at),
  },
  { id: 'id', label: words.text('desk.events.id'), isWide: true, cell: ({ id }) => <code>{id}</code> },
];

export function EventsPage(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const [open, setOpen] = useState<Event | null>(null);
  const page = Number(state['page'] ?? 1);
  const type = EVENT_NAMES.find((name) => name === state['type']);
  const query = useQuery({
    queryKey: ['events', page, type],
    queryFn: () => api.events.list({ page, limit: PAGE_ROWS, type: type === undefined ? undefined : [type] }),
    placeholderData: keepPreviousData,
  });
  return (
    <Developer title={words.text('desk.developer.events')} note={words.text('desk.events.intro')}>
      <div className="table-tools">
        <select
          aria-label={words.text('desk.events.type')}
          value={type ?? ''}
          onChange={({ target }) => change({ type: target.value, page: undefined })}
        >
          <option value="">{words.text('desk.log.anyEvent')}</option>
          {EVENT_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="stack">
        <Loaded query={query}>
          {({ events, pagination }) =>
            events.length === 0 ? (
              <Empty
                title={words.text(type === undefined ? 'desk.events.none' : 'desk.table.filteredEmpty')}
              />
            ) : (
              <>
                <DataTable
                  label={words.text('desk.developer.events')}
                  columns={columnsOf(words, setOpen)}
                  rows={events}
                  idOf={({ id }) => id}
                  nameOf={(event) => event.type}
                  isBusy={query.isFetching}
                />
                <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
              </>
            )
          }
        </Loaded>
        <Example
          request={{ method: 'GET', path: '/events?order=asc', call: "events.list({ order: 'asc' })" }}
        />
      </div>
      {open !== null && (
        <Dialog title={open.type} kind="sheet" onClose={() => setOpen(null)}>
          <CodeBlock label={words.text('desk.log.body')} text={JSON.stringify(open, null, 2)} />
        </Dialog>
      )}
    </Developer>
  );
}
