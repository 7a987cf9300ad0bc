import { type ReactElement, useState } from 'react';
import { api, type EventName, type Webhook } from '../../api.ts';
import { read } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Load } from '../../ui/section.tsx';
import { useWords } from '../../words.ts';
import { EVENT_GROUPS, EVENT_NAMES } from './event-names.ts';

export interface WebhookValues {
  readonly url: string;
  readonly events: EventName[];
}

/** URL and events of a new or existing webhook. */
export function WebhookForm({
  title,
  submit,
  webhook,
  done,
  onSave,
  onClose,
}: {
  title: string;
  submit: string;
  webhook?: Webhook;
  done?: string | undefined;
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
    <FormDialog title={title} submit={submit} done={done} onSubmit={save} onClose={onClose}>
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
    </FormDialog>
  );
}

/** Lets an owner choose the team member who is responsible for a webhook. */
export function HandOverDialog({
  webhook,
  onDone,
  onClose,
}: {
  webhook: Webhook;
  onDone: (keeper: string) => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const handOver = async (values: FormData): Promise<void> => {
    const { webhook: after } = await api.webhooks.handOver(webhook.id, {
      memberId: textOf(values, 'memberId') ?? '',
    });
    onDone(after.keeper?.name ?? '');
  };
  return (
    <Dialog title={words.text('desk.webhooks.handOver')} onClose={onClose}>
      <p>{words.text('desk.webhooks.handOver.text')}</p>
      <p className="long">
        <code>{webhook.url}</code>
      </p>
      <Load query={read('team.get')}>
        {({ members }) => (
          <Form onSubmit={handOver} submit={words.text('desk.webhooks.handOver')}>
            <SelectField
              name="memberId"
              label={words.text('desk.webhooks.handOver.to')}
              options={members
                .filter(({ role }) => role === 'OWNER' || role === 'MANAGER')
                .map(({ id, name, role }) => ({
                  value: id,
                  label: `${name} (${words.text(`desk.role.${role}`)})`,
                }))}
            />
          </Form>
        )}
      </Load>
    </Dialog>
  );
}
