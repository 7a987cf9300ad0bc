import { type ReactElement, useState } from 'react';
import type { EventName, Webhook } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import { EVENT_GROUPS, EVENT_NAMES } from './event-names.ts';

export interface WebhookValues {
  readonly url: string;
  readonly events: EventName[];
}

/** Address and events of a webhook, new or known. */
export function WebhookForm({
  title,
  submit,
  webhook,
  onSave,
  onClose,
}: {
  title: string;
  submit: string;
  webhook?: Webhook;
  onSave: (values: WebhookValues) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const [isAll, setAll] = useState(webhook?.events.includes('*') ?? false);
  const save = (values: FormData): Promise<unknown> =>
    onSave({
      url: textOf(values, 'url') ?? '',
      events: isAll ? ['*'] : EVENT_NAMES.filter((name) => values.getAll('events').includes(name)),
    });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={save} submit={submit}>
        <TextField
          name="url"
          type="url"
          label={words.text('desk.webhooks.url')}
          hint={words.text('desk.webhooks.url.hint')}
          defaultValue={webhook?.url}
          placeholder="https://"
          required
        />
        <fieldset className="field">
          <legend>{words.text('desk.webhooks.events')}</legend>
          <label className="check">
            <input
              type="checkbox"
              name={isAll ? 'events' : undefined}
              checked={isAll}
              onChange={({ target }) => setAll(target.checked)}
            />
            <span>{words.text('desk.webhooks.all')}</span>
          </label>
        </fieldset>
        {!isAll &&
          EVENT_GROUPS.map(({ label, names }) => (
            <fieldset key={label} className="field">
              <legend>{words.text(label)}</legend>
              <div className="checks">
                {names.map((name) => (
                  <label key={name} className="check">
                    <input
                      type="checkbox"
                      name="events"
                      value={name}
                      defaultChecked={webhook?.events.includes(name)}
                    />
                    <code>{name}</code>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
      </Form>
    </Dialog>
  );
}
