import type { ReactElement } from 'react';
import type { ReceivedInvitation } from '../../modules/team/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { invitationToken, pathWithNext } from './destination.ts';
import { ActionButton, Form } from './form.tsx';
import { narrowPage } from './frames.tsx';
import {
  afterCall,
  type FormOutcome,
  openPage,
  type OwnPage,
  type OwnRendered,
  type Reading,
} from './own-page.ts';

/** Ends the session of the reader; returns the cookies to set. */
type SignOut = (reading: Reading) => Promise<readonly string[]>;

const WORKSPACE = '/dealer/today';
/** The page of the link in an invitation email. */
export function invitationPage(signOut: SignOut): OwnPage {
  const accept = async (reading: Reading, body?: object): Promise<FormOutcome> => {
    if (reading.actor.kind !== 'user') return { to: withNext(reading, '/sign-in') };
    const path = `/seller/team/invitations/${encodeURIComponent(reading.params['token'] ?? '')}/accept`;
    return afterCall(await reading.api.call('POST', path, { body }), WORKSPACE);
  };
  return openPage({
    path: '/team/invitations/:token',
    load: async (reading) => {
      const { reader } = reading;
      const invitation = await findInvitation(reading, reading.params['token'] ?? '');
      if (invitation === null)
        return {
          ...narrowPage(reader.text('invitation.title'), <p>{reader.text('invitation.unknown')}</p>),
          status: 404,
        };
      return render(invitation, reading);
    },
    actions: {
      accept: (_form, reading) => accept(reading),
      leave: (_form, reading) => accept(reading, { leaveCompany: true }),
      switch: async (_form, reading) => ({
        to: withNext(reading, '/sign-in'),
        cookies: await signOut(reading),
      }),
    },
  });
}

/** Null for a token that no invitation has. */
async function findInvitation({ api }: Reading, token: string): Promise<ReceivedInvitation | null> {
  try {
    const { invitation } = await api.get<{ invitation: ReceivedInvitation }>(
      '/seller/team/invitations/:token/details',
      { params: { token } },
    );
    return invitation;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** The open invitation that a reader signs in or registers for. */
export async function destinedInvitation(reading: Reading): Promise<ReceivedInvitation | null> {
  const token = invitationToken(reading);
  if (token === null) return null;
  const invitation = await findInvitation(reading, token);
  return invitation?.state === 'open' ? invitation : null;
}

function render(invitation: ReceivedInvitation, reading: Reading): OwnRendered {
  const { reader } = reading;
  const { company, role, state } = invitation;
  return narrowPage(
    reader.text('invitation.titleOf', { company }),
    <>
      <p>{reader.text('invitation.role', { role: reader.text(`invitation.role.${role}`) })}</p>
      {state === 'open' ? (
        <OpenInvitation invitation={invitation} reading={reading} />
      ) : (
        <>
          <p className="problem">{reader.text(`invitation.${state}`, { company })}</p>
          {state === 'accepted' && invitation.isForYou ? (
            <p>
              <a href={WORKSPACE}>{reader.text('nav.workspace')}</a>
            </p>
          ) : (
            <p>{reader.text('invitation.again', { company })}</p>
          )}
        </>
      )}
    </>,
  );
}

function OpenInvitation({
  invitation,
  reading,
}: {
  invitation: ReceivedInvitation;
  reading: Reading;
}): ReactElement {
  const { reader, actor } = reading;
  const { email: invited, company, isForYou, ownCompany } = invitation;
  if (actor.kind !== 'user')
    return (
      <>
        <p>{reader.text('invitation.account', { email: invited })}</p>
        <p className="buttons">
          <a className="button" href={withNext(reading, '/sign-in')}>
            {reader.text('signIn.title')}
          </a>{' '}
          <a className="button quiet" href={withNext(reading, '/register')}>
            {reader.text('register.title')}
          </a>
        </p>
      </>
    );
  const { email } = actor;
  if (!isForYou)
    return (
      <div data-sign-out="">
        <p className="problem">{reader.text('invitation.other', { email, invited })}</p>
        <ActionButton reading={reading} action="switch" label="invitation.switch" />
      </div>
    );
  if (actor.role === 'ADMIN') return <p className="problem">{reader.text('invitation.admin')}</p>;
  if (ownCompany === null)
    return (
      <>
        <p>{reader.text('invitation.text', { email })}</p>
        <Form reading={reading} action="accept" submit="invitation.accept" />
      </>
    );
  const names = { own: ownCompany.name, company };
  if (ownCompany.holdings.length === 0)
    return (
      <>
        <p>{reader.text('invitation.text', { email })}</p>
        <p>{reader.text('invitation.leave', names)}</p>
        <Form reading={reading} action="leave" submit="invitation.leave.button" isDanger />
      </>
    );
  return (
    <>
      <p className="problem">{reader.text('invitation.holdings', names)}</p>
      <ul>
        {ownCompany.holdings.map((holding) => (
          <li key={holding}>{reader.text(`invitation.holding.${holding}`)}</li>
        ))}
      </ul>
    </>
  );
}

function withNext({ reader, params }: Reading, path: string): string {
  const next = `/${reader.language}/team/invitations/${encodeURIComponent(params['token'] ?? '')}`;
  return pathWithNext(`/${reader.language}${path}`, next);
}
