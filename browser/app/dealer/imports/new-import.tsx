import { type ReactElement, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, Form, TextField, textOf } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import { type Question, useBegin, useBeginWithFile } from './begin.ts';
import { ColumnsForm } from './columns-form.tsx';
import { type ImportOptions, ImportOptionFields, optionsOf, usePresets } from './options.tsx';

const MEGABYTE = 1024 * 1024;

export const FILE_TYPES = '.csv,.txt,.xml,.zip,text/csv,text/xml,application/xml,application/zip';

/** A file or an address, checked first unless somebody says otherwise. Unknown columns of a file are asked about before. */
export function NewImport({
  about = null,
  last,
  onClose,
}: {
  /** What is to be asked about a file that has been chosen already. */
  about?: Question | null;
  /** What was chosen for the last file. */
  last?: Partial<Omit<ImportOptions, 'confirmMassRemoval'>> | undefined;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const begin = useBegin();
  const beginWithFile = useBeginWithFile();
  const limits = usePresets().data?.limits;
  const [isFile, setFile] = useState(true);
  const [question, ask] = useState(about);
  const start = async (what: Parameters<typeof begin>[0]): Promise<void> => {
    await begin(what);
    onClose();
  };
  const look = async (values: FormData): Promise<void> => {
    const options = { ...optionsOf(values), dryRun: values.get('dryRun') !== null };
    if (!isFile) return start({ ...options, url: textOf(values, 'url') ?? '' });
    const chosen = values.get('file');
    const file = chosen instanceof File ? chosen : new File([], '');
    const found = await beginWithFile({ ...options, file });
    if (found === null) onClose();
    else ask(found);
  };
  if (question !== null) {
    const { asked, columns } = question;
    return (
      <Dialog title={words.text('desk.imports.mapping')} onClose={onClose}>
        <ColumnsForm
          preset={asked.preset}
          columns={columns}
          submit={words.text(asked.dryRun ? 'desk.imports.mapping.check' : 'desk.imports.start')}
          onSaved={() => start(asked)}
          footer={
            <button type="button" className="quiet" onClick={() => ask(null)}>
              {words.text('desk.imports.mapping.back')}
            </button>
          }
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.text('desk.imports.new')} onClose={onClose}>
      <div className="row" role="group" aria-label={words.text('desk.imports.source')}>
        <button type="button" className="quiet" aria-pressed={isFile} onClick={() => setFile(true)}>
          {words.text('desk.imports.fromFile')}
        </button>
        <button type="button" className="quiet" aria-pressed={!isFile} onClick={() => setFile(false)}>
          {words.text('desk.imports.fromUrl')}
        </button>
      </div>
      <Form onSubmit={look} submit={words.text('desk.imports.start')}>
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
        <ImportOptionFields {...(last === undefined ? {} : { chosen: last })} />
        <CheckField name="dryRun" label={words.text('desk.imports.check')} defaultChecked />
        <p className="note">{words.text('desk.imports.check.hint')}</p>
      </Form>
    </Dialog>
  );
}
