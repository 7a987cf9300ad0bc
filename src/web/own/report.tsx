/** Telling the administrators what is wrong with a listing. */
import { Choice, Form, ONCE, TextArea } from './form.tsx';
import { LISTING_REPORT_REASONS } from '../../modules/listings/index.ts';
import { ownPage, type OwnPage, optionalText, text } from './own-page.ts';

const DETAILS_MAX = 2000;

export const reportPage: OwnPage = ownPage({
  path: '/report/:listing',
  load: async (reading) => {
    const { reader, api, params } = reading;
    const listing = await api.get<{ slug: string; title: string }>('/listings/:slug', {
      params: { slug: params['listing'] ?? '' },
    });
    return {
      head: { title: reader.text('report.title') },
      body: (
        <div className="wrap narrow">
          <h1>{reader.text('report.title')}</h1>
          <a className="about" href={`/${reader.language}/listing/${listing.slug}`}>
            {listing.title}
          </a>
          <p>{reader.text('report.text')}</p>
          <Form reading={reading} action="report" submit="report.send">
            <Choice
              reading={reading}
              action="report"
              name="reason"
              label="report.reason"
              options={LISTING_REPORT_REASONS.map(
                (reason) => [reason, reader.text(`report.reason.${reason}`)] as const,
              )}
            />
            <TextArea
              reading={reading}
              action="report"
              name="details"
              label="report.details"
              maxLength={DETAILS_MAX}
            />
          </Form>
        </div>
      ),
    };
  },
  actions: {
    report: async (form, { api, reader, params }) => {
      const slug = params['listing'] ?? '';
      const { refusal } = await api.call('POST', `/listings/${encodeURIComponent(slug)}/report`, {
        body: { reason: text(form, 'reason'), details: optionalText(form, 'details') },
        idempotencyKey: optionalText(form, ONCE),
      });
      if (refusal === null)
        return { to: `/${reader.language}/report/${encodeURIComponent(slug)}`, done: 'done.reported' };
      const said = refusal.code === 'ALREADY_EXISTS' ? 'report.already' : 'report.own';
      const isKnown = refusal.code === 'ALREADY_EXISTS' || refusal.code === 'FORBIDDEN';
      return { refusal: isKnown ? { ...refusal, message: reader.text(said) } : refusal };
    },
  },
});
