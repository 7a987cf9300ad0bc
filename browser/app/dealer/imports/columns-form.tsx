/** What the columns of a file are: one row each with its first values, and the choice of a column of the format. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { api, type ImportedColumn, type ImportPreset } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type DeskWords, useWords } from '../../words.ts';
import { usePresets } from './options.tsx';

const MAPPINGS = ['importMappings'] as const;
const NOT_READ = '';

export const isUnknown = ({ isKnown }: ImportedColumn): boolean => !isKnown;

/** By what each column fills, where people have a word for it that no other column shares; else by its name in the format. */
function namesOf(targets: ImportPreset['columns'], words: DeskWords): ReadonlyMap<string, string> {
  const labels = targets.map(({ column, field }) => {
    const label = field === null ? column : labelOf(field, words);
    return label === field ? column : label;
  });
  const isShared = (label: string): boolean => labels.indexOf(label) !== labels.lastIndexOf(label);
  return new Map(
    targets.map(({ column }, at) => {
      const label = labels[at] ?? column;
      return [column, isShared(label) ? `${label} (${column})` : label];
    }),
  );
}

export function ColumnsForm({
  preset: name,
  columns,
  submit,
  footer,
  onSaved,
}: {
  preset: ImportPreset['name'];
  columns: readonly ImportedColumn[];
  submit: string;
  footer?: ReactNode;
  /** What is chosen is kept. */
  onSaved: () => Promise<unknown>;
}): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const presets = usePresets();
  const kept = useQuery({ queryKey: MAPPINGS, queryFn: () => api.importMappings.list() });
  const save = async (values: FormData): Promise<void> => {
    const mapped = new Map(
      kept.data?.mappings
        .find(({ preset }) => preset === name)
        ?.columns.map((one) => [one.column, one.readAs]),
    );
    let hasChanged = false;
    for (const { column, readAs, isKnown } of columns) {
      const text = values.get(column);
      const chosen = typeof text === 'string' && text !== NOT_READ ? text : null;
      if (isKnown && chosen === readAs) continue;
      mapped.set(column, chosen);
      hasChanged = true;
    }
    if (hasChanged) {
      await api.importMappings.set(name, {
        columns: [...mapped].map(([column, readAs]) => ({ column, readAs })),
      });
      await queries.invalidateQueries({ queryKey: MAPPINGS });
    }
    await onSaved();
  };
  const rows = (formats: readonly ImportPreset[]): ReactNode => {
    const targets = formats.find((one) => one.name === name)?.columns ?? [];
    const names = namesOf(targets, words);
    return columns.map((one) => (
      <tr key={one.column} className={isUnknown(one) ? 'unknown' : undefined}>
        <th scope="row">
          <code>{one.column}</code>
        </th>
        <td className="samples">{one.samples?.join(' · ')}</td>
        <td>
          <select
            name={one.column}
            aria-label={words.text('desk.imports.mapping.readAs', { column: one.column })}
            defaultValue={one.readAs ?? one.suggestion ?? NOT_READ}
          >
            <option value={NOT_READ}>{words.text('desk.imports.mapping.none')}</option>
            {targets.map((target) => (
              <option key={target.column} value={target.column}>
                {`${names.get(target.column) ?? target.column}${target.required ? ' *' : ''}`}
              </option>
            ))}
          </select>
          {one.readAs === null && one.suggestion !== null && (
            <span className="note">{words.text('desk.imports.mapping.guess')}</span>
          )}
        </td>
      </tr>
    ));
  };
  return (
    <Loaded query={presets}>
      {({ presets: formats }) => (
        <Form submit={submit} footer={footer} onSubmit={save}>
          <p className="note">{words.text('desk.imports.mapping.hint')}</p>
          <div
            className="table-frame columns"
            role="region"
            aria-label={words.text('desk.imports.mapping')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus, so that keys can scroll it
            tabIndex={0}
          >
            <table className="table mapping">
              <thead>
                <tr>
                  <th scope="col">{words.text('desk.imports.mapping.yours')}</th>
                  <th scope="col" className="samples">
                    {words.text('desk.imports.mapping.samples')}
                  </th>
                  <th scope="col">{words.text('desk.imports.mapping.ours')}</th>
                </tr>
              </thead>
              <tbody>{rows(formats)}</tbody>
            </table>
          </div>
        </Form>
      )}
    </Loaded>
  );
}
