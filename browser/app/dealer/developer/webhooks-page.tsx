import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api, type Webhook, type WebhookWithSecret } from '../../api.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { RecentFailures } from './delivery-log.tsx';
import { Developer } from './developer.tsx';
import { Example } from './example.tsx';
import { SecretsDialog } from './secrets.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { isFailing, makerText, WebhookState } from './webhook-state.tsx';

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
    cell: (webhook) => makerText(words, webhook),
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
  const queries = useQueryClient();
  const [state] = useUrlState();
  const page = Number(state['page'] ?? 1);
  const isAllowed = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const query = useQuery({
    queryKey: ['webhooks', page],
    queryFn: () => api.webhooks.list({ page, limit: PAGE_ROWS }),
  });
  const button = (
    <button type="button" disabled={!isAllowed} title={whyNot} onClick={() => setNew(true)}>
      {words.text('desk.webhooks.new')}
    </button>
  );
  return (
    <Developer
      title={words.text('desk.developer.webhooks')}
      note={words.text('desk.webhooks.intro')}
      actions={button}
    >
      <div className="stack">
        <Loaded query={query}>
          {({ webhooks, pagination }) =>
            webhooks.length === 0 ? (
              <Empty title={words.text('desk.webhooks.none')}>
                <p>{words.text('desk.webhooks.none.hint')}</p>
                {button}
              </Empty>
            ) : (
              <>
                <DataTable
                  label={words.text('desk.developer.webhooks')}
                  columns={columnsOf(words)}
                  rows={webhooks}
                  idOf={({ id }) => id}
                  nameOf={({ url }) => url}
                  isBusy={query.isFetching}
                />
                <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
                {webhooks
                  .filter(isFailing)
                  .slice(0, FAILING_SHOWN)
                  .map((webhook) => (
                    <RecentFailures key={webhook.id} webhook={webhook} />
                  ))}
              </>
            )
          }
        </Loaded>
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
            void queries.invalidateQueries({ queryKey: ['webhooks'] });
            setNew(false);
            setMade(webhook);
          }}
          onClose={() => setNew(false)}
        />
      )}
      {made !== null && (
        <SecretsDialog
          title={words.text('desk.webhooks.secret.title')}
          text={words.text('desk.webhooks.secret.text')}
          secrets={[{ label: words.text('desk.webhooks.secret'), value: made.secret }]}
          onClose={() => setMade(null)}
        />
      )}
    </Developer>
  );
}
