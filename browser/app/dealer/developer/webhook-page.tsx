import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { api, type Webhook } from '../../api.ts';
import { useGuard, useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useGo, useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { Developer, Example } from './developer.tsx';
import { SecretsDialog } from './secrets.tsx';
import { ReplayDialog, TestDialog } from './sending.tsx';
import { HandOverDialog, WebhookForm } from './webhook-form.tsx';
import { creatorText, WebhookState } from './webhook-state.tsx';

type Open = 'edit' | 'test' | 'replay' | 'handOver';

export function WebhookPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const query = useQuery(read('webhooks.get', id));
  return (
    <Developer
      title={words.text('desk.developer.webhooks')}
      note={query.data === undefined ? undefined : <span className="long">{query.data.webhook.url}</span>}
    >
      <Loaded query={query}>
        {({ webhook }) => (
          <div className="stack">
            <Summary webhook={webhook} />
            <DeliveryLog webhook={webhook} />
            <Example
              request={{
                method: 'GET',
                path: `/webhooks/${id}/logs?status=failed`,
                call: `webhooks.listLogs('${id}', { status: 'failed' })`,
              }}
            />
          </div>
        )}
      </Loaded>
    </Developer>
  );
}

function Summary({ webhook }: { webhook: Webhook }): ReactElement {
  const words = useWords();
  const go = useGo();
  const guard = useGuard('MANAGER');
  const isOwner = useHasRole('OWNER');
  const [open, setOpen] = useState<Open | null>(null);
  const [newSecret, setSecret] = useState<string | null>(null);
  const { id, status, events, disabledReason, withheldEvents = [] } = webhook;
  const hasNoOwner = disabledReason === 'member_left';
  const [act] = useAction();
  const change = (to: Webhook['status']): Promise<boolean> =>
    act(() => api.webhooks.update(id, { status: to }));
  const rotate = (): void =>
    confirmFirst({
      title: words.text('desk.webhooks.rotate'),
      text: words.text('desk.webhooks.rotate.text'),
      onConfirm: () =>
        act(() => api.webhooks.rotateSecret(id), { next: ({ webhook: { secret } }) => setSecret(secret) }),
    });
  const remove = (): void =>
    confirmFirst({
      title: words.text('desk.webhooks.delete.title'),
      text: words.text('desk.webhooks.delete.text'),
      action: words.text('desk.delete'),
      onConfirm: () =>
        act(() => api.webhooks.delete(id), {
          done: words.text('desk.webhooks.deleted'),
          next: () => go('/dealer/developer/webhooks'),
        }),
    });
  const close = (): void => setOpen(null);
  const action = (label: string, run: () => void, className = 'quiet'): ReactElement => (
    <button type="button" className={className} {...guard} onClick={run}>
      {label}
    </button>
  );
  return (
    <section className="panel stack" aria-label={words.text('desk.webhooks.state')}>
      <div className="row spread">
        <WebhookState webhook={webhook} />
        <div className="row">
          {!hasNoOwner && (
            <>
              {action(words.text('desk.webhooks.test'), () => setOpen('test'), '')}
              {action(words.text('desk.webhooks.replay'), () => setOpen('replay'))}
              {action(
                words.text(status === 'active' ? 'desk.webhooks.pause' : 'desk.webhooks.resume'),
                () => void change(status === 'active' ? 'disabled' : 'active'),
                status === 'active' ? 'quiet' : '',
              )}
              {action(words.text('desk.webhooks.edit'), () => setOpen('edit'))}
              {action(words.text('desk.webhooks.rotate'), rotate)}
            </>
          )}
          {isOwner &&
            action(
              words.text('desk.webhooks.handOver'),
              () => setOpen('handOver'),
              hasNoOwner ? '' : 'quiet',
            )}
          {action(words.text('desk.delete'), remove, 'danger')}
        </div>
      </div>
      {hasNoOwner && (
        <p>
          {words.text(isOwner ? 'desk.webhooks.withoutKeeper.owner' : 'desk.webhooks.withoutKeeper.text')}
        </p>
      )}
      <p className="note">
        {words.text('desk.webhooks.maker')}: {creatorText(words, webhook)}
      </p>
      <ul className="tags" aria-label={words.text('desk.webhooks.events')}>
        {events.map((name) => (
          <li key={name} className="tag">
            {name === '*' ? words.text('desk.webhooks.all') : name}
          </li>
        ))}
      </ul>
      {withheldEvents.length > 0 && (
        <p className="note">{words.text('desk.webhooks.withheld', { events: words.list(withheldEvents) })}</p>
      )}
      {open === 'edit' && (
        <WebhookForm
          title={words.text('desk.webhooks.edit')}
          submit={words.text('desk.save')}
          webhook={webhook}
          done={words.text('desk.saved')}
          onSave={(values) => api.webhooks.update(id, values)}
          onClose={close}
        />
      )}
      {open === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'handOver' && (
        <HandOverDialog
          webhook={webhook}
          onDone={(keeper) => {
            close();
            notify(words.text('desk.webhooks.handedOver', { name: keeper }));
          }}
          onClose={close}
        />
      )}
      {newSecret !== null && (
        <SecretsDialog
          title={words.text('desk.webhooks.secret.title')}
          text={words.text('desk.webhooks.secret.text')}
          secrets={[{ label: words.text('desk.webhooks.secret'), value: newSecret }]}
          onClose={() => setSecret(null)}
        />
      )}
    </section>
  );
}
