/** Options of an import, of an uploaded file or a feed. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { ImportPreset } from '../../api.ts';
import { language } from '../../language.ts';
import { read } from '../../query.ts';
import { CheckField, SelectField } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ScrollRegion, Table } from '../../ui/table.tsx';
import { useWords } from '../../words.ts';

export interface ImportOptions {
  readonly preset: ImportPreset['name'];
  readonly mode: ImportPreset['defaults']['mode'];
  readonly publish: ImportPreset['defaults']['publish'];
  readonly confirmMassRemoval: boolean;
}

export const optionsOf = (values: FormData): ImportOptions => ({
  preset: values.get('preset') as ImportOptions['preset'],
  mode: values.get('mode') as ImportOptions['mode'],
  publish: values.get('publish') as ImportOptions['publish'],
  confirmMassRemoval: values.get('confirmMassRemoval') !== null,
});

/** The file formats, and the size limits. */
export const usePresets = () => useQuery(read('imports.listPresets'));

export function ImportOptionFields({
  chosen = {},
}: {
  chosen?: Partial<Omit<ImportOptions, 'confirmMassRemoval'>> | undefined;
}): ReactElement {
  return (
    <Loaded query={usePresets()}>{({ presets }) => <Fields presets={presets} chosen={chosen} />}</Loaded>
  );
}

function Fields({
  presets,
  chosen,
}: {
  presets: readonly ImportPreset[];
  chosen: Partial<ImportOptions>;
}): ReactElement | null {
  const words = useWords();
  const [name, setName] = useState(chosen.preset ?? presets[0]?.name);
  const preset = presets.find((candidate) => candidate.name === name);
  const [mode, setMode] = useState(chosen.mode ?? preset?.defaults.mode);
  const [publish, setPublish] = useState(chosen.publish ?? preset?.defaults.publish);
  if (preset === undefined) return null;
  return (
    <>
      <div className="fields">
        <SelectField
          name="preset"
          label={words.text('desk.imports.preset')}
          hint={words.text(`desk.imports.format.${preset.name}`)}
          value={preset.name}
          onChange={({ target }) => {
            const next = presets.find((candidate) => candidate.name === target.value);
            setName(next?.name);
            setMode(next?.defaults.mode);
            setPublish(next?.defaults.publish);
          }}
          options={presets.map(({ name: value, title }) => ({ value, label: title }))}
        />
        <SelectField
          name="mode"
          wide
          label={words.text('desk.imports.mode')}
          value={mode}
          onChange={({ target }) => setMode(target.value as ImportOptions['mode'])}
          options={words.options('desk.imports.mode', ['upsert', 'full'])}
        />
        <SelectField
          name="publish"
          label={words.text('desk.imports.publish')}
          value={publish}
          onChange={({ target }) => setPublish(target.value as ImportOptions['publish'])}
          options={words.options('desk.imports.publish', ['draft', 'submit'])}
        />
      </div>
      {mode === 'full' && (
        <CheckField name="confirmMassRemoval" label={words.text('desk.imports.confirmMassRemoval')} />
      )}
      <details className="example">
        <summary>{words.text('desk.imports.columns')}</summary>
        <ScrollRegion className="table-frame columns" label={words.text('desk.imports.columns')}>
          <Table
            columns={[
              {
                id: 'column',
                label: words.text('desk.imports.column'),
                isHead: true,
                cell: ({ column, required }) => (
                  <>
                    <code>{column}</code>{' '}
                    {required && <span className="tag">{words.text('desk.imports.column.required')}</span>}
                  </>
                ),
              },
              {
                id: 'meaning',
                label: words.text('desk.imports.column.meaning'),
                cell: (column) => <Meaning {...column} />,
              },
            ]}
            rows={preset.columns}
            idOf={({ column }) => column}
          />
        </ScrollRegion>
      </details>
    </>
  );
}

/** The server describes columns in English only; in other languages, show the label of the field. */
function Meaning({ field, description }: { field: string | null; description: string }): ReactElement {
  const words = useWords();
  if (language === 'en') return <>{description}</>;
  const label =
    field === null ? null : (words.name(`fields.${field}`) ?? words.name(`ui.desk.field.${field}`));
  return label === null ? <span lang="en">{description}</span> : <>{label}</>;
}
