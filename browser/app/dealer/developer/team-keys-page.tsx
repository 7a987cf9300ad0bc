import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type TeamApiKey } from '../../api.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable, Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { Developer } from './developer.tsx';

const PAGE_ROWS = 50;

/** The keys of all members, for owners: keys belong to the company. */
export function TeamKeysPage(): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [state] = useUrlState();
  const [revoking, setRevoking] = useState<TeamApiKey | null>(null);
  const page = Number(state['page'] ?? 1);
  const query = useQuery({
    queryKey: ['apiKeys', 'team', page],
    queryFn: () => api.team.listApiKeys({ page, limit: PAGE_ROWS }),
  });
  const revoke = useMutation({
    mutationFn: (id: string) => api.team.revokeApiKey(id),
    onSuccess: () => say(words.text('desk.apiKey.revoked')),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['apiKeys'] }),
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
        <button type="button" className="quiet" onClick={() => setRevoking(apiKey)}>
          {words.text('desk.apiKey.revoke')}
          <span className="unseen">: {apiKey.name}</span>
        </button>
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
      {revoking !== null && (
        <Confirm
          title={words.text('desk.apiKey.revoke.title', { name: revoking.name })}
          text={words.text('desk.apiKey.revoke.text')}
          action={words.text('desk.apiKey.revoke')}
          onConfirm={() => revoke.mutate(revoking.id)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Developer>
  );
}
