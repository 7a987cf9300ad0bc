import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, Form, TextField, textOf } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import { type UnmappedColumns, useStartImport, useStartFileImport } from './start-import.ts';
import { ColumnsForm } from './columns-form.tsx';
import { ImportOptionFields, type ImportOptions, optionsOf, usePresets } from './options.tsx';

const MEGABYTE = 1024 * 1024;

export const FILE_TYPES = '.csv,.txt,.xml,.zip,text/csv,text/xml,application/xml,application/zip';

/** Imports a file or URL, by default as a dry run. A file with unknown columns needs their mapping first. */
export function NewImport({
  about = null,
  last,
  onClose,
}: {
  /** Unknown columns of a file that has been chosen already. */
  about?: UnmappedColumns | null;
  /** Options of the last import. */
  last?: Partial<Omit<ImportOptions, 'confirmMassRemoval'>> | undefined;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const begin = useStartImport();
  const beginWithFile = useStartFileImport();
  const limits = usePresets().data?.limits;
  const [isFile, setFile] = useState(true);
  const [question, setQuestion] = useState(about);
  const start = async (input: Parameters<typeof begin>[0]): Promise<void> => {
    await begin(input);
    onClose();
  };
  const send = async (values: FormData): Promise<void> => {
    const options = { ...optionsOf(values), dryRun: values.get('dryRun') !== null };
    if (!isFile) return start({ ...options, url: textOf(values, 'url') ?? '' });
    const chosen = values.get('file');
    const file = chosen instanceof File ? chosen : new File([], '');
    const unknown = await beginWithFile({ ...options, file });
    if (unknown === null) onClose();
    else setQuestion(unknown);
  };
  if (question !== null) {
    const { start: options, columns } = question;
    return (
      <Dialog title={words.text('desk.imports.mapping')} onClose={onClose}>
        <ColumnsForm
          preset={options.preset}
          columns={columns}
          submit={words.text(options.dryRun ? 'desk.imports.mapping.check' : 'desk.imports.start')}
          onSaved={() => start(options)}
          footer={
            <Button text="desk.imports.mapping.back" className="quiet" onClick={() => setQuestion(null)} />
          }
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.text('desk.imports.new')} onClose={onClose}>
      <div className="row" role="group" aria-label={words.text('desk.imports.source')}>
        <Button
          text="desk.imports.fromFile"
          className="quiet"
          aria-pressed={isFile}
          onClick={() => setFile(true)}
        />
        <Button
          text="desk.imports.fromUrl"
          className="quiet"
          aria-pressed={!isFile}
          onClick={() => setFile(false)}
        />
      </div>
      <Form onSubmit={send} submit={words.text('desk.imports.start')}>
        {isFile ? (
          <Field
            name="file"
            label={words.text('desk.imports.file')}
            hint={
              limits === undefined
                ? undefined
                : words.text('desk.imports.file.hint', {
                    rows: words.number(limits.rows),
                    megabytes: words.number(limits.bytes / MEGABYTE),
                  })
            }
            wide
          >
            {(attributes) => <input type="file" accept={FILE_TYPES} {...attributes} />}
          </Field>
        ) : (
          <TextField
            name="url"
            type="url"
            label={words.text('desk.imports.url')}
            hint={words.text('desk.imports.url.hint')}
            placeholder="https://"
            wide
          />
        )}
        <ImportOptionFields chosen={last} />
        <CheckField name="dryRun" label={words.text('desk.imports.check')} defaultChecked />
        <p className="note">{words.text('desk.imports.check.hint')}</p>
      </Form>
    </Dialog>
  );
}
