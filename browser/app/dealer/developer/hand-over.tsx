import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, type Webhook } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';

/** Lets an owner choose who answers for a webhook. */
export function HandOver({
  webhook,
  onDone,
  onClose,
}: {
  webhook: Webhook;
  onDone: (keeper: string) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const query = useQuery({ queryKey: ['team'], queryFn: () => api.team.get() });
  const handOver = async (values: FormData): Promise<void> => {
    const { webhook: after } = await api.webhooks.handOver(webhook.id, {
      memberId: textOf(values, 'memberId') ?? '',
    });
    await onDone(after.keeper?.name ?? '');
  };
  return (
    <Dialog title={words.text('desk.webhooks.handOver')} onClose={onClose}>
      <p>{words.text('desk.webhooks.handOver.text')}</p>
      <p className="long">
        <code>{webhook.url}</code>
      </p>
      <Loaded query={query}>
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
      </Loaded>
    </Dialog>
  );
}
