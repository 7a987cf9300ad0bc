import type { ReactElement } from 'react';
import { ChoiceFilter, oneOf, TextFilter } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { adminRead, type AdminUser } from '../api.ts';

const LIMIT = 50;
const ROLES = ['BUYER', 'SELLER', 'ADMIN'] as const;
const STATUSES = ['active', 'suspended', 'erased'] as const;
const MOODS: Readonly<Record<string, string>> = { active: 'is-good', suspended: 'is-bad' };

export function UsersPage(): ReactElement {
  const words = useWords();
  const [{ q, role, status, verified }] = useUrlState();
  const query = adminRead('users.list', {
    page: usePage(),
    limit: LIMIT,
    q,
    role: oneOf(ROLES, role),
    status: oneOf(STATUSES, status),
    verified: verified === undefined ? undefined : verified === 'true',
  });
  const columns: readonly Column<AdminUser>[] = [
    {
      id: 'name',
      label: words.text('desk.users.name'),
      isFixed: true,
      cell: ({ id, name, email }) => (
        <span className="stack tight">
          <Link to={`/admin/users/${id}`}>{name}</Link>
          <span className="note long">{email}</span>
        </span>
      ),
    },
    {
      id: 'role',
      label: words.text('desk.users.role'),
      cell: (user) => words.text(`desk.users.role.${user.role}` as DeskText),
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
      cell: (user) => <UserState status={user.status} />,
    },
    {
      id: 'created',
      label: words.text('desk.users.created'),
      isWide: true,
      cell: ({ createdAt }) => words.date(createdAt),
    },
  ];
  return (
    <Page title={words.text('desk.admin.nav.users')}>
      <div className="table-tools">
        <TextFilter name="q" label="desk.users.find" />
        <ChoiceFilter name="role" label="desk.users.role" texts="desk.users.role" values={ROLES} />
        <ChoiceFilter name="status" label="desk.users.status" texts="desk.users.status" values={STATUSES} />
        <ChoiceFilter
          name="verified"
          label="desk.users.verified"
          texts="desk.users.verified"
          values={['true', 'false']}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ users }) => users}
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
