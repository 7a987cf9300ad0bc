/** The user's profile photo: the current one, a form to upload another, and a button to remove it. */
import type { ReactElement } from 'react';
import { PORTRAIT_FILES } from '../ui/file-rules.ts';
import { Portrait } from '../ui/portrait.tsx';
import { pathOf } from '../ui/vehicle-card.tsx';
import { ActionButton, FileField, UploadForm } from './form.tsx';
import { afterCall, type FormOutcome, type OwnReading } from './own-page.ts';

export function PortraitForm({
  reading,
  name,
  avatar,
}: {
  reading: OwnReading;
  name: string;
  avatar: string | null;
}): ReactElement {
  const { reader, actor } = reading;
  return (
    <section>
      <h2>{reader.text('account.picture')}</h2>
      <div className="person">
        <Portrait name={name} picture={avatar === null ? null : pathOf(avatar)} />
        <span>
          {reader.text(actor.seller === null ? 'account.picture.text' : 'account.picture.text.dealer')}
        </span>
      </div>
      <UploadForm reading={reading} action="picture" submit="account.picture.set">
        <FileField
          name="avatar"
          label="account.picture.choose"
          hint="account.picture.hint"
          rules={PORTRAIT_FILES}
          isRequired
        />
      </UploadForm>
      {avatar !== null && (
        <ActionButton reading={reading} action="no-picture" label="account.picture.remove" />
      )}
    </section>
  );
}

export const portraitActions = {
  picture: async (_form: URLSearchParams, { api, reader, upload }: OwnReading): Promise<FormOutcome> =>
    afterCall(
      await api.call('PUT', '/account/avatar', { upload }),
      `/${reader.language}/account`,
      'done.saved',
    ),
  'no-picture': async (_form: URLSearchParams, { api, reader }: OwnReading): Promise<FormOutcome> =>
    afterCall(await api.call('DELETE', '/account/avatar'), `/${reader.language}/account`, 'done.removed'),
};
