import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { admin, type WebhookHealth } from '../api.ts';
import { DeskLink, Facts, Section, useAct } from '../parts.tsx';
import { OperationsPage } from './operations.tsx';
import { startOfDay } from '../../ui/days.ts';

export function AdminWebhooksPage(): ReactElement {
  const words = useWords();
  const query = useQuery({ queryKey: ['webhook-health'], queryFn: () => admin.webhooks.health() });
  return (
    <OperationsPage>
      <Loaded query={query} lines={8}>
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
      </Loaded>
    </OperationsPage>
  );
}

const STALE = ['webhook-health', 'overview', 'audit'];

interface Shown {
  readonly id: string;
  readonly url: string;
}

function Failing({ failing }: { failing: WebhookHealth['failing'] }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.operations.failing')} note={words.text('desk.operations.failing.note')}>
      {failing.length === 0 ? (
        <p className="good">{words.text('desk.admin.health.well')}</p>
      ) : (
        <ul className="short-list">
          {failing.map((webhook) => (
            <Row
              key={webhook.id}
              webhook={webhook}
              note={`${words.count('desk.operations.attempts', webhook.failed)} · ${webhook.status}`}
              acts={webhook.status === 'active' ? ['pause', 'replay'] : []}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Paused({ paused }: { paused: WebhookHealth['paused'] }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.operations.paused')}>
      {paused.length === 0 ? (
        <p className="note">{words.text('desk.operations.paused.none')}</p>
      ) : (
        <ul className="short-list">
          {paused.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} note="" acts={['resume']} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({
  webhook: { id, url, sellerId },
  note,
  acts,
}: {
  webhook: Shown & { readonly sellerId: string | null };
  note: string;
  acts: readonly ('pause' | 'replay' | 'resume')[];
}): ReactElement {
  const words = useWords();
  const act = useAct();
  const [asking, setAsking] = useState<'pause' | 'replay' | 'resume' | null>(null);
  const close = (): void => setAsking(null);
  const setStatus = (status: 'active' | 'disabled'): void =>
    void act(() => admin.webhooks.update(id, { status }), { stale: STALE, done: words.text('desk.saved') });
  return (
    <li>
      <span>
        <span className="long">{url}</span>
        <span className="note">
          {note}{' '}
          {sellerId !== null && (
            <DeskLink to={`/admin/users?q=${encodeURIComponent(sellerId)}`}>
              {words.text('desk.review.seller')}
            </DeskLink>
          )}
        </span>
      </span>
      <div className="row">
        {acts.map((name) => (
          <button key={name} type="button" className="quiet" onClick={() => setAsking(name)}>
            {words.text(`desk.operations.${name}`)}
            <span className="unseen">: {url}</span>
          </button>
        ))}
      </div>
      {asking === 'pause' && (
        <Confirm
          title={words.text('desk.operations.pause.title')}
          text={words.text('desk.operations.pause.text', { url })}
          action={words.text('desk.operations.pause')}
          onConfirm={() => setStatus('disabled')}
          onClose={close}
        />
      )}
      {asking === 'resume' && (
        <Confirm
          title={words.text('desk.operations.resume')}
          text={url}
          action={words.text('desk.operations.resume')}
          onConfirm={() => setStatus('active')}
          onClose={close}
        />
      )}
      {asking === 'replay' && <Replay webhook={{ id, url }} onClose={close} />}
    </li>
  );
}

function Replay({ webhook, onClose }: { webhook: Shown; onClose: () => void }): ReactElement {
  const words = useWords();
  const act = useAct();
  return (
    <Dialog title={words.text('desk.operations.replay')} onClose={onClose}>
      <p className="long">{webhook.url}</p>
      <Form
        submit={words.text('desk.operations.replay')}
        onSubmit={async (values) => {
          onClose();
          const since = startOfDay(textOf(values, 'since') ?? '');
          await act(
            async () => {
              const { replayed } = await admin.webhooks.replay(webhook.id, { since });
              say(words.count('desk.operations.replayed', replayed));
            },
            { stale: STALE },
          );
        }}
      >
        <TextField name="since" type="date" label={words.text('desk.operations.replay.since')} required />
      </Form>
    </Dialog>
  );
}
