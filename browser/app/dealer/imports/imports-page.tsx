import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { useAction, useDownload } from '../../action.ts';
import { api, type Import } from '../../api.ts';
import { useGuard } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { type UnmappedColumns, useStartFileImport } from './start-import.ts';
import { Imports, ImportState, isUnderWay } from './imports.tsx';
import { FILE_TYPES, NewImport } from './new-import.tsx';

const PAGE_ROWS = 25;
const POLL_MS = 2000;

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
  const page = usePage();
  const guard = useGuard('MANAGER');
  const [isNew, setNew] = useState(false);
  const [question, setQuestion] = useState<UnmappedColumns | null>(null);
  const list = read('imports.list', { page, limit: PAGE_ROWS });
  const query = useQuery({
    ...list,
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) === true ? POLL_MS : false),
  });
  const [save] = useDownload();
  const last = page === 1 ? query.data?.jobs.find(({ source }) => source === 'upload') : undefined;
  const start = (
    <Button
      text="desk.imports.new"
      className={last === undefined ? undefined : 'quiet'}
      {...guard}
      onClick={() => setNew(true)}
    />
  );
  return (
    <Imports
      title={words.text('desk.nav.imports')}
      actions={
        <>
          <Button
            text="desk.imports.template"
            className="quiet"
            onClick={() => save(() => api.imports.templateCsv(), 'template.csv')}
          />
          <Button
            text="desk.imports.export"
            className="quiet"
            onClick={() => save(() => api.imports.exportStock(), 'stock.csv')}
          />
          {start}
          {last !== undefined && <NextFile last={last} onQuestion={setQuestion} />}
        </>
      }
    >
      <PagedTable
        query={list}
        rowsOf={({ jobs }) => jobs}
        empty={
          <Empty title={words.text('desk.imports.none')}>
            <p>{words.text('desk.imports.none.hint')}</p>
            {start}
          </Empty>
        }
        label={words.text('desk.imports.history')}
        columns={columnsOf(words)}
        idOf={({ id }) => id}
        nameOf={({ filename, url, id }) => filename ?? url ?? id}
      />
      {isNew && <NewImport last={last} onClose={() => setNew(false)} />}
      {question !== null && (
        <NewImport about={question} last={question.start} onClose={() => setQuestion(null)} />
      )}
    </Imports>
  );
}

/** Chooses a file and starts a dry run with the options of the last import. */
function NextFile({
  last,
  onQuestion,
}: {
  last: Import;
  onQuestion: (question: UnmappedColumns) => void;
}): ReactElement {
  const words = useWords();
  const { disabled, title } = useGuard('MANAGER');
  const beginWithFile = useStartFileImport();
  const input = useRef<HTMLInputElement>(null);
  const { preset, mode, publish, filename } = last;
  const [act, isChecking] = useAction();
  const check = (file: File): Promise<boolean> =>
    act(() => beginWithFile({ preset, mode, publish, dryRun: true, file }), {
      next: (question) => question !== null && onQuestion(question),
    });
  return (
    <>
      <Button
        text="desk.imports.next"
        disabled={disabled}
        title={title ?? words.text('desk.imports.next.hint', { name: filename ?? '' })}
        aria-busy={isChecking}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_TYPES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void check(file);
          target.value = '';
        }}
      />
    </>
  );
}
