/** Rejected rows, with a field for each invalid cell. Corrected rows are imported as a new file. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, type Import, type ImportProblem } from '../../api.ts';
import { read, STABLE } from '../../query.ts';
import { Form, TextField } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { useStartImport } from './start-import.ts';
import { csvLine, readCsv } from './csv.ts';

const PROBLEMS_SHOWN = 100;
/** The first column of the report that the file does not have. */
const ROW_COLUMN = 'import_row';

interface RejectedRow {
  readonly number: number;
  readonly cells: ReadonlyMap<string, string>;
  readonly problems: readonly (ImportProblem & { readonly column: string })[];
}

async function rejectedRows({ id, columns = [] }: Import): Promise<readonly RejectedRow[]> {
  const [file, found] = await Promise.all([
    api.imports.listProblems(id, { format: 'csv' }),
    api.imports.listProblems(id, { severity: 'error', limit: PROBLEMS_SHOWN }),
  ]);
  if (!(file instanceof Blob) || found instanceof Blob) throw new Error('the report has another format');
  const text = (await file.text()).replace(/^\ufeff/, '');
  const [first = [], ...rest] = readCsv(text, delimiterOf(text));
  const hasHeader = first.includes(ROW_COLUMN);
  // If the file has no header, the report has none either.
  const header = hasHeader ? first : [...columns.map(({ column }) => column), ROW_COLUMN];
  const names = header.slice(0, header.indexOf(ROW_COLUMN));
  return (hasHeader ? rest : [first, ...rest]).flatMap((cells) => {
    const number = Number(cells[names.length]);
    const problems = found.errors.filter(
      (problem): problem is RejectedRow['problems'][number] =>
        problem.row === number && problem.column !== null && names.includes(problem.column),
    );
    if (problems.length === 0) return [];
    return [{ number, problems, cells: new Map(names.map((name, index) => [name, cells[index] ?? ''])) }];
  });
}

/** Finds the separator next to the marker column. */
function delimiterOf(text: string): string {
  return [',', ';', '\t', '|'].find((mark) => text.includes(`${mark}${ROW_COLUMN}${mark}`)) ?? ';';
}

export function Corrections({ job }: { job: Import }): ReactElement {
  const words = useWords();
  const begin = useStartImport();
  const query = useQuery({
    ...STABLE,
    queryKey: [...read('imports.listProblems', job.id).queryKey, 'all'],
    queryFn: () => rejectedRows(job),
    staleTime: Infinity,
  });
  const send = async (rows: readonly RejectedRow[], typed: FormData): Promise<void> => {
    const corrected = rows.flatMap(({ number, cells, problems }) => {
      const changed = new Map(cells);
      for (const { column } of problems) {
        const text = typed.get(nameOf(number, column));
        if (typeof text === 'string') changed.set(column, text);
      }
      return [...changed].some(([column, text]) => cells.get(column) !== text) ? [changed] : [];
    });
    const [first] = corrected;
    if (first === undefined) return;
    const lines = [[...first.keys()], ...corrected.map((cells) => [...cells.values()])];
    await begin({
      preset: job.preset,
      // Not "full", because these rows are only a part of the stock.
      mode: 'upsert',
      publish: job.publish,
      dryRun: false,
      file: new File(
        lines.map((cells) => csvLine(cells)),
        'corrected.csv',
        { type: 'text/csv' },
      ),
    });
  };
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="note">{words.text('desk.imports.correct.none')}</p>
        ) : (
          <Form submit={words.text('desk.imports.correct.send')} onSubmit={(typed) => send(rows, typed)}>
            <p className="note">{words.text('desk.imports.correct.hint')}</p>
            {rows.map(({ number, cells, problems }) => (
              <fieldset key={number} className="fields">
                <legend>{words.text('desk.imports.correct.row', { row: words.number(number) })}</legend>
                {problems.map(({ column, message }) => (
                  <TextField
                    key={column}
                    name={nameOf(number, column)}
                    label={<code>{column}</code>}
                    hint={message}
                    defaultValue={cells.get(column) ?? ''}
                  />
                ))}
              </fieldset>
            ))}
          </Form>
        )
      }
    </Loaded>
  );
}

const nameOf = (row: number, column: string): string => `${row}.${column}`;
