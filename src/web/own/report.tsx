/** Telling the administrators what is wrong with a listing. */
import { LISTING_REPORT_REASONS } from '../../modules/listings/index.ts';
import { ownPage, type OwnPage } from './own-page.ts';
import { ReportForm, reportOf } from './report-form.tsx';

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
          <ReportForm
            reading={reading}
            label="report.reason"
            reasons={LISTING_REPORT_REASONS.map(
              (reason) => [reason, reader.text(`report.reason.${reason}`)] as const,
            )}
          />
        </div>
      ),
    };
  },
  actions: {
    report: async (form, { api, reader, params }) => {
      const slug = params['listing'] ?? '';
      const { refusal } = await api.call(
        'POST',
        `/listings/${encodeURIComponent(slug)}/report`,
        reportOf(form),
      );
      if (refusal === null)
        return { to: `/${reader.language}/report/${encodeURIComponent(slug)}`, done: 'done.reported' };
      const said = refusal.code === 'ALREADY_EXISTS' ? 'report.already' : 'report.own';
      const isKnown = refusal.code === 'ALREADY_EXISTS' || refusal.code === 'FORBIDDEN';
      return { refusal: isKnown ? { ...refusal, message: reader.text(said) } : refusal };
    },
  },
});
