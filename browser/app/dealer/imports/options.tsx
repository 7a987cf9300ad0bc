/** What is asked about a file, be it sent or fetched. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type ImportPreset } from '../../api.ts';
import { language } from '../../language.ts';
import { CheckField, SelectField } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
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

/** The formats, and how large a file may be. */
export const usePresets = () =>
  useQuery({ queryKey: ['importPresets'], queryFn: () => api.imports.listPresets() });

export function ImportOptionFields({
  chosen,
}: {
  chosen?: Partial<Omit<ImportOptions, 'confirmMassRemoval'>>;
}): ReactElement {
  return (
    <Loaded query={usePresets()}>
      {({ presets }) => <Fields presets={presets} chosen={chosen ?? {}} />}
    </Loaded>
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
  const preset = presets.find((one) => one.name === name);
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
            const next = presets.find((one) => one.name === target.value);
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
          options={(['upsert', 'full'] as const).map((value) => ({
            value,
            label: words.text(`desk.imports.mode.${value}`),
          }))}
        />
        <SelectField
          name="publish"
          label={words.text('desk.imports.publish')}
          value={publish}
          onChange={({ target }) => setPublish(target.value as ImportOptions['publish'])}
          options={(['draft', 'submit'] as const).map((value) => ({
            value,
            label: words.text(`desk.imports.publish.${value}`),
          }))}
        />
      </div>
      {mode === 'full' && (
        <CheckField name="confirmMassRemoval" label={words.text('desk.imports.confirmMassRemoval')} />
      )}
      <details className="example">
        <summary>{words.text('desk.imports.columns')}</summary>
        <div
          className="table-frame columns"
          role="region"
          aria-label={words.text('desk.imports.columns')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus, so that keys can scroll it
          tabIndex={0}
        >
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.text('desk.imports.column')}</th>
                <th scope="col">{words.text('desk.imports.column.meaning')}</th>
              </tr>
            </thead>
            <tbody>
              {preset.columns.map(({ column, description, required, field }) => (
                <tr key={column}>
                  <th scope="row">
                    <code>{column}</code>{' '}
                    {required && <span className="tag">{words.text('desk.imports.column.required')}</span>}
                  </th>
                  <Meaning field={field} description={description} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

/** The server describes columns in English; elsewhere the field that a column fills has a label. */
function Meaning({ field, description }: { field: string | null; description: string }): ReactElement {
  const words = useWords();
  if (language === 'en') return <td>{description}</td>;
  const label =
    field === null ? null : (words.name(`fields.${field}`) ?? words.name(`ui.desk.field.${field}`));
  return label === null ? <td lang="en">{description}</td> : <td>{label}</td>;
}
