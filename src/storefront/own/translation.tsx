/** Has the description of a listing translated, and leads back to it. */
import { narrowPage } from './frames.tsx';
import { afterCall, openPage, type OwnPage } from './own-page.ts';

export const translationPage: OwnPage = openPage({
  path: '/listing/:slug/translation',
  load: async ({ reader, params, form: { refusal } }) => {
    const listing = `/${reader.language}/listing/${encodeURIComponent(params['slug'] ?? '')}`;
    if (refusal === null) return { to: `${listing}?translate=1#description` };
    return narrowPage(
      reader.text('translation.failed'),
      <>
        <p role="alert">{refusal.message}</p>
        <p>
          <a className="button" href={`${listing}#description`}>
            {reader.text('translation.back')}
          </a>
        </p>
      </>,
    );
  },
  actions: {
    translate: async (_form, { api, reader, params }) => {
      const slug = encodeURIComponent(params['slug'] ?? '');
      return afterCall(
        await api.call('POST', `/listings/${slug}/translation`, { body: { language: reader.language } }),
        `/${reader.language}/listing/${slug}?translate=1#description`,
      );
    },
  },
});
