/** Manual deliveries: a sample of an event, and a replay of undelivered events. */
import { type ReactElement, useState } from 'react';
import { api, type EventName, type Webhook } from '../../api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { EVENT_NAMES, type KnownEvent } from './event-names.ts';
import { failureText } from './webhook-state.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

const eventsOf = ({ events }: Webhook): readonly KnownEvent[] =>
  events.includes('*') ? EVENT_NAMES : EVENT_NAMES.filter((name) => events.includes(name));

/** The value of a `datetime-local` field. */
function localTime(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactElement {
  const words = useWords();
  const send = async (values: FormData): Promise<void> => {
    const { delivery } = await api.webhooks.test(webhook.id, {
      event_type: textOf(values, 'event_type'),
    });
    if (delivery.status === 'delivered')
      notify(words.text('desk.webhooks.test.delivered', { ms: words.number(delivery.response_time_ms) }));
    else
      notify(
        words.text('desk.webhooks.test.failed', {
          why: failureText(words, delivery.error ?? 'http_status', delivery.response_code),
        }),
        { isProblem: true },
      );
  };
  return (
    <FormDialog title={words.text('desk.webhooks.test')} onSubmit={send} onClose={onClose}>
      <SelectField
        name="event_type"
        label={words.text('desk.webhooks.test.event')}
        options={eventsOf(webhook).map((name) => ({ value: name, label: name }))}
      />
    </FormDialog>
  );
}

export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactElement {
  const words = useWords();
  const [now] = useState(Date.now);
  // By default, replay the events that the log is filtered by.
  const [log] = useUrlState();
  const send = async (values: FormData): Promise<void> => {
    const timeOf = (name: string): string | undefined => {
      const text = textOf(values, name);
      return text === undefined ? undefined : new Date(text).toISOString();
    };
    const event = textOf(values, 'events') as EventName | undefined;
    const { replayed, hasMore } = await api.webhooks.replay(webhook.id, {
      since: timeOf('since') ?? '',
      until: timeOf('until'),
      events: event === undefined ? undefined : [event],
      includeDelivered: values.get('includeDelivered') !== null,
    });
    const text = words.count('desk.webhooks.replayed', replayed);
    notify(hasMore ? `${text} ${words.text('desk.webhooks.replayMore')}` : text);
  };
  return (
    <FormDialog
      title={words.text('desk.webhooks.replay.title')}
      intro={words.text('desk.webhooks.replay.text')}
      submit={words.text('desk.webhooks.replay')}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="fields">
        <TextField
          name="since"
          type="datetime-local"
          label={words.text('desk.webhooks.replay.since')}
          defaultValue={localTime(now - DAY_MS)}
          min={localTime(now - KEPT_DAYS * DAY_MS)}
          max={localTime(now)}
          required
        />
        <TextField
          name="until"
          type="datetime-local"
          label={words.text('desk.webhooks.replay.until')}
          hint={words.text('desk.webhooks.replay.untilNow')}
        />
      </div>
      <SelectField
        name="events"
        label={words.text('desk.webhooks.events')}
        none={words.text('desk.webhooks.replay.any')}
        defaultValue={log['event'] ?? ''}
        options={eventsOf(webhook).map((name) => ({ value: name, label: name }))}
      />
      <CheckField name="includeDelivered" label={words.text('desk.webhooks.replay.delivered')} />
    </FormDialog>
  );
}
