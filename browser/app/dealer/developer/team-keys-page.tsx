import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { api, type TeamApiKey } from '../../api.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { usePage } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { Developer } from './developer.tsx';

const PAGE_ROWS = 50;

/** API keys of all team members. Owners see them, because keys belong to the company. */
export function TeamKeysPage(): ReactElement {
  const words = useWords();
  const page = usePage();
  const query = useQuery(read('team.listApiKeys', { page, limit: PAGE_ROWS }));
  const [act] = useAction();
  const revoke = ({ id, name }: TeamApiKey): void =>
    confirmFirst({
      title: words.text('desk.apiKey.revoke.title', { name }),
      text: words.text('desk.apiKey.revoke.text'),
      action: words.text('desk.apiKey.revoke'),
      onConfirm: () => act(() => api.team.revokeApiKey(id), { done: words.text('desk.apiKey.revoked') }),
    });
  const columns: readonly Column<TeamApiKey>[] = [
    {
      id: 'name',
      label: words.text('desk.apiKey.name'),
      isFixed: true,
      cell: ({ name, prefix }) => (
        <span className="stack tight">
          <span>{name}</span>
          <code className="note">{prefix}</code>
        </span>
      ),
    },
    { id: 'maker', label: words.text('desk.apiKey.maker'), cell: ({ maker }) => maker.name },
    {
      id: 'scopes',
      label: words.text('desk.apiKey.scopes'),
      isWide: true,
      cell: ({ scopes }) => scopes.join(', '),
    },
    {
      id: 'lastUsed',
      label: words.text('desk.apiKey.lastUsed'),
      isWide: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? words.text('desk.apiKey.never') : words.moment(lastUsedAt),
    },
    {
      id: 'revoke',
      label: '',
      align: 'end',
      isFixed: true,
      isLast: true,
      cell: (apiKey) => (
        <Button
          text="desk.apiKey.revoke"
          about={apiKey.name}
          className="quiet"
          onClick={() => revoke(apiKey)}
        />
      ),
    },
  ];
  return (
    <Developer title={words.text('desk.apiKey.team')} note={words.text('desk.apiKey.team.text')}>
      <div className="stack">
        <Loaded query={query}>
          {({ apiKeys, pagination }) => (
            <>
              <DataTable
                label={words.text('desk.apiKey.team')}
                columns={columns}
                rows={apiKeys}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                isBusy={query.isFetching}
              />
              {pagination.total > PAGE_ROWS && (
                <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </Developer>
  );
}
