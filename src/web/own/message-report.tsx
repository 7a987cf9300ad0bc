/** Telling the administrators what is wrong with a message. */
import { REPORT_REASONS } from '../../modules/reports/index.ts';
import { Choice, Form, ONCE, TextArea } from './form.tsx';
import { ownPage, optionalText, text } from './own-page.ts';

const DETAILS_MAX = 2000;

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
          <Form reading={reading} action="report" submit="report.send">
            <Choice
              reading={reading}
              action="report"
              name="reason"
              label="messages.report.reason"
              options={REPORT_REASONS.map(
                (reason) => [reason, reader.text(`messages.report.${reason}`)] as const,
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
      const message = encodeURIComponent(params['message'] ?? '');
      const { refusal } = await api.call('POST', `/messages/${message}/report`, {
        body: { reason: text(form, 'reason'), details: optionalText(form, 'details') },
        idempotencyKey: optionalText(form, ONCE),
      });
      if (refusal?.code === 'ALREADY_EXISTS')
        return { refusal: { ...refusal, message: reader.text('messages.report.already') } };
      if (refusal !== null) return { refusal };
      const conversation = encodeURIComponent(params['id'] ?? '');
      return { to: `/${reader.language}/messages/${conversation}`, done: 'done.messageReported' };
    },
  },
});
