import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ListingState, type Status } from '../../dealer/listings/status.tsx';
import type { Address } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, List, Load, Section } from '../../ui/section.tsx';
import { type Loadable, Loaded } from '../../ui/states.tsx';
import { useParam } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { adminRead, type AdminUser } from '../api.ts';
import { Documents } from '../documents.tsx';
import { History } from '../history.tsx';
import { ExportFile, ReportsAbout } from './user-tools.tsx';
import { UserActions } from './user-actions.tsx';
import { UserState } from './users-page.tsx';

const LISTINGS_SHOWN = 10;
const SESSIONS_SHOWN = 10;
const PAYMENTS_SHOWN = 5;

export function UserPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const [exported, setExported] = useState<string | null>(null);
  return (
    <Load query={adminRead('users.get', id)} lines={12}>
      {({ user, activity, documents }) => (
        <Page
          title={user.name}
          note={user.id}
          actions={<UserActions user={user} onExport={() => setExported(user.id)} />}
        >
          <div className="stack">
            <About user={user} />
            {exported === user.id && <ExportFile userId={user.id} />}
            <Section title={words.text('desk.users.activity')}>
              <Facts
                facts={Object.entries(activity).map(([name, count]) => [
                  words.text(`desk.users.activity.${name}` as DeskText),
                  words.number(count),
                ])}
              />
            </Section>
            <Sessions userId={user.id} />
            <ReportsAbout userId={user.id} />
            {user.seller !== null && (
              <>
                <Section title={words.text('desk.users.documents')}>
                  <Documents documents={documents} />
                </Section>
                <Listings sellerId={user.seller.id} />
                <Payments sellerId={user.seller.id} />
              </>
            )}
            <Section title={words.text('desk.admin.history')}>
              <History type="user" id={user.id} />
            </Section>
          </div>
        </Page>
      )}
    </Load>
  );
}

function Sessions({ userId }: { userId: string }): ReactElement {
  const words = useWords();
  const query = useQuery(adminRead('users.listSessions', userId, { limit: SESSIONS_SHOWN }));
  return (
    <FirstRows
      title={words.text('desk.users.activity.liveSessions')}
      query={query}
      rowsOf={({ sessions }) => sessions}
      none={words.text('desk.users.sessions.none')}
    >
      {({ id, device, ip, lastUsedAt }) => (
        <li key={id}>
          <span>
            <span className="long">{device ?? words.text('desk.users.sessions.unknown')}</span>
            <span className="note">
              {ip} · {words.moment(lastUsedAt)}
            </span>
          </span>
        </li>
      )}
    </FirstRows>
  );
}

function About({ user }: { user: AdminUser }): ReactElement {
  const words = useWords();
  const { email, emailVerified, role, status, phone, language, country, seller, suspendedReason } = user;
  return (
    <section className="panel stack" aria-label={user.name}>
      <Facts
        facts={[
          [
            words.text('desk.users.email'),
            <span key="email" className="long">
              {email} (
              {words.text(emailVerified ? 'desk.users.email.verified' : 'desk.users.email.unverified')})
            </span>,
          ],
          [words.text('desk.users.role'), words.text(`desk.users.role.${role}` as DeskText)],
          [words.text('desk.users.status'), <UserState key="status" status={status} />],
          [words.text('desk.users.phone'), phone ?? '–'],
          [words.text('desk.users.language'), language],
          [words.text('desk.users.country'), country ?? '–'],
          [words.text('desk.users.created'), words.moment(user.createdAt)],
          [
            words.text('desk.users.seen'),
            user.lastSeenAt === null ? words.text('desk.users.never') : words.moment(user.lastSeenAt),
          ],
        ]}
      />
      {suspendedReason !== null && (
        <p className="attention">
          <strong>{words.text('desk.users.why')}</strong> {suspendedReason}
          {user.suspendedUntil !== null &&
            ` ${words.text('desk.users.until', { day: words.moment(user.suspendedUntil) })}`}
        </p>
      )}
      {seller !== null && (
        <p>
          <a href={`/sellers/${seller.slug}`} target="_blank" rel="noreferrer">
            {seller.companyName}
          </a>{' '}
          · {words.text(seller.verified ? 'desk.review.verified' : 'desk.review.unverified')} ·{' '}
          {words.text('desk.review.trust', { score: words.number(seller.trustScore) })} ·{' '}
          {words.text(`desk.role.${seller.teamRole}` as DeskText)}
        </p>
      )}
    </section>
  );
}

function Payments({ sellerId }: { sellerId: string }): ReactElement {
  const words = useWords();
  const query = useQuery(adminRead('payments.list', { sellerId, limit: PAYMENTS_SHOWN }));
  return (
    <FirstRows
      title={words.text('desk.money.payments')}
      query={query}
      all={`/admin/money/payments?sellerId=${sellerId}`}
      rowsOf={({ payments }) => payments}
      none={words.text('desk.table.empty')}
    >
      {({ id, amount, status, createdAt, invoiceNumber }) => (
        <li key={id}>
          <span>
            <Link to={`/admin/money/payments/${id}`}>{words.money(amount.amount, amount.currency)}</Link>
            <span className="note">
              {words.text(`desk.money.status.${status}`)} · {words.moment(createdAt)}
              {invoiceNumber !== null && ` · ${invoiceNumber}`}
            </span>
          </span>
        </li>
      )}
    </FirstRows>
  );
}

function Listings({ sellerId }: { sellerId: string }): ReactElement {
  const words = useWords();
  const query = useQuery(adminRead('listings.list', { sellerId, limit: LISTINGS_SHOWN }));
  return (
    <FirstRows
      title={words.text('desk.users.listings')}
      query={query}
      all={`/admin/listings?sellerId=${sellerId}`}
      rowsOf={({ listings }) => listings}
      none={words.text('desk.table.empty')}
    >
      {({ id, title, status }) => (
        <li key={id}>
          <span>
            <Link to={`/admin/listings/${id}`}>{title}</Link>
          </span>
          <ListingState status={status as Status} />
        </li>
      )}
    </FirstRows>
  );
}

/** A section with the first rows of a list, and their total as the link to all of them. */
function FirstRows<Data extends { readonly pagination: { readonly total: number } }, Row>({
  title,
  query,
  all,
  rowsOf,
  none,
  children,
}: {
  title: string;
  query: Loadable<Data>;
  all?: Address;
  rowsOf: (data: Data) => readonly Row[];
  none: string;
  children: (row: Row) => ReactNode;
}): ReactElement {
  const words = useWords();
  return (
    <Section
      title={title}
      actions={
        all !== undefined &&
        query.data !== undefined && (
          <Link to={all}>{words.count('desk.table.rows', query.data.pagination.total)}</Link>
        )
      }
    >
      <Loaded query={query}>
        {(data) => (
          <List rows={rowsOf(data)} none={none}>
            {children}
          </List>
        )}
      </Loaded>
    </Section>
  );
}
