/** The mapping of columns of a file: a row for each with sample values, and the choice of a column of the format. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { api, type ImportedColumn, type ImportPreset } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { read } from '../../query.ts';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, ScrollRegion, Table } from '../../ui/table.tsx';
import { type DeskWords, useWords } from '../../words.ts';
import { usePresets } from './options.tsx';

const NOT_READ = '';

export const isUnknown = ({ isKnown }: ImportedColumn): boolean => !isKnown;

/** Names of the columns of the format: the label of the field if it is unique, else the column name. */
function namesOf(targets: ImportPreset['columns'], words: DeskWords): ReadonlyMap<string, string> {
  const labels = targets.map(({ column, field }) => {
    const label = field === null ? column : labelOf(field, words);
    return label === field ? column : label;
  });
  const isShared = (label: string): boolean => labels.indexOf(label) !== labels.lastIndexOf(label);
  return new Map(
    targets.map(({ column }, index) => {
      const label = labels[index] ?? column;
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
  /** Called when the mapping is stored. */
  onSaved: () => Promise<unknown>;
}): ReactElement {
  const words = useWords();
  const presets = usePresets();
  const stored = useQuery(read('importMappings.list'));
  const save = async (values: FormData): Promise<void> => {
    const mapped = new Map(
      stored.data?.mappings
        .find(({ preset }) => preset === name)
        ?.columns.map(({ column, readAs }) => [column, readAs]),
    );
    let hasChanged = false;
    for (const { column, readAs, isKnown } of columns) {
      const text = values.get(column);
      const chosen = typeof text === 'string' && text !== NOT_READ ? text : null;
      if (isKnown && chosen === readAs) continue;
      mapped.set(column, chosen);
      hasChanged = true;
    }
    if (hasChanged)
      await api.importMappings.set(name, {
        columns: [...mapped].map(([column, readAs]) => ({ column, readAs })),
      });
    await onSaved();
  };
  const tableColumns = (formats: readonly ImportPreset[]): readonly Column<ImportedColumn>[] => {
    const targets = formats.find((format) => format.name === name)?.columns ?? [];
    const names = namesOf(targets, words);
    return [
      {
        id: 'yours',
        label: words.text('desk.imports.mapping.yours'),
        isHead: true,
        cell: ({ column }) => <code>{column}</code>,
      },
      {
        id: 'samples',
        label: words.text('desk.imports.mapping.samples'),
        className: 'samples',
        cell: ({ samples }) => samples?.join(' · '),
      },
      {
        id: 'ours',
        label: words.text('desk.imports.mapping.ours'),
        cell: ({ column, readAs, suggestion }) => (
          <>
            <select
              name={column}
              aria-label={words.text('desk.imports.mapping.readAs', { column })}
              defaultValue={readAs ?? suggestion ?? NOT_READ}
            >
              <option value={NOT_READ}>{words.text('desk.imports.mapping.none')}</option>
              {targets.map((target) => (
                <option key={target.column} value={target.column}>
                  {`${names.get(target.column) ?? target.column}${target.required ? ' *' : ''}`}
                </option>
              ))}
            </select>
            {readAs === null && suggestion !== null && (
              <span className="note">{words.text('desk.imports.mapping.guess')}</span>
            )}
          </>
        ),
      },
    ];
  };
  return (
    <Loaded query={presets}>
      {({ presets: formats }) => (
        <Form submit={submit} footer={footer} onSubmit={save}>
          <p className="note">{words.text('desk.imports.mapping.hint')}</p>
          <ScrollRegion className="table-frame columns" label={words.text('desk.imports.mapping')}>
            <Table
              className="mapping"
              columns={tableColumns(formats)}
              rows={columns}
              idOf={({ column }) => column}
              classOfRow={(column) => (isUnknown(column) ? 'unknown' : undefined)}
            />
          </ScrollRegion>
        </Form>
      )}
    </Loaded>
  );
}
