/** Problems by column and value. The meaning of a value applies to all of its rows, and to later imports. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, type Import, type ImportProblemGroup } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { read } from '../../query.ts';
import { Form, TextField } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';

const GROUPS_SHOWN = 100;
/** Problems that another value would solve. */
const OF_VALUES: ReadonlySet<string> = new Set([
  'INVALID_ENUM',
  'INVALID_NUMBER',
  'INVALID_DATE',
  'INVALID_VALUE',
  'OUT_OF_RANGE',
  'UNKNOWN_BRAND',
  'UNKNOWN_CATEGORY',
  'UNKNOWN_FEATURE',
]);

interface ExplainableGroup extends ImportProblemGroup {
  readonly column: string;
  readonly value: string;
}

const isExplainable = (group: ImportProblemGroup): group is ExplainableGroup =>
  group.column !== null && group.value !== null && OF_VALUES.has(group.code);

export function ValuesForm({
  job,
  submit,
  onSaved,
}: {
  job: Import;
  submit: string;
  /** Called when the mapping is stored. */
  onSaved: () => Promise<unknown>;
}): ReactElement {
  const words = useWords();
  const query = useQuery({
    ...read('imports.listProblemGroups', job.id, { limit: GROUPS_SHOWN }),
    placeholderData: keepPreviousData,
  });
  const save = async (groups: readonly ExplainableGroup[], typed: FormData): Promise<void> => {
    const { mappings } = await api.importMappings.list();
    const known = mappings.find(({ preset }) => preset === job.preset)?.values ?? [];
    const explained = groups.flatMap(({ column, value }, index) => {
      const readAs = typed.get(nameOf(index));
      return typeof readAs === 'string' && readAs.trim() !== ''
        ? [{ column, value, readAs: readAs.trim() }]
        : [];
    });
    if (explained.length > 0) {
      const keys = new Set(explained.map(keyOf));
      const values = [...known.filter((each) => !keys.has(keyOf(each))), ...explained];
      await api.importMappings.set(job.preset, { values });
    }
    await onSaved();
  };
  return (
    <Loaded query={query}>
      {({ groups: all }) => {
        const groups = all.filter(isExplainable);
        if (groups.length === 0) return <p className="note">{words.text('desk.imports.values.none')}</p>;
        return (
          <Form submit={submit} onSubmit={(typed) => save(groups, typed)}>
            <p className="note">{words.text('desk.imports.values.hint')}</p>
            <div className="fields">
              {groups.map((group, index) => (
                <TextField
                  key={keyOf(group)}
                  name={nameOf(index)}
                  label={words.text('desk.imports.values.rows', {
                    rows: words.count('desk.imports.values.count', group.rows),
                    column: group.field === null ? group.column : labelOf(group.field, words),
                    value: group.value,
                  })}
                  hint={
                    group.suggestion === null
                      ? group.message
                      : words.text('desk.imports.suggestion', { suggestion: group.suggestion })
                  }
                  defaultValue={group.suggestion ?? ''}
                />
              ))}
            </div>
          </Form>
        );
      }}
    </Loaded>
  );
}

const nameOf = (index: number): string => `values.${index}.readAs`;

const keyOf = ({ column, value }: { readonly column: string; readonly value: string }): string =>
  JSON.stringify([column, value.trim().toLowerCase()]);
