/** Reports of listings and messages: a reason from a list, and details. */
import type { ReactElement } from 'react';
import { LISTING_REPORT_REASONS } from '../../modules/listings/index.ts';
import { REPORT_REASONS } from '../../modules/reports/index.ts';
import { Choice, EmailField, type FieldProps, Form, NameField, ONCE, TextArea } from './form.tsx';
import { narrowPage } from './frames.tsx';
import {
  openPage,
  optionalText,
  type OwnPage,
  ownPage,
  type Reading,
  showsSignedInForm,
  text,
} from './own-page.ts';

const DETAILS_MAX = 2000;
const REPORT = 'report';
const GUEST = 'guest';

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
        <a className="vehicle-line" href={`/${reader.language}/listing/${listing.slug}`}>
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
      const message = refusal.code === 'ALREADY_EXISTS' ? 'report.already' : 'report.own';
      const isKnown = refusal.code === 'ALREADY_EXISTS' || refusal.code === 'FORBIDDEN';
      return { refusal: isKnown ? { ...refusal, message: reader.text(message) } : refusal };
    },
  },
});

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

type Props = Pick<FieldProps, 'label'> & {
  readonly reading: Reading;
  readonly reasons: readonly (readonly [value: string, label: string])[];
};

function ReportForm({ reading, label, reasons }: Props): ReactElement {
  return (
    <Form reading={reading} action={REPORT} submit="report.send">
      <Choice name="reason" label={label} options={reasons} />
      <TextArea name="details" label="report.details" maxLength={DETAILS_MAX} />
    </Form>
  );
}

/** The form for guests, who explain the report and can give their name. */
function GuestReportForm({ reading, label, reasons }: Props): ReactElement {
  const { reader, here } = reading;
  return (
    <>
      <p>
        <a href={`/${reader.language}/sign-in?${new URLSearchParams({ next: here }).toString()}`}>
          {reader.text('report.signIn')}
        </a>
      </p>
      <Form reading={reading} action={GUEST} submit="report.send">
        <Choice name="reason" label={label} options={reasons} />
        <TextArea
          name="details"
          label="report.explain"
          problem="problem.explain"
          // The input that was submitted before the session ended.
          value={reading.form.values.get('details') ?? ''}
          maxLength={DETAILS_MAX}
          isRequired
        />
        <NameField label="report.name" isRequired={false} />
        <EmailField label="report.email" hint="report.email.hint" autoComplete="email" isRequired={false} />
        <p>{reader.text('report.truth')}</p>
      </Form>
    </>
  );
}

/** The request body of a report. */
const reportOf = (form: URLSearchParams) => ({
  body: { reason: text(form, 'reason'), details: optionalText(form, 'details') },
  idempotencyKey: optionalText(form, ONCE),
});
