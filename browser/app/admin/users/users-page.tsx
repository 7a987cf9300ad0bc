import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type AdminUser } from '../api.ts';
import { ChoiceFilter, TextFilter, usePage } from '../filters.tsx';
import { DeskLink } from '../parts.tsx';

const LIMIT = 50;
const ROLES = ['BUYER', 'SELLER', 'ADMIN'] as const;
const STATUSES = ['active', 'suspended', 'erased'] as const;
const MOODS: Readonly<Record<string, string>> = { active: 'is-good', suspended: 'is-bad' };

export function UsersPage(): ReactElement {
  const words = useWords();
  const [{ q, role, status, verified }] = useUrlState();
  const asked = {
    page: usePage(),
    limit: LIMIT,
    q,
    role: ROLES.find((one) => one === role),
    status: STATUSES.find((one) => one === status),
    verified: verified === undefined ? undefined : verified === 'true',
  };
  const query = useQuery({
    queryKey: ['users', 'list', asked],
    queryFn: ({ signal }) => admin.users.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<AdminUser>[] = [
    {
      id: 'name',
      label: words.text('desk.users.name'),
      isFixed: true,
      cell: ({ id, name, email }) => (
        <span className="stack tight">
          <DeskLink to={`/admin/users/${id}`}>{name}</DeskLink>
          <span className="note long">{email}</span>
        </span>
      ),
    },
    {
      id: 'role',
      label: words.text('desk.users.role'),
      cell: ({ role: of }) => words.text(`desk.users.role.${of}` as DeskText),
    },
    {
      id: 'company',
      label: words.text('desk.users.company'),
      isWide: true,
      cell: ({ seller }) =>
        seller === null
          ? ''
          : `${seller.companyName} · ${words.text(seller.verified ? 'desk.review.verified' : 'desk.review.unverified')}`,
    },
    {
      id: 'status',
      label: words.text('desk.users.status'),
      cell: ({ status: of }) => <UserState status={of} />,
    },
    {
      id: 'created',
      label: words.text('desk.users.created'),
      isWide: true,
      cell: ({ createdAt }) => words.date(createdAt),
    },
  ];
  const options = (of: readonly string[], key: string) =>
    of.map((value) => ({ value, label: words.text(`${key}.${value}` as DeskText) }));
  return (
    <Page title={words.text('desk.admin.nav.users')}>
      <div className="table-tools">
        <TextFilter name="q" label={words.text('desk.users.find')} />
        <ChoiceFilter
          name="role"
          label={words.text('desk.users.role')}
          all={words.text('desk.admin.all')}
          options={options(ROLES, 'desk.users.role')}
        />
        <ChoiceFilter
          name="status"
          label={words.text('desk.users.status')}
          all={words.text('desk.admin.all')}
          options={options(STATUSES, 'desk.users.status')}
        />
        <ChoiceFilter
          name="verified"
          label={words.text('desk.users.verified')}
          all={words.text('desk.admin.all')}
          options={options(['true', 'false'], 'desk.users.verified')}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ users }) => users}
        empty={<Empty title={words.text('desk.table.filteredEmpty')} />}
        label={words.text('desk.admin.nav.users')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
    </Page>
  );
}

export function UserState({ status }: { status: string }): ReactElement {
  const words = useWords();
  return (
    <span className={`state ${MOODS[status] ?? ''}`}>
      {words.text(`desk.users.status.${status}` as DeskText)}
    </span>
  );
}
