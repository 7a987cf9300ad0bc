/** Telling the administrators what is wrong: a reason from a list, and words. */
import type { ReactElement } from 'react';
import { Choice, EmailField, type FieldProps, Form, NameField, ONCE, TextArea } from './form.tsx';
import { optionalText, type Reading, text } from './own-page.ts';

const DETAILS_MAX = 2000;
/** The action of the page that takes it. */
export const REPORT = 'report';
const GUEST = 'guest';

type Props = Pick<FieldProps, 'label'> & {
  readonly reading: Reading;
  readonly reasons: readonly (readonly [value: string, label: string])[];
};

export function ReportForm({ reading, label, reasons }: Props): ReactElement {
  return (
    <Form reading={reading} action={REPORT} submit="report.send">
      <Choice name="reason" label={label} options={reasons} />
      <TextArea name="details" label="report.details" maxLength={DETAILS_MAX} />
    </Form>
  );
}

/** The same for people without an account: they say what is wrong, and may say who they are. */
export function GuestReportForm({ reading, label, reasons }: Props): ReactElement {
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
          // Typed when the session had not ended yet.
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

/** What the form says, for the endpoint that takes the report. */
export const reportOf = (form: URLSearchParams) => ({
  body: { reason: text(form, 'reason'), details: optionalText(form, 'details') },
  idempotencyKey: optionalText(form, ONCE),
});
