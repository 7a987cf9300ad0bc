/** Refused rows, with a field for each cell that refuses them: what is corrected is imported as a file of its own. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, type Import, type ImportProblem } from '../../api.ts';
import { Form, TextField } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { useBegin } from './begin.ts';
import { csvLine, readCsv } from './csv.ts';

const PROBLEMS_SHOWN = 100;
/** The first column of the report that is not of the file. */
const ROW_COLUMN = 'import_row';

interface RefusedRow {
  readonly number: number;
  readonly cells: ReadonlyMap<string, string>;
  readonly problems: readonly (ImportProblem & { readonly column: string })[];
}

async function refusedRows({ id, columns = [] }: Import): Promise<readonly RefusedRow[]> {
  const [file, found] = await Promise.all([
    api.imports.listProblems(id, { format: 'csv' }),
    api.imports.listProblems(id, { severity: 'error', limit: PROBLEMS_SHOWN }),
  ]);
  if (!(file instanceof Blob) || found instanceof Blob) throw new Error('the report has another format');
  const text = (await file.text()).replace(/^\ufeff/, '');
  const [first = [], ...others] = readCsv(text, delimiterOf(text));
  const hasHeader = first.includes(ROW_COLUMN);
  // The report of a file without a header has none either.
  const header = hasHeader ? first : [...columns.map(({ column }) => column), ROW_COLUMN];
  const names = header.slice(0, header.indexOf(ROW_COLUMN));
  return (hasHeader ? others : [first, ...others]).flatMap((cells) => {
    const number = Number(cells[names.length]);
    const problems = found.errors.filter(
      (problem): problem is RefusedRow['problems'][number] =>
        problem.row === number && problem.column !== null && names.includes(problem.column),
    );
    if (problems.length === 0) return [];
    return [{ number, problems, cells: new Map(names.map((name, at) => [name, cells[at] ?? ''])) }];
  });
}

/** The report writes no text of ours before its first separator: names of columns, else the cells of the first row. */
function delimiterOf(text: string): string {
  return [',', ';', '\t', '|'].find((one) => text.includes(`${one}${ROW_COLUMN}${one}`)) ?? ';';
}

export function Corrections({ job }: { job: Import }): ReactElement {
  const words = useWords();
  const begin = useBegin();
  const query = useQuery({
    queryKey: ['imports', 'refusedRows', job.id],
    queryFn: () => refusedRows(job),
    staleTime: Infinity,
  });
  const send = async (rows: readonly RefusedRow[], typed: FormData): Promise<void> => {
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
      // These rows are not the whole stock.
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
