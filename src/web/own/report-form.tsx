/** Telling the administrators what is wrong: a reason from a list, and words. */
import type { ReactElement } from 'react';
import { Choice, type FieldProps, Form, ONCE, TextArea, TextField } from './form.tsx';
import { optionalText, type Reading, text } from './own-page.ts';

const DETAILS_MAX = 2000;
/** The action of the page that takes it. */
const REPORT = 'report';
const GUEST = 'guest';

type Props = Pick<FieldProps, 'label'> & {
  readonly reading: Reading;
  readonly reasons: readonly (readonly [value: string, label: string])[];
};

export function ReportForm({ reading, label, reasons }: Props): ReactElement {
  return (
    <Form reading={reading} action={REPORT} submit="report.send">
      <Choice reading={reading} action={REPORT} name="reason" label={label} options={reasons} />
      <TextArea
        reading={reading}
        action={REPORT}
        name="details"
        label="report.details"
        maxLength={DETAILS_MAX}
      />
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
        <Choice reading={reading} action={GUEST} name="reason" label={label} options={reasons} />
        <TextArea
          reading={reading}
          action={GUEST}
          name="details"
          label="report.explain"
          problem="problem.explain"
          maxLength={DETAILS_MAX}
          isRequired
        />
        <TextField
          reading={reading}
          action={GUEST}
          name="name"
          label="report.name"
          autoComplete="name"
          maxLength={100}
          problem="problem.name"
        />
        <TextField
          reading={reading}
          action={GUEST}
          name="email"
          type="email"
          label="report.email"
          hint="report.email.hint"
          autoComplete="email"
          problem="problem.email"
        />
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
