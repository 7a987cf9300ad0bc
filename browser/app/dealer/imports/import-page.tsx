import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction, useDownload } from '../../action.ts';
import { api, type Import, type ImportProblem } from '../../api.ts';
import { useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { oneOf, SelectFilter } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { usePage, useParam, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { type ImportStart, storedFile, useStartImport } from './start-import.ts';
import { ColumnsForm, isUnknown } from './columns-form.tsx';
import { Corrections } from './corrections.tsx';
import { Imports, ImportState, isUnderWay } from './imports.tsx';
import { NewImport } from './new-import.tsx';
import { ValuesForm } from './values-form.tsx';

const PAGE_ROWS = 50;
/** Limit of rejected rows that can be corrected on this page. */
const CORRECTED_MAX = 1000;
const POLL_MS = 1000;
const TOTALS = ['created', 'updated', 'unchanged', 'removed', 'skipped', 'failed', 'warnings'] as const;
const SEVERITIES = ['error', 'warning'] as const;

export function ImportPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const query = useQuery({
    ...read('imports.get', id),
    // There are no events for the progress of an import.
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data.job) ? POLL_MS : false),
  });
  const job = query.data?.job;
  return (
    <Imports
      title={words.text('desk.nav.imports')}
      note={job === undefined ? undefined : <span className="long">{job.filename ?? job.url}</span>}
    >
      <Loaded query={query}>
        {(data) => (
          <div className="stack">
            <Progress job={data.job} />
            {!isUnderWay(data.job) && (
              <>
                <Columns key={data.job.id} job={data.job} />
                <Values key={`values ${data.job.id}`} job={data.job} />
                <RejectedRows key={`refused ${data.job.id}`} job={data.job} />
                <Problems job={data.job} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Imports>
  );
}

/** Options to run an import again; null if its source is no longer available. */
function sourceOf({ id, url, preset, mode, publish, source }: Import): ImportStart | null {
  const file = storedFile(id);
  const options = { preset, mode, publish, dryRun: true };
  if (file !== undefined) return { ...options, file };
  return url === null || source === 'pull' ? null : { ...options, url };
}

/** Stores mappings of columns or values, and runs the import again if its source is available. */
function useMappingsSaved(job: Import): { readonly submit: string; readonly onSaved: () => Promise<void> } {
  const words = useWords();
  const begin = useStartImport();
  const source = sourceOf(job);
  return {
    submit: words.text(source === null ? 'desk.save' : 'desk.imports.mapping.again'),
    onSaved: async () => {
      if (source === null) notify(words.text('desk.imports.mapping.saved'));
      else await begin(source);
    },
  };
}

/** The mapping of columns, which can be changed after a dry run. */
function Columns({ job }: { job: Import }): ReactElement | null {
  const words = useWords();
  const isAllowed = useHasRole('MANAGER');
  const form = useMappingsSaved(job);
  const { columns, dryRun, preset } = job;
  if (columns === undefined || !dryRun || !isAllowed) return null;
  return (
    <details className="panel example" open={columns.some(isUnknown)}>
      <summary>{words.text('desk.imports.mapping')}</summary>
      <ColumnsForm preset={preset} columns={columns} {...form} />
    </details>
  );
}

/** The mapping of values, which applies to the next import of the file. */
function Values({ job }: { job: Import }): ReactElement | null {
  const words = useWords();
  const isAllowed = useHasRole('MANAGER');
  const form = useMappingsSaved(job);
  const { totals, dryRun } = job;
  if (totals.failed + totals.warnings === 0 || !isAllowed) return null;
  return (
    <details className="panel example" open={dryRun}>
      <summary>{words.text('desk.imports.values')}</summary>
      <ValuesForm job={job} {...form} />
    </details>
  );
}

/** Rejected rows of an import. A dry run writes no rows, so it has none to correct. */
function RejectedRows({ job }: { job: Import }): ReactElement | null {
  const words = useWords();
  const isAllowed = useHasRole('MANAGER');
  if (job.totals.failed === 0 || job.dryRun || !isAllowed) return null;
  return (
    <details className="panel example">
      <summary>{words.text('desk.imports.correct')}</summary>
      {job.totals.failed > CORRECTED_MAX ? (
        <p className="note">
          {words.text('desk.imports.correct.many', { count: words.number(CORRECTED_MAX) })}
        </p>
      ) : (
        <Corrections job={job} />
      )}
    </details>
  );
}

function Progress({ job }: { job: Import }): ReactElement {
  const words = useWords();
  const isAllowed = useHasRole('MANAGER');
  const begin = useStartImport();
  const [isNew, setNew] = useState(false);
  const { id, progress, totals, images, dryRun, error, aliases } = job;
  const [act] = useAction();
  const source = sourceOf(job);
  const cancel = (): void =>
    confirmFirst({
      title: words.text('desk.imports.cancel.title'),
      text: words.text('desk.imports.cancel.text'),
      action: words.text('desk.imports.cancel'),
      onConfirm: () => act(() => api.imports.cancel(id), { done: words.text('desk.imports.canceled') }),
    });
  const importNow = async (): Promise<void> => {
    if (source === null) setNew(true);
    else await act(() => begin({ ...source, dryRun: false }));
  };
  return (
    <section className="panel stack" aria-label={words.text('desk.imports.state')}>
      <div className="row spread">
        <ImportState job={job} />
        {isUnderWay(job) ? (
          <Button text="desk.imports.cancel" className="danger" disabled={!isAllowed} onClick={cancel} />
        ) : dryRun ? (
          <Button text="desk.imports.goOn" disabled={!isAllowed} onClick={() => void importNow()} />
        ) : (
          <Link className="button" to="/dealer/listings">
            {words.text('desk.imports.seeListings')}
          </Link>
        )}
      </div>
      {isUnderWay(job) && (
        <>
          <progress
            className="progress"
            aria-label={words.text('desk.imports.state')}
            value={progress.percent ?? undefined}
            max={100}
          />
          <p className="number" role="status">
            {words.text('desk.imports.progress', {
              done: words.number(progress.processed),
              all: progress.rows === null ? '…' : words.number(progress.rows),
            })}
          </p>
        </>
      )}
      {error !== null && (
        <p className="problems" role="alert">
          {error.message}
        </p>
      )}
      {dryRun && !isUnderWay(job) && source === null && (
        <p className="note">{words.text('desk.imports.goOn.hint')}</p>
      )}
      <dl className="tiles">
        {TOTALS.map((name) => (
          <div key={name}>
            <dt>{words.text(`desk.imports.${name}`)}</dt>
            <dd className="figure">{words.number(totals[name])}</dd>
          </div>
        ))}
      </dl>
      {images.total > 0 && (
        <p className="number">
          {words.text('desk.imports.images', {
            stored: words.number(images.stored),
            total: words.number(images.total),
          })}
        </p>
      )}
      {aliases.length > 0 && (
        <details className="example">
          <summary>{words.count('desk.imports.readAs', aliases.length)}</summary>
          <ul>
            {aliases.map(({ field, written, meant: meaning, rows }) => (
              <li key={`${field} ${written}`}>
                <q>{written}</q> → {meaning} <span className="note">({words.number(rows)})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isNew && <NewImport last={job} onClose={() => setNew(false)} />}
    </section>
  );
}

const columnsOf = (words: DeskWords): readonly Column<ImportProblem & { readonly index: number }>[] => [
  {
    id: 'row',
    label: words.text('desk.imports.row'),
    align: 'end',
    isFixed: true,
    cell: ({ row }) => (row === null ? words.text('desk.imports.row.file') : words.number(row)),
  },
  {
    id: 'stockNumber',
    label: words.text('desk.imports.stockNumber'),
    isWide: true,
    cell: ({ externalId }) => externalId,
  },
  {
    id: 'column',
    label: words.text('desk.imports.column'),
    cell: ({ column }) => column !== null && <code>{column}</code>,
  },
  {
    id: 'value',
    label: words.text('desk.imports.value'),
    isWide: true,
    cell: ({ value }) => <span className="long">{value}</span>,
  },
  {
    id: 'problem',
    label: words.text('desk.imports.problem'),
    isFixed: true,
    cell: ({ message, suggestion, severity }) => (
      <span className="stack tight">
        <span className={severity === 'error' ? 'bad' : undefined}>{message}</span>
        {suggestion !== null && (
          <span className="note">{words.text('desk.imports.suggestion', { suggestion })}</span>
        )}
      </span>
    ),
  },
];

function Problems({ job }: { job: Import }): ReactElement {
  const words = useWords();
  const [state] = useUrlState();
  const severity = oneOf(SEVERITIES, state['severity']);
  const [save] = useDownload();
  return (
    <section aria-labelledby="problems">
      <div className="table-tools">
        <h2 id="problems">{words.text('desk.imports.problems')}</h2>
        <SelectFilter
          name="severity"
          className="push"
          label={words.text('desk.imports.severity')}
          none={words.text('desk.imports.problems.all')}
          options={words.options('desk.imports.severity', SEVERITIES)}
        />
        {job.totals.failed > 0 && (
          <Button
            text="desk.imports.rejected"
            title={words.text('desk.imports.rejected.hint')}
            onClick={() =>
              save(() => api.imports.listProblems(job.id, { format: 'csv' }), `refused-${job.id}.csv`)
            }
          />
        )}
      </div>
      <PagedTable
        query={{
          ...read('imports.listProblems', job.id, { page: usePage(), limit: PAGE_ROWS, severity }),
          select: (found) => {
            if (found instanceof Blob) throw new Error('the problems of an import are not a file here');
            return found;
          },
        }}
        rowsOf={({ errors }) => errors.map((problem, index) => ({ ...problem, index }))}
        empty={<p className="note">{words.text('desk.imports.problems.none')}</p>}
        label={words.text('desk.imports.problems')}
        columns={columnsOf(words)}
        idOf={({ index }) => String(index)}
        nameOf={({ message }) => message}
      />
    </section>
  );
}
