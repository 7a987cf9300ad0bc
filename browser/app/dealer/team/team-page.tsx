import { type ReactElement, type ReactNode, useState } from 'react';
import { Portrait } from '../../../../src/storefront/ui/portrait.tsx';
import { useAction } from '../../action.ts';
import { api, pathOf, type TeamInvitation, type TeamMember } from '../../api.ts';
import { useGuard, useSession } from '../../me.ts';
import { read } from '../../query.ts';
import { TEAM_ROLES, type TeamRole } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { List, Load, Section } from '../../ui/section.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { type DeskWords, useWords } from '../../words.ts';

/** Managers can assign the roles below theirs, owners every role. */
function appointable(role: TeamRole | null): readonly TeamRole[] {
  if (role === 'OWNER') return TEAM_ROLES;
  return role === 'MANAGER' ? ['AGENT', 'VIEWER'] : [];
}

export function TeamPage(): ReactElement {
  const words = useWords();
  const [isInviting, setInviting] = useState(false);
  const guard = useGuard('MANAGER');
  return (
    <Page
      title={words.text('desk.nav.team')}
      actions={<Button text="desk.team.invite" {...guard} onClick={() => setInviting(true)} />}
    >
      <div className="stack">
        <Load query={read('team.get')}>
          {({ members, invitations }) => (
            <>
              <Members members={members} />
              {!guard.disabled && <Invitations invitations={invitations} />}
            </>
          )}
        </Load>
        <dl className="panel meanings">
          {TEAM_ROLES.map((role) => (
            <div key={role}>
              <dt>{words.text(`desk.role.${role}`)}</dt>
              <dd>{words.text(`desk.team.role.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Members({ members }: { members: readonly TeamMember[] }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const { user } = useSession();
  const changeRole = ({ id, name, role: before }: TeamMember, role: TeamRole): void =>
    confirmFirst({
      title: words.text('desk.team.change.title', { name }),
      text: words.text('desk.team.change.text', {
        role: words.text(`desk.role.${role}`),
        before: words.text(`desk.role.${before}`),
      }),
      action: words.text('desk.team.change'),
      onConfirm: () =>
        act(() => api.team.changeRole(id, { role }), {
          done: words.text('desk.team.changed', { name, role: words.text(`desk.role.${role}`) }),
        }),
    });
  const remove = ({ id, name, isYou }: TeamMember): void =>
    confirmFirst({
      title: words.text('desk.team.remove.title', { name }),
      text: words.text('desk.team.remove.text'),
      action: words.text(isYou ? 'desk.team.leave' : 'desk.team.remove'),
      onConfirm: () =>
        act(
          () => api.team.removeMember(id),
          // A user who has left the team has no workspace.
          isYou
            ? { next: () => location.assign('/account') }
            : { done: words.text('desk.team.removed', { name }) },
        ),
    });
  const removal = (member: TeamMember): ReactNode =>
    (member.isYou || appointable(user.teamRole).includes(member.role)) && (
      <Button
        text={member.isYou ? 'desk.team.leave' : 'desk.team.remove'}
        className="quiet"
        aria-label={member.isYou ? undefined : `${words.text('desk.team.remove')}: ${member.name}`}
        onClick={() => remove(member)}
      />
    );
  const columns: readonly Column<TeamMember>[] = [
    {
      id: 'name',
      label: words.text('desk.team.name'),
      isFixed: true,
      cell: ({ name, email, isYou, avatar }) => (
        <span className="person">
          <Portrait name={name} picture={avatar === null ? null : pathOf(avatar)} />
          <span className="stack tight">
            <span>
              {name} {isYou && <span className="tag">{words.text('desk.team.you')}</span>}
            </span>
            <span className="note long">{email}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'role',
      label: words.text('desk.team.role'),
      cell: (member) => (
        <span className="stack tight">
          <RoleChoice
            member={member}
            roles={appointable(user.teamRole)}
            words={words}
            onChange={(role) => changeRole(member, role)}
          />
          <span className="phone-only">{removal(member)}</span>
        </span>
      ),
    },
    {
      id: 'since',
      label: words.text('desk.team.since'),
      isWide: true,
      cell: ({ createdAt }) => words.date(createdAt),
    },
    {
      id: 'remove',
      label: '',
      align: 'end',
      isWide: true,
      cell: removal,
    },
  ];
  return (
    <DataTable
      label={words.text('desk.team.members')}
      columns={columns}
      rows={members}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
    />
  );
}

function RoleChoice({
  member,
  roles,
  words,
  onChange,
}: {
  member: TeamMember;
  roles: readonly TeamRole[];
  words: DeskWords;
  onChange: (role: TeamRole) => void;
}): ReactElement {
  if (!roles.includes(member.role)) return <>{words.text(`desk.role.${member.role}`)}</>;
  return (
    <select
      aria-label={words.text('desk.team.roleOf', { name: member.name })}
      value={member.role}
      onChange={({ target }) => onChange(target.value as TeamRole)}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {words.text(`desk.role.${role}`)}
        </option>
      ))}
    </select>
  );
}

function Invitations({ invitations }: { invitations: readonly TeamInvitation[] }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const withdraw = ({ id, email }: TeamInvitation): void =>
    confirmFirst({
      title: words.text('desk.team.withdraw.title'),
      text: words.text('desk.team.withdraw.text', { email }),
      action: words.text('desk.team.withdraw'),
      onConfirm: () =>
        act(() => api.team.withdrawInvitation(id), { done: words.text('desk.team.withdrawn') }),
    });
  return (
    <Section title={words.text('desk.team.invitations')}>
      <List rows={invitations} none={words.text('desk.team.invitations.none')} className="stack">
        {(invitation) => (
          <li key={invitation.id} className="row spread">
            <span>
              <span className="long">{invitation.email}</span>{' '}
              <span className="note">
                {words.text(`desk.role.${invitation.role}`)} ·{' '}
                {invitation.expired
                  ? words.text('desk.team.expired')
                  : words.text('desk.team.expires', { when: words.moment(invitation.expiresAt) })}
              </span>
            </span>
            <Button
              text="desk.team.withdraw"
              className="quiet"
              aria-label={`${words.text('desk.team.withdraw')}: ${invitation.email}`}
              onClick={() => withdraw(invitation)}
            />
          </li>
        )}
      </List>
    </Section>
  );
}

function Invite({ onClose }: { onClose: () => void }): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const roles = appointable(user.teamRole);
  const send = async (values: FormData): Promise<void> => {
    const { invitation } = await api.team.invite({
      email: textOf(values, 'email') ?? '',
      role: (textOf(values, 'role') ?? 'VIEWER') as TeamRole,
    });
    notify(words.text('desk.team.invited', { email: invitation.email }));
  };
  return (
    <FormDialog
      title={words.text('desk.team.invite.title')}
      submit={words.text('desk.team.invite.send')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField name="email" type="email" label={words.text('desk.team.invite.email')} required />
      <fieldset className="field">
        <legend>{words.text('desk.team.role')}</legend>
        {roles.map((role) => (
          <label key={role} className="check">
            <input type="radio" name="role" value={role} defaultChecked={role === 'AGENT'} />
            <span>
              {words.text(`desk.role.${role}`)}{' '}
              <span className="note">{words.text(`desk.team.role.${role}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
