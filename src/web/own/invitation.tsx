import { Form } from './form.tsx';
import { narrowPage } from './frames.tsx';
import { afterCall, ownPage } from './own-page.ts';

/** Where the mail of an invitation to a team leads. */
export const invitationPage = ownPage({
  path: '/team/invitations/:token',
  load: async (reading) => {
    const { reader, actor } = reading;
    return narrowPage(
      reader.text('invitation.title'),
      <>
        <p>{reader.text('invitation.text', { email: actor.email })}</p>
        <Form reading={reading} action="accept" submit="invitation.accept" />
      </>,
    );
  },
  actions: {
    accept: async (_form, { api, reader, params }) =>
      afterCall(
        await api.call(
          'POST',
          `/seller/team/invitations/${encodeURIComponent(params['token'] ?? '')}/accept`,
        ),
        `/${reader.language}/account`,
        'done.joined',
      ),
  },
});
