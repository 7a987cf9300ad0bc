/** Sending by hand: a sample of an event, or what was not delivered. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type EventName, type Webhook } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { EVENT_NAMES, type KnownEvent } from './event-names.ts';
import { failureText } from './webhook-state.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

const eventsOf = ({ events }: Webhook): readonly KnownEvent[] =>
  events.includes('*') ? EVENT_NAMES : EVENT_NAMES.filter((name) => events.includes(name));

/** What a field for a local time holds. */
function localTime(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const send = async (values: FormData): Promise<void> => {
    const { delivery } = await api.webhooks.test(webhook.id, {
      event_type: textOf(values, 'event_type'),
    });
    onClose();
    void queries.invalidateQueries({ queryKey: ['webhooks'] });
    if (delivery.status === 'delivered')
      say(words.text('desk.webhooks.test.delivered', { ms: words.number(delivery.response_time_ms) }));
    else
      say(
        words.text('desk.webhooks.test.failed', {
          why: failureText(words, delivery.error ?? 'http_status', delivery.response_code),
        }),
        { isProblem: true },
      );
  };
  return (
    <Dialog title={words.text('desk.webhooks.test')} onClose={onClose}>
      <Form onSubmit={send} submit={words.text('desk.webhooks.test')}>
        <SelectField
          name="event_type"
          label={words.text('desk.webhooks.test.event')}
          options={eventsOf(webhook).map((name) => ({ value: name, label: name }))}
        />
      </Form>
    </Dialog>
  );
}

export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [now] = useState(Date.now);
  // What the log shows is what is sent, unless somebody says otherwise.
  const [shown] = useUrlState();
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
    onClose();
    void queries.invalidateQueries({ queryKey: ['webhooks'] });
    const told = words.count('desk.webhooks.replayed', replayed);
    say(hasMore ? `${told} ${words.text('desk.webhooks.replayMore')}` : told);
  };
  return (
    <Dialog title={words.text('desk.webhooks.replay.title')} onClose={onClose}>
      <p>{words.text('desk.webhooks.replay.text')}</p>
      <Form onSubmit={send} submit={words.text('desk.webhooks.replay')}>
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
          defaultValue={shown['event'] ?? ''}
          options={eventsOf(webhook).map((name) => ({ value: name, label: name }))}
        />
        <CheckField name="includeDelivered" label={words.text('desk.webhooks.replay.delivered')} />
      </Form>
    </Dialog>
  );
}
