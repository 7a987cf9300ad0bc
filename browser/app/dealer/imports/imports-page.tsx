import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { api, type Import } from '../../api.ts';
import { download } from '../../download.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { type Question, useBeginWithFile } from './begin.ts';
import { ImportState, isUnderWay } from './import-state.tsx';
import { Imports } from './imports.tsx';
import { FILE_TYPES, NewImport } from './new-import.tsx';

const PAGE_ROWS = 25;
const WATCH_MS = 2000;

const columnsOf = (words: DeskWords): readonly Column<Import>[] => [
  {
    id: 'source',
    label: words.text('desk.imports.source'),
    isFixed: true,
    cell: ({ id, filename, url }) => (
      <Link className="long" to={`/dealer/imports/${id}`}>
        {filename ?? url ?? id}
      </Link>
    ),
  },
  { id: 'state', label: words.text('desk.imports.state'), cell: (job) => <ImportState job={job} /> },
  {
    id: 'when',
    label: words.text('desk.imports.when'),
    isWide: true,
    cell: ({ createdAt }) => words.moment(createdAt),
  },
  ...(['rows', 'created', 'updated', 'failed'] as const).map((name): Column<Import> => ({
    id: name,
    label: words.text(`desk.imports.${name}`),
    align: 'end',
    isWide: true,
    cell: ({ totals }) => (totals[name] === null ? '' : words.number(totals[name])),
  })),
];

export function ImportsPage(): ReactElement {
  const words = useWords();
  const [state] = useUrlState();
  const page = Number(state['page'] ?? 1);
  const isAllowed = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const [isNew, setNew] = useState(false);
  const [question, ask] = useState<Question | null>(null);
  const query = useQuery({
    queryKey: ['imports', page],
    queryFn: () => api.imports.list({ page, limit: PAGE_ROWS }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) === true ? WATCH_MS : false),
  });
  const save = useMutation({
    mutationFn: async (what: 'stock' | 'template') =>
      download(
        await (what === 'stock' ? api.imports.exportStock() : api.imports.templateCsv()),
        `${what}.csv`,
      ),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  const last = page === 1 ? query.data?.jobs.find(({ source }) => source === 'upload') : undefined;
  const start = (
    <button
      type="button"
      className={last === undefined ? undefined : 'quiet'}
      disabled={!isAllowed}
      title={whyNot}
      onClick={() => setNew(true)}
    >
      {words.text('desk.imports.new')}
    </button>
  );
  return (
    <Imports
      title={words.text('desk.nav.imports')}
      actions={
        <>
          <button type="button" className="quiet" onClick={() => save.mutate('template')}>
            {words.text('desk.imports.template')}
          </button>
          <button type="button" className="quiet" onClick={() => save.mutate('stock')}>
            {words.text('desk.imports.export')}
          </button>
          {start}
          {last !== undefined && <NextFile last={last} onQuestion={ask} />}
        </>
      }
    >
      <Loaded query={query}>
        {({ jobs, pagination }) =>
          jobs.length === 0 ? (
            <Empty title={words.text('desk.imports.none')}>
              <p>{words.text('desk.imports.none.hint')}</p>
              {start}
            </Empty>
          ) : (
            <>
              <DataTable
                label={words.text('desk.imports.history')}
                columns={columnsOf(words)}
                rows={jobs}
                idOf={({ id }) => id}
                nameOf={({ filename, url, id }) => filename ?? url ?? id}
              />
              <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
            </>
          )
        }
      </Loaded>
      {isNew && <NewImport last={last} onClose={() => setNew(false)} />}
      {question !== null && <NewImport about={question} last={question.asked} onClose={() => ask(null)} />}
    </Imports>
  );
}

/** A file that is read as the last one was, and checked as soon as it is chosen. */
function NextFile({
  last,
  onQuestion,
}: {
  last: Import;
  onQuestion: (question: Question) => void;
}): ReactElement {
  const words = useWords();
  const isAllowed = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const beginWithFile = useBeginWithFile();
  const input = useRef<HTMLInputElement>(null);
  const { preset, mode, publish, filename } = last;
  const check = useMutation({
    mutationFn: (file: File) => beginWithFile({ preset, mode, publish, dryRun: true, file }),
    onSuccess: (question) => {
      if (question !== null) onQuestion(question);
    },
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  return (
    <>
      <button
        type="button"
        disabled={!isAllowed}
        title={whyNot ?? words.text('desk.imports.next.hint', { name: filename ?? '' })}
        aria-busy={check.isPending}
        onClick={() => input.current?.click()}
      >
        {words.text('desk.imports.next')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_TYPES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) check.mutate(file);
          target.value = '';
        }}
      />
    </>
  );
}
