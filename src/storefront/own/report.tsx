/** Telling the administrators what is wrong with a listing. */
import { LISTING_REPORT_REASONS } from '../../modules/listings/index.ts';
import { narrowPage } from './frames.tsx';
import { openPage, optionalText, type OwnPage, showsSignedInForm } from './own-page.ts';
import { GuestReportForm, REPORT, ReportForm, reportOf } from './report-form.tsx';

export const reportPage: OwnPage = openPage({
  path: '/report/:listing',
  load: async (reading) => {
    const { reader, api, params } = reading;
    const reasons = LISTING_REPORT_REASONS.map(
      (reason) => [reason, reader.text(`report.reason.${reason}`)] as const,
    );
    const listing = await api.get<{ slug: string; title: string }>('/listings/:slug', {
      params: { slug: params['listing'] ?? '' },
    });
    return narrowPage(
      reader.text('report.title'),
      <>
        <a className="about" href={`/${reader.language}/listing/${listing.slug}`}>
          {listing.title}
        </a>
        <p>{reader.text('report.text')}</p>
        {showsSignedInForm(reading, REPORT) ? (
          <ReportForm reading={reading} label="report.reason" reasons={reasons} />
        ) : (
          <GuestReportForm reading={reading} label="report.reason" reasons={reasons} />
        )}
      </>,
    );
  },
  actions: {
    guest: async (form, { api, reader, params }) => {
      const slug = encodeURIComponent(params['listing'] ?? '');
      const { body, idempotencyKey } = reportOf(form);
      const { refusal } = await api.call('POST', `/listings/${slug}/guest-report`, {
        body: { ...body, name: optionalText(form, 'name'), email: optionalText(form, 'email') },
        idempotencyKey,
      });
      if (refusal !== null) return { refusal };
      return { to: `/${reader.language}/report/${slug}`, done: 'done.reported' };
    },
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
