import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api, type Import, type ImportProblem } from '../../api.ts';
import { download } from '../../download.ts';
import { useMay } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useParam, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { type Beginning, useBegin } from './begin.ts';
import { ColumnsForm, isUnknown } from './columns-form.tsx';
import { Corrections } from './corrections.tsx';
import { keptFile } from './kept-files.ts';
import { ImportState, isUnderWay } from './import-state.tsx';
import { Imports } from './imports.tsx';
import { NewImport } from './new-import.tsx';
import { ValuesForm } from './values-form.tsx';

const PAGE_ROWS = 50;
/** Refused rows that are fetched to be corrected here. */
const CORRECTED_MAX = 1000;
const WATCH_MS = 1000;
const TOTALS = ['created', 'updated', 'unchanged', 'removed', 'skipped', 'failed', 'warnings'] as const;
const SEVERITIES = ['error', 'warning'] as const;

export function ImportPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const query = useQuery({
    queryKey: ['imports', 'one', id],
    queryFn: () => api.imports.get(id),
    // Its end comes as a notification, too; the progress does not.
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data.job) ? WATCH_MS : false),
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
                <Refused key={`refused ${data.job.id}`} job={data.job} />
                <Problems job={data.job} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Imports>
  );
}

/** What an import was begun with, where it can be read once more. */
function sourceOf({ id, url, preset, mode, publish, source }: Import): Beginning | null {
  const file = keptFile(id);
  const options = { preset, mode, publish, dryRun: true };
  if (file !== undefined) return { ...options, file };
  return url === null || source === 'pull' ? null : { ...options, url };
}

/** How the columns were read; after a check they can be read otherwise. */
function Columns({ job }: { job: Import }): ReactElement | null {
  const words = useWords();
  const isAllowed = useMay('MANAGER');
  const begin = useBegin();
  const { columns, dryRun, preset } = job;
  const source = sourceOf(job);
  if (columns === undefined || !dryRun || !isAllowed) return null;
  return (
    <details className="panel example" open={columns.some(isUnknown)}>
      <summary>{words.text('desk.imports.mapping')}</summary>
      <ColumnsForm
        preset={preset}
        columns={columns}
        submit={words.text(source === null ? 'desk.save' : 'desk.imports.mapping.again')}
        onSaved={async () => {
          if (source === null) say(words.text('desk.imports.mapping.saved'));
          else await begin(source);
        }}
      />
    </details>
  );
}

/** What values mean; they are read so when the file is read once more. */
function Values({ job }: { job: Import }): ReactElement | null {
  const words = useWords();
  const isAllowed = useMay('MANAGER');
  const begin = useBegin();
  const { totals, dryRun } = job;
  const source = sourceOf(job);
  if (totals.failed + totals.warnings === 0 || !isAllowed) return null;
  return (
    <details className="panel example" open={dryRun}>
      <summary>{words.text('desk.imports.values')}</summary>
      <ValuesForm
        job={job}
        submit={words.text(source === null ? 'desk.save' : 'desk.imports.mapping.again')}
        onSaved={async () => {
          if (source === null) say(words.text('desk.imports.mapping.saved'));
          else await begin(source);
        }}
      />
    </details>
  );
}

/** Rows that were refused by an import; those of a check are not written either way. */
function Refused({ job }: { job: Import }): ReactElement | null {
  const words = useWords();
  const isAllowed = useMay('MANAGER');
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
  const queries = useQueryClient();
  const isAllowed = useMay('MANAGER');
  const begin = useBegin();
  const [isNew, setNew] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  const { id, progress, totals, images, dryRun, error, aliases } = job;
  const cancel = useMutation({
    mutationFn: () => api.imports.cancel(id),
    onSuccess: () => say(words.text('desk.imports.canceled')),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  });
  const source = sourceOf(job);
  const goOn = async (): Promise<void> => {
    if (source === null) return setNew(true);
    try {
      await begin({ ...source, dryRun: false });
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
  };
  return (
    <section className="panel stack" aria-label={words.text('desk.imports.state')}>
      <div className="row spread">
        <ImportState job={job} />
        {isUnderWay(job) ? (
          <button type="button" className="danger" disabled={!isAllowed} onClick={() => setCanceling(true)}>
            {words.text('desk.imports.cancel')}
          </button>
        ) : dryRun ? (
          <button type="button" disabled={!isAllowed} onClick={() => void goOn()}>
            {words.text('desk.imports.goOn')}
          </button>
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
            {...(progress.percent === null ? {} : { value: progress.percent, max: 100 })}
          />
          <p className="number" role="status">
            {words.text('desk.imports.progress', {
              done: words.number(progress.processed),
              all: progress.rows === null ? '…' : words.number(progress.rows),
            })}
          </p>
        </>
      )}
      {isCanceling && (
        <Confirm
          title={words.text('desk.imports.cancel.title')}
          text={words.text('desk.imports.cancel.text')}
          action={words.text('desk.imports.cancel')}
          onConfirm={() => cancel.mutate()}
          onClose={() => setCanceling(false)}
        />
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
            {aliases.map(({ field, written, meant, rows }) => (
              <li key={`${field} ${written}`}>
                <q>{written}</q> → {meant} <span className="note">({words.number(rows)})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isNew && <NewImport last={job} onClose={() => setNew(false)} />}
    </section>
  );
}

const columnsOf = (words: DeskWords): readonly Column<ImportProblem & { readonly at: number }>[] => [
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
  const [state, change] = useUrlState();
  const page = Number(state['page'] ?? 1);
  const severity = SEVERITIES.find((one) => one === state['severity']);
  const query = useQuery({
    queryKey: ['imports', 'problems', job.id, page, severity],
    queryFn: async () => {
      const found = await api.imports.listProblems(job.id, { page, limit: PAGE_ROWS, severity });
      if (found instanceof Blob) throw new Error('a file was not asked for');
      return found;
    },
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: async () => {
      const file = await api.imports.listProblems(job.id, { format: 'csv' });
      if (file instanceof Blob) download(file, `refused-${job.id}.csv`);
    },
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  return (
    <section aria-labelledby="problems">
      <div className="table-tools">
        <h2 id="problems">{words.text('desk.imports.problems')}</h2>
        <select
          className="push"
          aria-label={words.text('desk.imports.severity')}
          value={severity ?? ''}
          onChange={({ target }) => change({ severity: target.value, page: undefined })}
        >
          <option value="">{words.text('desk.imports.problems.all')}</option>
          {SEVERITIES.map((one) => (
            <option key={one} value={one}>
              {words.text(`desk.imports.severity.${one}`)}
            </option>
          ))}
        </select>
        {job.totals.failed > 0 && (
          <button
            type="button"
            title={words.text('desk.imports.rejected.hint')}
            onClick={() => save.mutate()}
          >
            {words.text('desk.imports.rejected')}
          </button>
        )}
      </div>
      <Loaded query={query}>
        {({ errors, pagination }) =>
          errors.length === 0 ? (
            <p className="note">{words.text('desk.imports.problems.none')}</p>
          ) : (
            <>
              <DataTable
                label={words.text('desk.imports.problems')}
                columns={columnsOf(words)}
                rows={errors.map((problem, at) => ({ ...problem, at }))}
                idOf={({ at }) => String(at)}
                nameOf={({ message }) => message}
              />
              <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
