import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type Webhook } from '../../api.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo, useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { Developer } from './developer.tsx';
import { Example } from './example.tsx';
import { HandOver } from './hand-over.tsx';
import { ReplayDialog, TestDialog } from './sending.tsx';
import { SecretsDialog } from './secrets.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { makerText, WebhookState } from './webhook-state.tsx';

type Open = 'edit' | 'test' | 'replay' | 'rotate' | 'handOver' | 'delete';

export function WebhookPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const query = useQuery({ queryKey: ['webhooks', 'one', id], queryFn: () => api.webhooks.get(id) });
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
  const queries = useQueryClient();
  const go = useGo();
  const isAllowed = useMay('MANAGER');
  const isOwner = useMay('OWNER');
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { id, status, events, disabledReason, withheldEvents = [] } = webhook;
  const isWithoutKeeper = disabledReason === 'member_left';
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const onError = (error: unknown): void => say(problemText(error, words), { isProblem: true });
  const change = useMutation({
    mutationFn: (to: Webhook['status']) => api.webhooks.update(id, { status: to }),
    onError,
    onSettled: refresh,
  });
  const rotate = useMutation({
    mutationFn: () => api.webhooks.rotateSecret(id),
    onSuccess: ({ webhook: changed }) => setSecret(changed.secret),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api.webhooks.delete(id),
    onSuccess: async () => {
      say(words.text('desk.webhooks.deleted'));
      go('/dealer/developer/webhooks');
      await refresh();
    },
    onError,
  });
  const close = (): void => setOpen(null);
  const why = useWhyNot('MANAGER');
  const action = (label: string, run: () => void, className = 'quiet'): ReactElement => (
    <button type="button" className={className} disabled={!isAllowed} title={why} onClick={run}>
      {label}
    </button>
  );
  return (
    <section className="panel stack" aria-label={words.text('desk.webhooks.state')}>
      <div className="row spread">
        <WebhookState webhook={webhook} />
        <div className="row">
          {!isWithoutKeeper && (
            <>
              {action(words.text('desk.webhooks.test'), () => setOpen('test'), '')}
              {action(words.text('desk.webhooks.replay'), () => setOpen('replay'))}
              {action(
                words.text(status === 'active' ? 'desk.webhooks.pause' : 'desk.webhooks.resume'),
                () => change.mutate(status === 'active' ? 'disabled' : 'active'),
                status === 'active' ? 'quiet' : '',
              )}
              {action(words.text('desk.webhooks.edit'), () => setOpen('edit'))}
              {action(words.text('desk.webhooks.rotate'), () => setOpen('rotate'))}
            </>
          )}
          {isOwner &&
            action(
              words.text('desk.webhooks.handOver'),
              () => setOpen('handOver'),
              isWithoutKeeper ? '' : 'quiet',
            )}
          {action(words.text('desk.delete'), () => setOpen('delete'), 'danger')}
        </div>
      </div>
      {isWithoutKeeper && (
        <p>
          {words.text(isOwner ? 'desk.webhooks.withoutKeeper.owner' : 'desk.webhooks.withoutKeeper.text')}
        </p>
      )}
      <p className="note">
        {words.text('desk.webhooks.maker')}: {makerText(words, webhook)}
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
          onSave={async (values) => {
            await api.webhooks.update(id, values);
            close();
            say(words.text('desk.saved'));
            await refresh();
          }}
          onClose={close}
        />
      )}
      {open === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && (
        <Confirm
          title={words.text('desk.webhooks.rotate')}
          text={words.text('desk.webhooks.rotate.text')}
          action={words.text('desk.webhooks.rotate')}
          onConfirm={() => rotate.mutate()}
          onClose={close}
        />
      )}
      {open === 'handOver' && (
        <HandOver
          webhook={webhook}
          onDone={async (keeper) => {
            close();
            say(words.text('desk.webhooks.handedOver', { name: keeper }));
            await refresh();
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          title={words.text('desk.webhooks.delete.title')}
          text={words.text('desk.webhooks.delete.text')}
          action={words.text('desk.delete')}
          onConfirm={() => remove.mutate()}
          onClose={close}
        />
      )}
      {secret !== null && (
        <SecretsDialog
          title={words.text('desk.webhooks.secret.title')}
          text={words.text('desk.webhooks.secret.text')}
          secrets={[{ label: words.text('desk.webhooks.secret'), value: secret }]}
          onClose={() => setSecret(null)}
        />
      )}
    </section>
  );
}
