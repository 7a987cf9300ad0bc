import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { ChoiceFilter, oneOf, TextFilter } from '../../ui/filters.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead, type Job } from '../api.ts';
import { OperationsPage } from './operations.tsx';

const LIMIT = 50;
const STATES = ['waiting', 'running', 'failed'] as const;
const MOODS = { waiting: '', running: 'is-busy', failed: 'is-bad' } as const;

export function JobsPage(): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const [{ name, state }] = useUrlState();
  const query = adminRead('jobs.list', {
    page: usePage(),
    limit: LIMIT,
    name,
    state: oneOf(STATES, state),
  });
  const cancel = (job: Job): void =>
    confirmFirst({
      title: words.text('desk.operations.cancel.title', { name: job.name }),
      text: words.text('desk.operations.cancel.text'),
      action: words.text('desk.operations.cancel'),
      word: job.name,
      onConfirm: () => act(() => admin.jobs.cancel(job.id), { done: words.text('desk.operations.canceled') }),
    });
  const columns: readonly Column<Job>[] = [
    {
      id: 'name',
      label: words.text('desk.operations.job'),
      isFixed: true,
      cell: ({ name: job, subject, lastError }) => (
        <span className="stack tight">
          <span>{job}</span>
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
      cell: (job) => (
        <span className={`state ${MOODS[job.state]}`}>
          {words.text(`desk.operations.state.${job.state}`)}
        </span>
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
            <Button
              text="desk.operations.retry"
              about={job.name}
              className="quiet"
              onClick={() =>
                void act(() => admin.jobs.retry(job.id), { done: words.text('desk.operations.retried') })
              }
            />
            {!job.recurring && (
              <Button
                text="desk.operations.cancel"
                about={job.name}
                className="danger"
                onClick={() => cancel(job)}
              />
            )}
          </span>
        ),
    },
  ];
  return (
    <OperationsPage>
      <div className="table-tools">
        <TextFilter name="name" label="desk.operations.job" />
        <ChoiceFilter name="state" label="desk.review.state" texts="desk.operations.state" values={STATES} />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ jobs }) => jobs}
        empty={<Empty title={words.text('desk.operations.jobs.none')} />}
        label={words.text('desk.operations.jobs')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={(job) => job.name}
      />
    </OperationsPage>
  );
}
