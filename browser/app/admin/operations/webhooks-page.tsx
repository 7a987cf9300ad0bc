import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { startOfDay } from '../../ui/days.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField, textOf } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Facts, List, Load, Section } from '../../ui/section.tsx';
import { useWords } from '../../words.ts';
import { admin, adminRead, type WebhookHealth } from '../api.ts';
import { OperationsPage } from './operations.tsx';

export function AdminWebhooksPage(): ReactElement {
  const words = useWords();
  return (
    <OperationsPage>
      <Load query={adminRead('webhooks.health')} lines={8}>
        {(health) => (
          <div className="stack">
            <Section title={words.text('desk.admin.health')}>
              <Facts
                facts={[
                  [words.text('desk.operations.active'), words.number(health.active)],
                  [words.text('desk.operations.disabled'), words.number(health.disabled)],
                  [words.text('desk.operations.pending'), words.number(health.pending)],
                  [words.text('desk.operations.oldest'), words.span(health.oldestDueSeconds / 60)],
                  [words.text('desk.operations.delivered'), words.number(health.lastDay.delivered)],
                  [words.text('desk.operations.failed'), words.number(health.lastDay.failed)],
                ]}
              />
            </Section>
            <Failing failing={health.failing} />
            <Paused paused={health.paused} />
          </div>
        )}
      </Load>
    </OperationsPage>
  );
}

function Failing({ failing }: { failing: WebhookHealth['failing'] }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.operations.failing')} note={words.text('desk.operations.failing.note')}>
      <List rows={failing} none={<p className="good">{words.text('desk.admin.health.well')}</p>}>
        {(webhook) => (
          <Row
            key={webhook.id}
            webhook={webhook}
            note={`${words.count('desk.operations.attempts', webhook.failed)} · ${webhook.status}`}
            acts={webhook.status === 'active' ? ['pause', 'replay'] : []}
          />
        )}
      </List>
    </Section>
  );
}

function Paused({ paused }: { paused: WebhookHealth['paused'] }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.operations.paused')}>
      <List rows={paused} none={words.text('desk.operations.paused.none')}>
        {(webhook) => <Row key={webhook.id} webhook={webhook} note="" acts={['resume']} />}
      </List>
    </Section>
  );
}

function Row({
  webhook: { id, url, sellerId },
  note,
  acts,
}: {
  webhook: { readonly id: string; readonly url: string; readonly sellerId: string | null };
  note: string;
  acts: readonly ('pause' | 'replay' | 'resume')[];
}): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const [isReplaying, setReplaying] = useState(false);
  const setStatus = (status: 'active' | 'disabled'): unknown =>
    act(() => admin.webhooks.update(id, { status }), { done: words.text('desk.saved') });
  const run = {
    pause: () =>
      confirmFirst({
        title: words.text('desk.operations.pause.title'),
        text: words.text('desk.operations.pause.text', { url }),
        action: words.text('desk.operations.pause'),
        onConfirm: () => setStatus('disabled'),
      }),
    resume: () =>
      confirmFirst({
        title: words.text('desk.operations.resume'),
        text: url,
        onConfirm: () => setStatus('active'),
      }),
    replay: () => setReplaying(true),
  };
  const replay = async (values: FormData): Promise<void> => {
    const since = startOfDay(textOf(values, 'since') ?? '');
    await act(() => admin.webhooks.replay(id, { since }), {
      done: ({ replayed }) => words.count('desk.operations.replayed', replayed),
    });
  };
  return (
    <li>
      <span>
        <span className="long">{url}</span>
        <span className="note">
          {note}{' '}
          {sellerId !== null && (
            <Link to={`/admin/users?q=${encodeURIComponent(sellerId)}`}>
              {words.text('desk.review.seller')}
            </Link>
          )}
        </span>
      </span>
      <div className="row">
        {acts.map((name) => (
          <Button
            text={`desk.operations.${name}`}
            about={url}
            key={name}
            className="quiet"
            onClick={run[name]}
          />
        ))}
      </div>
      {isReplaying && (
        <FormDialog
          title={words.text('desk.operations.replay')}
          intro={<p className="long">{url}</p>}
          onSubmit={replay}
          onClose={() => setReplaying(false)}
        >
          <TextField name="since" type="date" label={words.text('desk.operations.replay.since')} required />
        </FormDialog>
      )}
    </li>
  );
}
