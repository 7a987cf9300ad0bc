/** Answers that are given often. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type MessageTemplate } from '../../api.ts';
import { useMay } from '../../me.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';

export function TemplatesPage(): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const mayWrite = useMay('AGENT');
  const [edited, edit] = useState<MessageTemplate | 'new' | null>(null);
  const query = useQuery({ queryKey: ['templates'], queryFn: () => api.messageTemplates.list() });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['templates'] });
  const remove = async (template: MessageTemplate): Promise<void> => {
    try {
      await api.messageTemplates.delete(template.id);
      const { name, category, content } = template;
      say(words.text('desk.saved'), {
        action: {
          label: words.text('desk.undo'),
          run: () => void api.messageTemplates.create({ name, category, content }).then(refresh),
        },
      });
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    await refresh();
  };
  return (
    <Page
      title={words.text('desk.nav.templates')}
      actions={
        mayWrite && (
          <button type="button" onClick={() => edit('new')}>
            <Icon name="plus" size={16} />
            {words.text('desk.templates.new')}
          </button>
        )
      }
    >
      <Loaded query={query}>
        {({ templates }) =>
          templates.length === 0 ? (
            <Empty title={words.text('desk.templates.none')}>
              <p>{words.text('desk.templates.none.text')}</p>
            </Empty>
          ) : (
            <ul className="stack">
              {templates.map((template) => (
                <li key={template.id} className="panel template">
                  <div>
                    <h2>{template.name}</h2>
                    <p>{template.content}</p>
                  </div>
                  {mayWrite && (
                    <span className="row">
                      <button
                        type="button"
                        className="quiet"
                        aria-label={`${words.text('desk.templates.edit')}: ${template.name}`}
                        onClick={() => edit(template)}
                      >
                        {words.text('desk.templates.edit')}
                      </button>
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
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited !== null && (
        <Dialog
          title={edited === 'new' ? words.text('desk.templates.new') : edited.name}
          onClose={() => edit(null)}
        >
          <Form
            submit={words.text('desk.save')}
            onSubmit={async (values) => {
              const body = { name: textOf(values, 'name') ?? '', content: textOf(values, 'content') ?? '' };
              if (edited === 'new') await api.messageTemplates.create(body);
              else await api.messageTemplates.update(edited.id, body);
              edit(null);
              await refresh();
              say(words.text('desk.saved'));
            }}
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
          </Form>
        </Dialog>
      )}
    </Page>
  );
}
