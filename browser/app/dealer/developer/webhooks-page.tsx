import { type ReactElement, useState } from 'react';
import { api, type Webhook, type WebhookWithSecret } from '../../api.ts';
import { useGuard } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { RecentFailures } from './delivery-log.tsx';
import { Developer, Example } from './developer.tsx';
import { SecretsDialog } from './secrets.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { isFailing, creatorText, WebhookState } from './webhook-state.tsx';

const PAGE_ROWS = 50;
const FAILING_SHOWN = 3;

const columnsOf = (words: DeskWords): readonly Column<Webhook>[] => [
  {
    id: 'url',
    label: words.text('desk.webhooks.url'),
    isFixed: true,
    cell: ({ id, url }) => (
      <Link className="long" to={`/dealer/developer/webhooks/${id}`}>
        {url}
      </Link>
    ),
  },
  {
    id: 'state',
    label: words.text('desk.webhooks.state'),
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  {
    id: 'events',
    label: words.text('desk.webhooks.events'),
    isWide: true,
    cell: ({ events }) => (events.includes('*') ? words.text('desk.webhooks.all') : events.join(', ')),
  },
  {
    id: 'maker',
    label: words.text('desk.webhooks.maker'),
    isWide: true,
    cell: (webhook) => creatorText(words, webhook),
  },
  {
    id: 'createdAt',
    label: words.text('desk.webhooks.created'),
    isWide: true,
    cell: ({ createdAt }) => words.date(createdAt),
  },
];

export function WebhooksPage(): ReactElement {
  const words = useWords();
  const guard = useGuard('MANAGER');
  const [isNew, setNew] = useState(false);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const query = read('webhooks.list', { page: usePage(), limit: PAGE_ROWS });
  const button = <Button text="desk.webhooks.new" {...guard} onClick={() => setNew(true)} />;
  return (
    <Developer
      title={words.text('desk.developer.webhooks')}
      note={words.text('desk.webhooks.intro')}
      actions={button}
    >
      <div className="stack">
        <PagedTable
          query={query}
          rowsOf={({ webhooks }) => webhooks}
          empty={
            <Empty title={words.text('desk.webhooks.none')}>
              <p>{words.text('desk.webhooks.none.hint')}</p>
              {button}
            </Empty>
          }
          label={words.text('desk.developer.webhooks')}
          columns={columnsOf(words)}
          idOf={({ id }) => id}
          nameOf={({ url }) => url}
        >
          {({ webhooks }) =>
            webhooks
              .filter(isFailing)
              .slice(0, FAILING_SHOWN)
              .map((webhook) => <RecentFailures key={webhook.id} webhook={webhook} />)
          }
        </PagedTable>
        <Example
          request={{
            method: 'POST',
            path: '/webhooks',
            body: { url: 'https://dealer.example/hooks', events: ['inquiry.created', 'listing.sold'] },
            call: "webhooks.create({ url: 'https://dealer.example/hooks', events: ['inquiry.created', 'listing.sold'] })",
          }}
        />
      </div>
      {isNew && (
        <WebhookForm
          title={words.text('desk.webhooks.new')}
          submit={words.text('desk.webhooks.create')}
          onSave={async (values) => {
            const { webhook } = await api.webhooks.create(values);
            setCreated(webhook);
          }}
          onClose={() => setNew(false)}
        />
      )}
      {created !== null && (
        <SecretsDialog
          title={words.text('desk.webhooks.secret.title')}
          text={words.text('desk.webhooks.secret.text')}
          secrets={[{ label: words.text('desk.webhooks.secret'), value: created.secret }]}
          onClose={() => setCreated(null)}
        />
      )}
    </Developer>
  );
}
