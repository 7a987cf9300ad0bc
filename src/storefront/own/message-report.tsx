/** Telling the administrators what is wrong with a message. */
import { REPORT_REASONS } from '../../modules/reports/index.ts';
import { ownPage } from './own-page.ts';
import { ReportForm, reportOf } from './report-form.tsx';

export const messageReportPage = ownPage({
  path: '/messages/:id/report/:message',
  load: async (reading) => {
    const { reader, params } = reading;
    return {
      head: { title: reader.text('messages.report') },
      body: (
        <div className="wrap narrow">
          <p>
            <a href={`/${reader.language}/messages/${encodeURIComponent(params['id'] ?? '')}`}>
              ‹ {reader.text('messages.title')}
            </a>
          </p>
          <h1>{reader.text('messages.report')}</h1>
          <p>{reader.text('messages.report.text')}</p>
          <ReportForm
            reading={reading}
            label="messages.report.reason"
            reasons={REPORT_REASONS.map(
              (reason) => [reason, reader.text(`messages.report.${reason}`)] as const,
            )}
          />
        </div>
      ),
    };
  },
  actions: {
    report: async (form, { api, reader, params }) => {
      const message = encodeURIComponent(params['message'] ?? '');
      const { refusal } = await api.call('POST', `/messages/${message}/report`, reportOf(form));
      if (refusal?.code === 'ALREADY_EXISTS')
        return { refusal: { ...refusal, message: reader.text('messages.report.already') } };
      if (refusal !== null) return { refusal };
      const conversation = encodeURIComponent(params['id'] ?? '');
      return { to: `/${reader.language}/messages/${conversation}`, done: 'done.messageReported' };
    },
  },
});
