/** Stores a comparison in the account and returns its public link. */
import { Form, ONCE } from './form.tsx';
import { narrowPage } from './frames.tsx';
import { ownPage, type OwnPage, optionalText } from './own-page.ts';

interface Compared {
  readonly comparison: { readonly listings: readonly { readonly id: string; readonly title: string }[] };
}

export const sharePage: OwnPage = ownPage({
  path: '/compare/share',
  load: async (reading) => {
    const { reader, api, query } = reading;
    const { comparison } = await api.get<Compared>('/comparisons/preview', {
      query: { ids: query.get('ids') ?? '' },
    });
    if (comparison.listings.length < 2) return { to: `/${reader.language}/compare` };
    return narrowPage(
      reader.text('compare.share'),
      <>
        <ul>
          {comparison.listings.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
        <p>{reader.text('compare.share.text')}</p>
        <Form reading={reading} action="share" submit="compare.share" />
      </>,
    );
  },
  actions: {
    share: async (form, { api, reader, query }) => {
      const listingIds = [...new Set((query.get('ids') ?? '').split(','))].filter((id) => id !== '');
      const created = await api.call<{ comparison: { id: string } }>('POST', '/comparisons', {
        body: { listingIds },
        idempotencyKey: optionalText(form, ONCE),
      });
      if (created.refusal !== null) return { refusal: created.refusal };
      const shared = await api.call<{ token: string }>(
        'POST',
        `/comparisons/${created.data.comparison.id}/share`,
      );
      if (shared.refusal !== null) return { refusal: shared.refusal };
      return { to: `/${reader.language}/compare/${shared.data.token}` };
    },
  },
});
