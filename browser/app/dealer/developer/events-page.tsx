import { type ReactElement, useState } from 'react';
import type { Event } from '../../api.ts';
import { read } from '../../query.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { oneOf } from '../../ui/filters.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { Developer, EventFilter, Example } from './developer.tsx';
import { EVENT_NAMES } from './event-names.ts';

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
  const [state] = useUrlState();
  const [open, setOpen] = useState<Event | null>(null);
  const type = oneOf(EVENT_NAMES, state['type']);
  const query = read('events.list', {
    page: usePage(),
    limit: PAGE_ROWS,
    type: type === undefined ? undefined : [type],
  });
  return (
    <Developer title={words.text('desk.developer.events')} note={words.text('desk.events.intro')}>
      <div className="table-tools">
        <EventFilter name="type" label={words.text('desk.events.type')} />
      </div>
      <div className="stack">
        <PagedTable
          query={query}
          rowsOf={({ events }) => events}
          empty={type === undefined ? <Empty title={words.text('desk.events.none')} /> : undefined}
          label={words.text('desk.developer.events')}
          columns={columnsOf(words, setOpen)}
          idOf={({ id }) => id}
          nameOf={(event) => event.type}
        />
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
