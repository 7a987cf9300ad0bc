import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Portrait } from '../../../../src/storefront/ui/portrait.tsx';
import { api, pathOf, type TeamInvitation, type TeamMember } from '../../api.ts';
import { useMay, useSession, useWhyNot } from '../../me.ts';
import { TEAM_ROLES, type TeamRole } from '../../session.ts';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { type DeskWords, useWords } from '../../words.ts';

/** Managers appoint those below them; owners anyone. */
function appointable(role: TeamRole | null): readonly TeamRole[] {
  if (role === 'OWNER') return TEAM_ROLES;
  return role === 'MANAGER' ? ['AGENT', 'VIEWER'] : [];
}

export function TeamPage(): ReactElement {
  const words = useWords();
  const [isInviting, setInviting] = useState(false);
  const isAllowed = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const query = useQuery({ queryKey: ['team'], queryFn: () => api.team.get() });
  return (
    <Page
      title={words.text('desk.nav.team')}
      actions={
        <button type="button" disabled={!isAllowed} title={whyNot} onClick={() => setInviting(true)}>
          {words.text('desk.team.invite')}
        </button>
      }
    >
      <div className="stack">
        <Loaded query={query}>
          {({ members, invitations }) => (
            <>
              <Members members={members} />
              {isAllowed && <Invitations invitations={invitations} />}
            </>
          )}
        </Loaded>
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

function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['team'] });
    void queries.invalidateQueries({ queryKey: ['session'] });
  };
}

function Members({ members }: { members: readonly TeamMember[] }): ReactElement {
  const words = useWords();
  const refresh = useRefresh();
  const { user } = useSession();
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const [changing, setChanging] = useState<{ member: TeamMember; role: TeamRole } | null>(null);
  const onError = (error: unknown): void => say(problemText(error, words), { isProblem: true });
  const changeRole = useMutation({
    mutationFn: ({ member, role }: { member: TeamMember; role: TeamRole }) =>
      api.team.changeRole(member.id, { role }),
    onSuccess: ({ member }) =>
      say(
        words.text('desk.team.changed', {
          name: member.name,
          role: words.text(`desk.role.${member.role}`),
        }),
      ),
    onError,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (member: TeamMember) => api.team.removeMember(member.id),
    onSuccess: (_nothing, member) => {
      // Whoever has left has no workspace any more.
      if (member.isYou) location.assign('/account');
      else say(words.text('desk.team.removed', { name: member.name }));
    },
    onError,
    onSettled: refresh,
  });
  const removal = (member: TeamMember): ReactNode =>
    (member.isYou || appointable(user.teamRole).includes(member.role)) && (
      <button
        type="button"
        className="quiet"
        aria-label={member.isYou ? undefined : `${words.text('desk.team.remove')}: ${member.name}`}
        onClick={() => setLeaving(member)}
      >
        {words.text(member.isYou ? 'desk.team.leave' : 'desk.team.remove')}
      </button>
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
            onChange={(role) => setChanging({ member, role })}
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
    <>
      <DataTable
        label={words.text('desk.team.members')}
        columns={columns}
        rows={members}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
      {changing !== null && (
        <Confirm
          title={words.text('desk.team.change.title', { name: changing.member.name })}
          text={words.text('desk.team.change.text', {
            role: words.text(`desk.role.${changing.role}`),
            before: words.text(`desk.role.${changing.member.role}`),
          })}
          action={words.text('desk.team.change')}
          onConfirm={() => changeRole.mutate(changing)}
          onClose={() => setChanging(null)}
        />
      )}
      {leaving !== null && (
        <Confirm
          title={words.text('desk.team.remove.title', { name: leaving.name })}
          text={words.text('desk.team.remove.text')}
          action={words.text(leaving.isYou ? 'desk.team.leave' : 'desk.team.remove')}
          onConfirm={() => remove.mutate(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
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
  const refresh = useRefresh();
  const [withdrawn, setWithdrawn] = useState<TeamInvitation | null>(null);
  const withdraw = useMutation({
    mutationFn: ({ id }: TeamInvitation) => api.team.withdrawInvitation(id),
    onSuccess: () => say(words.text('desk.team.withdrawn')),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
    onSettled: refresh,
  });
  return (
    <section className="panel stack" aria-labelledby="invitations">
      <h2 id="invitations">{words.text('desk.team.invitations')}</h2>
      {invitations.length === 0 ? (
        <p className="note">{words.text('desk.team.invitations.none')}</p>
      ) : (
        <ul className="stack">
          {invitations.map((invitation) => (
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
              <button
                type="button"
                className="quiet"
                aria-label={`${words.text('desk.team.withdraw')}: ${invitation.email}`}
                onClick={() => setWithdrawn(invitation)}
              >
                {words.text('desk.team.withdraw')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {withdrawn !== null && (
        <Confirm
          title={words.text('desk.team.withdraw.title')}
          text={words.text('desk.team.withdraw.text', { email: withdrawn.email })}
          action={words.text('desk.team.withdraw')}
          onConfirm={() => withdraw.mutate(withdrawn)}
          onClose={() => setWithdrawn(null)}
        />
      )}
    </section>
  );
}

function Invite({ onClose }: { onClose: () => void }): ReactElement {
  const words = useWords();
  const refresh = useRefresh();
  const { user } = useSession();
  const roles = appointable(user.teamRole);
  const send = async (values: FormData): Promise<void> => {
    const { invitation } = await api.team.invite({
      email: textOf(values, 'email') ?? '',
      role: (textOf(values, 'role') ?? 'VIEWER') as TeamRole,
    });
    onClose();
    refresh();
    say(words.text('desk.team.invited', { email: invitation.email }));
  };
  return (
    <Dialog title={words.text('desk.team.invite.title')} onClose={onClose}>
      <Form onSubmit={send} submit={words.text('desk.team.invite.send')}>
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
      </Form>
    </Dialog>
  );
}
