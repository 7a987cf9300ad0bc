import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { api, type MessageTemplate } from '../../api.ts';
import { useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { List, Load } from '../../ui/section.tsx';
import { Empty } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';

export function TemplatesPage(): ReactElement {
  const words = useWords();
  const canWrite = useHasRole('AGENT');
  const [edited, setEdited] = useState<MessageTemplate | 'new' | null>(null);
  const [act] = useAction();
  const remove = ({ id, name, category, content }: MessageTemplate): Promise<boolean> =>
    act(() => api.messageTemplates.delete(id), {
      done: words.text('desk.saved'),
      undo: () => api.messageTemplates.create({ name, category, content }),
    });
  const save = (template: MessageTemplate | 'new', values: FormData): Promise<unknown> => {
    const body = { name: textOf(values, 'name') ?? '', content: textOf(values, 'content') ?? '' };
    return template === 'new'
      ? api.messageTemplates.create(body)
      : api.messageTemplates.update(template.id, body);
  };
  return (
    <Page
      title={words.text('desk.nav.templates')}
      actions={canWrite && <Button text="desk.templates.new" icon="plus" onClick={() => setEdited('new')} />}
    >
      <Load query={read('messageTemplates.list')}>
        {({ templates }) => (
          <List
            rows={templates}
            className="stack"
            none={
              <Empty title={words.text('desk.templates.none')}>
                <p>{words.text('desk.templates.none.text')}</p>
              </Empty>
            }
          >
            {(template) => (
              <li key={template.id} className="panel template">
                <div>
                  <h2>{template.name}</h2>
                  <p>{template.content}</p>
                </div>
                {canWrite && (
                  <span className="row">
                    <Button
                      text="desk.templates.edit"
                      className="quiet"
                      aria-label={`${words.text('desk.templates.edit')}: ${template.name}`}
                      onClick={() => setEdited(template)}
                    />
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={words.text('desk.templates.delete', { name: template.name })}
                      onClick={() => void remove(template)}
                    >
                      <Icon name="trash" size={16} />
                    </button>
                  </span>
                )}
              </li>
            )}
          </List>
        )}
      </Load>
      {edited !== null && (
        <FormDialog
          title={edited === 'new' ? words.text('desk.templates.new') : edited.name}
          submit={words.text('desk.save')}
          done={words.text('desk.saved')}
          onSubmit={(values) => save(edited, values)}
          onClose={() => setEdited(null)}
        >
          <TextField
            name="name"
            label={words.text('desk.templates.name')}
            defaultValue={edited === 'new' ? '' : edited.name}
            autoComplete="off"
          />
          <TextArea
            name="content"
            label={words.text('desk.templates.content')}
            hint={words.text('desk.templates.content.hint')}
            rows={8}
            defaultValue={edited === 'new' ? '' : edited.content}
          />
        </FormDialog>
      )}
    </Page>
  );
}
