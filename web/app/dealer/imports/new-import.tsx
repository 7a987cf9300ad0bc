import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, Form, TextField, textOf } from '../../ui/form.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { ImportOptionFields, optionsOf } from './options.tsx';

const FILE_TYPES = '.csv,.txt,.xml,.zip,text/csv,text/xml,application/xml,application/zip';

/** A file or an address, checked first unless somebody says otherwise. */
export function NewImport({ onClose }: { onClose: () => void }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const go = useGo();
  const [isFile, setFile] = useState(true);
  const start = async (values: FormData): Promise<void> => {
    const options = { ...optionsOf(values), dryRun: values.get('dryRun') !== null };
    const file = values.get('file');
    const { job } = isFile
      ? await api.imports.create({ ...options, file: file instanceof File ? file : new Blob() })
      : await api.imports.create({ ...options, url: textOf(values, 'url') ?? '' });
    void queries.invalidateQueries({ queryKey: ['imports'] });
    onClose();
    go(`/dealer/imports/${job.id}`);
  };
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
      <Form onSubmit={start} submit={words.text('desk.imports.start')}>
        {isFile ? (
          <Field
            name="file"
            label={words.text('desk.imports.file')}
            hint={words.text('desk.imports.file.hint')}
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
        <ImportOptionFields />
        <CheckField name="dryRun" label={words.text('desk.imports.check')} defaultChecked />
        <p className="note">{words.text('desk.imports.check.hint')}</p>
      </Form>
    </Dialog>
  );
}
