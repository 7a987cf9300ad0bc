import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type Job } from '../api.ts';
import { ChoiceFilter, TextFilter, usePage } from '../filters.tsx';
import { useAct } from '../parts.tsx';
import { OperationsPage } from './operations.tsx';

const LIMIT = 50;
const STATES = ['waiting', 'running', 'failed'] as const;
const MOODS = { waiting: '', running: 'is-busy', failed: 'is-bad' } as const;
const STALE = ['jobs', 'overview'];

export function JobsPage(): ReactElement {
  const words = useWords();
  const act = useAct();
  const [{ name, state }] = useUrlState();
  const [canceling, setCanceling] = useState<Job | null>(null);
  const asked = { page: usePage(), limit: LIMIT, name, state: STATES.find((one) => one === state) };
  const query = useQuery({
    queryKey: ['jobs', asked],
    queryFn: () => admin.jobs.list(asked),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<Job>[] = [
    {
      id: 'name',
      label: words.text('desk.operations.job'),
      isFixed: true,
      cell: ({ name: of, subject, lastError }) => (
        <span className="stack tight">
          <span>{of}</span>
          <span className="note long">
            {Object.entries(subject)
              .map(([key, value]) => `${key} ${value}`)
              .join(', ')}
          </span>
          {lastError !== null && <span className="bad long">{lastError}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      label: words.text('desk.review.state'),
      cell: ({ state: of }) => (
        <span className={`state ${MOODS[of]}`}>{words.text(`desk.operations.state.${of}`)}</span>
      ),
    },
    {
      id: 'runAt',
      label: words.text('desk.operations.runAt'),
      isWide: true,
      cell: ({ runAt }) => words.moment(runAt),
    },
    {
      id: 'tries',
      label: words.text('desk.operations.tries'),
      align: 'end',
      isWide: true,
      cell: ({ attempts, attemptsMax }) => `${attempts} / ${attemptsMax}`,
    },
    {
      id: 'acts',
      label: '',
      align: 'end',
      cell: (job) =>
        job.state !== 'running' && (
          <span className="row">
            <button
              type="button"
              className="quiet"
              onClick={() =>
                void act(() => admin.jobs.retry(job.id), {
                  stale: STALE,
                  done: words.text('desk.operations.retried'),
                })
              }
            >
              {words.text('desk.operations.retry')}
              <span className="unseen">: {job.name}</span>
            </button>
            {!job.recurring && (
              <button type="button" className="danger" onClick={() => setCanceling(job)}>
                {words.text('desk.operations.cancel')}
                <span className="unseen">: {job.name}</span>
              </button>
            )}
          </span>
        ),
    },
  ];
  return (
    <OperationsPage>
      <div className="table-tools">
        <TextFilter name="name" label={words.text('desk.operations.job')} />
        <ChoiceFilter
          name="state"
          label={words.text('desk.review.state')}
          all={words.text('desk.admin.all')}
          options={STATES.map((value) => ({ value, label: words.text(`desk.operations.state.${value}`) }))}
        />
      </div>
      <PagedTable
        query={query}
        lines={10}
        rowsOf={({ jobs }) => jobs}
        empty={<Empty title={words.text('desk.operations.jobs.none')} />}
        label={words.text('desk.operations.jobs')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name: of }) => of}
      />
      {canceling !== null && (
        <Confirm
          title={words.text('desk.operations.cancel.title', { name: canceling.name })}
          text={words.text('desk.operations.cancel.text')}
          action={words.text('desk.operations.cancel')}
          word={canceling.name}
          onConfirm={() =>
            void act(() => admin.jobs.cancel(canceling.id), {
              stale: STALE,
              done: words.text('desk.operations.canceled'),
            })
          }
          onClose={() => setCanceling(null)}
        />
      )}
    </OperationsPage>
  );
}
